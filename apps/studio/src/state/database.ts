import type { KeptRecording } from '../worker/protocol.ts';
import type { History } from './history.ts';
import type { RepairReport } from './recording-state.ts';

const NAME = 'handreel-studio';
const VERSION = 1;
const DOCUMENTS = 'documents';
const RECENT = 'recent';
/** More entries would not fit on the start page. */
const MAX_RECENT = 6;
/** Bytes. Larger files would fill the storage that browsers grant. */
const MAX_RECENT_SIZE = 256e6;

/** An open recording as it is kept for the next visit. */
export interface SessionDocument {
	/** The session and the id in it. */
	readonly key: string;
	readonly session: string;
	readonly id: number;
	readonly date: number;
	readonly isActive: boolean;
	readonly isUnsaved: boolean;
	readonly kept: KeptRecording;
	readonly address: string | null;
	readonly repair: RepairReport | null;
	readonly history: History;
}

/** A local file that was opened before. */
export interface RecentFile {
	readonly name: string;
	readonly date: number;
	readonly blob: Blob;
}

/** The browser's storage of sessions and recent files. Without storage, as in some private windows, nothing is kept. */
export class Database {
	readonly #opening: Promise<IDBDatabase | null> = open();

	/** All documents of all sessions. */
	listDocuments(): Promise<SessionDocument[]> {
		return this.#run(DOCUMENTS, 'readonly', (store) => store.getAll(), []);
	}

	putDocument(document: SessionDocument): Promise<unknown> {
		return this.#run(DOCUMENTS, 'readwrite', (store) => store.put(document), null);
	}

	deleteDocument(key: string): Promise<unknown> {
		return this.#run(DOCUMENTS, 'readwrite', (store) => store.delete(key), null);
	}

	/** The newest file first. */
	async listRecent(): Promise<RecentFile[]> {
		const files = await this.#run<RecentFile[]>(RECENT, 'readonly', (store) => store.getAll(), []);
		return files.toSorted((a, b) => b.date - a.date);
	}

	/** Adds a file. A file of the same name is replaced, and the oldest files are dropped. */
	async addRecent(file: RecentFile): Promise<void> {
		if (file.blob.size > MAX_RECENT_SIZE) return;
		await this.#run(RECENT, 'readwrite', (store) => store.put(file), null);
		for (const { name } of (await this.listRecent()).slice(MAX_RECENT))
			await this.#run(RECENT, 'readwrite', (store) => store.delete(name), null);
	}

	clearRecent(): Promise<unknown> {
		return this.#run(RECENT, 'readwrite', (store) => store.clear(), null);
	}

	// Returns the fallback if the storage is missing or full: the page works without it.
	async #run<T>(
		name: string,
		mode: IDBTransactionMode,
		act: (store: IDBObjectStore) => IDBRequest,
		fallback: T,
	): Promise<T> {
		const database = await this.#opening;
		if (database === null) return fallback;
		return new Promise((resolve) => {
			try {
				const transaction = database.transaction(name, mode);
				const request = act(transaction.objectStore(name));
				transaction.oncomplete = () => resolve(request.result);
				transaction.onabort = () => resolve(fallback);
				transaction.onerror = () => resolve(fallback);
			} catch {
				resolve(fallback);
			}
		});
	}
}

function open(): Promise<IDBDatabase | null> {
	return new Promise((resolve) => {
		try {
			const request = indexedDB.open(NAME, VERSION);
			request.onupgradeneeded = () => {
				request.result.createObjectStore(DOCUMENTS, { keyPath: 'key' });
				request.result.createObjectStore(RECENT, { keyPath: 'name' });
			};
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => resolve(null);
			request.onblocked = () => resolve(null);
		} catch {
			resolve(null);
		}
	});
}
