import type { JournalSink } from '@handreel/core/record';
import { type BrowserJournalInfo, chunkRange, type JournalRow, openDatabase, useStores } from './journal-database.ts';

/** The number of writes to read at a time: a few megabytes. */
const CHUNKS_AT_ONCE = 64;

/** A journal in the browser's storage: a sink for `Recorder`. */
export interface BrowserJournal extends JournalSink {
	readonly name: string;
	/** Waits until all writes are stored. Rejects with the first error since the last write. */
	flush(): Promise<void>;
	/** Calls {@link flush} and closes the journal. */
	close(): Promise<void>;
}

/**
 * Creates a journal in the storage of this origin. If the tab, the browser or the machine crashes, at most the last half
 * second of the recording is lost. Works on every page, in windows and in workers.
 *
 * Rejects with `ConstraintError` if a journal with that name exists: it may be all that is left of another recording. If
 * storage is full, the write after the failed write throws `QuotaExceededError`. Browsers may clear the storage of a page
 * when they run out of space; `navigator.storage.persist()` asks them not to.
 *
 * @example
 * const journal = await openBrowserJournal('grab 7');
 * const recorder = recordSession(session, space, { journal });
 * // … and after a crash
 * const bytes = await readBrowserJournal('grab 7');
 * const { recording } = recoverJournal(bytes);
 */
export async function openBrowserJournal(name: string): Promise<BrowserJournal> {
	const database = await openDatabase();
	const createdAt = Date.now();
	const row: JournalRow = { name, createdAt, updatedAt: createdAt, byteLength: 0, writeCount: 0 };
	try {
		await useStores(database, 'readwrite', (journals) => journals.add(row));
	} catch (error) {
		database.close();
		if (!(error instanceof DOMException && error.name === 'ConstraintError')) throw error;
		throw new DOMException(`name: a journal '${name}' already exists; read it, then remove it`, error.name);
	}
	return new StoredJournal(database, row);
}

/** Lists the journals of this origin, oldest first, including journals that are being written. */
export async function listBrowserJournals(): Promise<BrowserJournalInfo[]> {
	const rows = await useDatabase((database) =>
		useStores(database, 'readonly', (journals) => journals.getAll() as IDBRequest<JournalRow[]>),
	);
	return rows.map(({ writeCount, ...info }) => info).sort((a, b) => a.createdAt - b.createdAt);
}

/** Reads the bytes of a journal, for `recoverJournal`. Rejects with `NotFoundError` if no journal has that name. */
export async function readBrowserJournal(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const chunks = await useDatabase(async (database) => {
		const row = await useStores(database, 'readonly', (journals) => journals.get(name) as IDBRequest<JournalRow>);
		if (row === undefined) throw new DOMException(`name: no journal '${name}'`, 'NotFoundError');
		const list: Uint8Array[] = [];
		for (let start = 0; start < row.writeCount; start += CHUNKS_AT_ONCE) {
			const range = chunkRange(name, start, start + CHUNKS_AT_ONCE);
			list.push(...(await useStores(database, 'readonly', (_, store) => store.getAll(range))));
		}
		return list;
	});
	const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, end);
		end += chunk.length;
	}
	return bytes;
}

/** Removes a journal if it exists. */
export async function removeBrowserJournal(name: string): Promise<void> {
	await useDatabase((database) =>
		useStores(database, 'readwrite', (journals, chunks) => {
			journals.delete(name);
			return chunks.delete(chunkRange(name));
		}),
	);
}

async function useDatabase<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
	const database = await openDatabase();
	try {
		return await work(database);
	} finally {
		database.close();
	}
}

class StoredJournal implements BrowserJournal {
	readonly #database: IDBDatabase;
	#row: JournalRow;
	#isClosed = false;
	#error: unknown = null;
	/** Resolves when every write is stored or has failed. */
	#pending: Promise<unknown> = Promise.resolve();

	constructor(database: IDBDatabase, row: JournalRow) {
		this.#database = database;
		this.#row = row;
	}

	get name(): string {
		return this.#row.name;
	}

	write(bytes: Uint8Array): void {
		if (this.#isClosed) throw new TypeError('write: the journal is closed');
		this.#throwError();
		const { byteLength, writeCount } = this.#row;
		const key = [this.name, writeCount];
		const row = {
			...this.#row,
			updatedAt: Date.now(),
			byteLength: byteLength + bytes.length,
			writeCount: writeCount + 1,
		};
		this.#row = row;
		// A view would be stored with its whole buffer.
		const chunk = bytes.slice();
		const stored = useStores(this.#database, 'readwrite', (journals, chunks) => {
			journals.put(row);
			return chunks.put(chunk, key);
		}).catch((error: unknown) => {
			this.#error ??= error;
		});
		this.#pending = Promise.all([this.#pending, stored]);
	}

	async flush(): Promise<void> {
		await this.#pending;
		this.#throwError();
	}

	async close(): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		await this.#pending;
		this.#database.close();
		this.#throwError();
	}

	#throwError(): void {
		const error = this.#error;
		this.#error = null;
		if (error !== null) throw error;
	}
}
