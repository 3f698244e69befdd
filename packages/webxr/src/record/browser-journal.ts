import type { JournalSink } from '@handreel/core/record';
import { type BrowserJournalInfo, chunkRange, type JournalRow, openDatabase, useStores } from './journal-database.ts';

/** How many writes are read at a time: some megabytes. */
const CHUNKS_AT_ONCE = 64;

/** A journal in the browser's storage: the sink for a `Recorder`. */
export interface BrowserJournal extends JournalSink {
	readonly name: string;
	/** Waits until everything that was written so far is stored. Rejects with what went wrong since the last write. */
	flush(): Promise<void>;
	/** {@link flush}, and takes no more. */
	close(): Promise<void>;
}

/**
 * Creates a journal in the storage of this origin, so that a crash of the tab, of the browser or of the machine costs a
 * recording no more than its last half second. Works on every page, in windows and in workers.
 *
 * Rejects with a `ConstraintError` if there is one of that name: it may be all that is left of another recording. Where
 * storage is full, the write that failed makes the next one throw `QuotaExceededError`. Browsers may clear what a page
 * stores when they run out of space; `navigator.storage.persist()` asks them not to.
 *
 * @example
 * const journal = await openBrowserJournal('grab 7');
 * const recording = recordSession(session, space, { journal });
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
		throw new DOMException(`name: there is a journal '${name}' already; read it, then remove it`, error.name);
	}
	return new StoredJournal(database, row);
}

/** The journals of this origin, oldest first. Those that are being written are among them. */
export async function listBrowserJournals(): Promise<BrowserJournalInfo[]> {
	const rows = await useDatabase((database) =>
		useStores(database, 'readonly', (journals) => journals.getAll() as IDBRequest<JournalRow[]>),
	);
	return rows.map(({ writeCount, ...info }) => info).sort((a, b) => a.createdAt - b.createdAt);
}

/** The bytes of a journal, for `recoverJournal`. Fresh. Rejects with a `NotFoundError` if there is none of that name. */
export async function readBrowserJournal(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const parts = await useDatabase(async (database) => {
		const row = await useStores(database, 'readonly', (journals) => journals.get(name) as IDBRequest<JournalRow>);
		if (row === undefined) throw new DOMException(`name: there is no journal '${name}'`, 'NotFoundError');
		const list: Uint8Array[] = [];
		for (let start = 0; start < row.writeCount; start += CHUNKS_AT_ONCE) {
			const range = chunkRange(name, start, start + CHUNKS_AT_ONCE);
			list.push(...(await useStores(database, 'readonly', (_, chunks) => chunks.getAll(range))));
		}
		return list;
	});
	const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const part of parts) {
		bytes.set(part, end);
		end += part.length;
	}
	return bytes;
}

/** Removes a journal, if there is one of that name. */
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
	/** Resolves when everything that was written is stored, or has failed. */
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
		// A view would be stored with all of the buffer behind it.
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
