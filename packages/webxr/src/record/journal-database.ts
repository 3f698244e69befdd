// Journals in IndexedDB. Each write is a separate chunk, so stored bytes are never rewritten.

/** A journal in the storage of this origin. */
export interface BrowserJournalInfo {
	readonly name: string;
	/** Times of creation and of the last write, in milliseconds since 1970. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly byteLength: number;
}

/** The stored row of a journal. */
export interface JournalRow extends BrowserJournalInfo {
	/** The number of writes. A failed write left no chunk. */
	readonly writeCount: number;
}

const DATABASE = 'handreel-journals';
const VERSION = 1;
/** One {@link JournalRow} per journal. */
const JOURNALS = 'journals';
/** One row per write. The key is the name of the journal and the number of the write. */
const CHUNKS = 'chunks';

/** Waits for a request. */
export function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** Opens the database, creating it if needed. Rejects with the browser's error if there is no storage. */
export async function openDatabase(): Promise<IDBDatabase> {
	const request = indexedDB.open(DATABASE, VERSION);
	request.onupgradeneeded = () => {
		request.result.createObjectStore(JOURNALS, { keyPath: 'name' });
		request.result.createObjectStore(CHUNKS);
	};
	const database = await waitForRequest(request);
	// Another tab with a newer version of this code must not have to wait.
	database.onversionchange = () => database.close();
	return database;
}

/** Runs work in a transaction on both stores and waits until its writes are stored. */
export async function useStores<T>(
	database: IDBDatabase,
	mode: IDBTransactionMode,
	work: (journals: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
	// Strict durability survives a power cut. At two writes per second the cost is negligible.
	const transaction = database.transaction([JOURNALS, CHUNKS], mode, { durability: 'strict' });
	const done = new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
	const request = work(transaction.objectStore(JOURNALS), transaction.objectStore(CHUNKS));
	transaction.commit();
	await done;
	return request.result;
}

/** Returns the key range of the writes from `start` to `end` of a journal. */
export function chunkRange(name: string, start = 0, end: number = Number.POSITIVE_INFINITY): IDBKeyRange {
	return IDBKeyRange.bound([name, start], [name, end], false, true);
}
