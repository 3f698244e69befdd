// Journals in IndexedDB: each write is a chunk of bytes of its own, so that nothing that was stored is touched again.

/** A journal that this origin holds. */
export interface BrowserJournalInfo {
	readonly name: string;
	/** When it was opened, and when it was last written, in milliseconds since 1970. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly byteLength: number;
}

/** What is stored about a journal. */
export interface JournalRow extends BrowserJournalInfo {
	/** How often it was written. A write that failed left no chunk. */
	readonly writeCount: number;
}

const DATABASE = 'handreel-journals';
const VERSION = 1;
/** One {@link JournalRow} a journal. */
const JOURNALS = 'journals';
/** One row a write; its key is the name of the journal and the number of the write. */
const CHUNKS = 'chunks';

/** Waits for a request. */
export function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** Opens the database, and makes it where there is none. Rejects with the browser's error where there is no storage. */
export async function openDatabase(): Promise<IDBDatabase> {
	const request = indexedDB.open(DATABASE, VERSION);
	request.onupgradeneeded = () => {
		request.result.createObjectStore(JOURNALS, { keyPath: 'name' });
		request.result.createObjectStore(CHUNKS);
	};
	const database = await waitForRequest(request);
	// A newer version of this code in another tab must not have to wait for us.
	database.onversionchange = () => database.close();
	return database;
}

/** Runs something in a transaction over both stores and waits until what it wrote is stored. */
export async function useStores<T>(
	database: IDBDatabase,
	mode: IDBTransactionMode,
	work: (journals: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
	// Strict: what is stored survives a power cut too. At two writes a second that costs nothing that matters.
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

/** The keys of some writes to a journal. */
export function chunkRange(name: string, start = 0, end: number = Number.POSITIVE_INFINITY): IDBKeyRange {
	return IDBKeyRange.bound([name, start], [name, end], false, true);
}
