// The journals of takes in IndexedDB, until the server has saved them.
import type { Issue } from '@handreel/core';

/** A take in the storage of this origin. */
export interface StoredTake {
	readonly take: string;
	/** Bytes of its journal that are stored. */
	readonly length: number;
	/** Whether nothing will be added. A take that is not complete belongs to a page that is open, or that was closed. */
	readonly isComplete: boolean;
	/** What `finish` was called with. */
	readonly issues?: readonly Issue[];
	/** Whether the take was discarded: nothing of it is stored, and the server has yet to confirm. */
	readonly isDiscarded?: boolean;
}

const DATABASE = 'handreel-capture';
const TAKES = 'takes';
/** The key is the id of the take and the offset of the bytes. */
const CHUNKS = 'chunks';

/** Takes in the storage of this origin. */
export class TakeStorage {
	readonly #database: IDBDatabase;

	private constructor(database: IDBDatabase) {
		this.#database = database;
	}

	/** Opens the storage. Rejects with the browser's error if there is none. */
	static async open(): Promise<TakeStorage> {
		const request = indexedDB.open(DATABASE, 1);
		request.onupgradeneeded = () => {
			request.result.createObjectStore(TAKES, { keyPath: 'take' });
			request.result.createObjectStore(CHUNKS);
		};
		const database = await new Promise<IDBDatabase>((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
		database.onversionchange = () => database.close();
		return new TakeStorage(database);
	}

	/** Stores bytes at an offset, and the row of the take. */
	async put(row: StoredTake, offset: number, bytes: Uint8Array | null): Promise<void> {
		await this.#run('readwrite', (takes, chunks) => {
			if (bytes !== null) chunks.put(bytes, [row.take, offset]);
			return takes.put(row);
		});
	}

	/** Lists all takes. */
	list(): Promise<StoredTake[]> {
		return this.#run('readonly', (takes) => takes.getAll() as IDBRequest<StoredTake[]>);
	}

	/** Reads the stored bytes from an offset, up to the end of the chunk that contains it; `null` if there are none. */
	async read(take: string, offset: number): Promise<Uint8Array | null> {
		const range = IDBKeyRange.bound([take, 0], [take, offset]);
		const cursor = await this.#run('readonly', (_, chunks) => chunks.openCursor(range, 'prev'));
		if (cursor === null) return null;
		const [, start] = cursor.key as [string, number];
		const bytes = cursor.value as Uint8Array;
		return offset - start < bytes.length ? bytes.subarray(offset - start) : null;
	}

	/** Removes the bytes of a take, and notes that it was discarded. */
	async discard(take: string): Promise<void> {
		await this.#run('readwrite', (takes, chunks) => {
			chunks.delete(rangeOf(take));
			return takes.put({ take, length: 0, isComplete: true, isDiscarded: true } satisfies StoredTake);
		});
	}

	/** Removes a take. */
	async remove(take: string): Promise<void> {
		await this.#run('readwrite', (takes, chunks) => {
			takes.delete(take);
			return chunks.delete(rangeOf(take));
		});
	}

	close(): void {
		this.#database.close();
	}

	async #run<T>(
		mode: IDBTransactionMode,
		work: (takes: IDBObjectStore, chunks: IDBObjectStore) => IDBRequest<T>,
	): Promise<T> {
		const transaction = this.#database.transaction([TAKES, CHUNKS], mode, { durability: 'strict' });
		const request = work(transaction.objectStore(TAKES), transaction.objectStore(CHUNKS));
		// The value of a cursor is there once its request has succeeded, not before.
		const result = new Promise<T>((resolve) => {
			request.onsuccess = () => resolve(request.result);
		});
		await new Promise<void>((resolve, reject) => {
			transaction.oncomplete = () => resolve();
			transaction.onabort = () => reject(transaction.error);
		});
		return result;
	}
}

function rangeOf(take: string): IDBKeyRange {
	return IDBKeyRange.bound([take, 0], [take, Number.POSITIVE_INFINITY]);
}
