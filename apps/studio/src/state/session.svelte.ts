import { Database, type RecentFile, type SessionDocument } from './database.ts';
import { isUnsaved, keep } from './history.ts';
import type { OpenDocument } from './recording-state.ts';
import type { Studio } from './studio.svelte.ts';

const STORAGE_KEY = 'handreel-session';
const LOCK = 'handreel-session:';
/** Milliseconds without a change until documents are written. */
const WRITE_DELAY = 300;

/**
 * Keeps the open recordings in the browser's storage. A reload restores them. After a crash, the start page offers the
 * unsaved recordings.
 */
export class Session {
	/** Local files that were opened before, the newest first. */
	recent: readonly RecentFile[] = $state.raw([]);
	/** Unsaved recordings of sessions that ended. */
	lost: readonly SessionDocument[] = $state.raw([]);
	readonly #studio: Studio;
	readonly #database = new Database();
	/** Read while the page is built: links wait for it. */
	readonly #stored = this.#database.listDocuments();
	readonly #id = readSessionId();
	/** What is written already, by document id. */
	readonly #written = new Map<number, { readonly history: OpenDocument['history']; readonly isActive: boolean }>();
	/** Copies of recordings beside the page, for the time when the server is gone. */
	#copies: readonly SessionDocument[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/**
	 * Restores the recordings of this tab in their order, those beside the page only if they are linked. Finds the recordings
	 * of tabs that ended, and recent files, in the background.
	 */
	async restore(isLinked: (address: string) => boolean): Promise<void> {
		void navigator.locks?.request(LOCK + this.#id, () => new Promise(() => {}));
		const all = await this.#stored;
		const own = all.filter(({ session }) => session === this.#id).toSorted((a, b) => a.id - b.id);
		this.#copies = own.filter(isCopy);
		await this.#reopen(own.filter((entry) => !isCopy(entry) || isLinked(entry.address)));
		void this.#tidy(all);
	}

	/** Opens the copy of a recording beside the page. Returns `false` if there is none. */
	async openCopy(address: string): Promise<boolean> {
		const copy = this.#copies.find((entry) => entry.address === address);
		if (copy === undefined) return false;
		const document = await this.#reopenKept(copy, null);
		return document !== null;
	}

	/** Opens the unsaved recordings of sessions that ended. */
	async openLost(): Promise<void> {
		const { lost } = this;
		this.lost = [];
		await this.#reopen(lost);
		for (const { key } of lost) await this.#database.deleteDocument(key);
	}

	/** Deletes the unsaved recordings of sessions that ended. */
	async discardLost(): Promise<void> {
		const { lost } = this;
		this.lost = [];
		for (const { key } of lost) await this.#database.deleteDocument(key);
	}

	async addRecent(name: string, blob: Blob): Promise<void> {
		await this.#database.addRecent({ name, blob, date: Date.now() });
		this.recent = await this.#database.listRecent();
	}

	async clearRecent(): Promise<void> {
		this.recent = [];
		await this.#database.clearRecent();
	}

	/** Writes edits at once, other changes soon. Forgets closed documents at once: a reload must not bring them back. */
	write(): void {
		void this.#forgetClosed();
		clearTimeout(this.#timer);
		const isEdited = this.#studio.documents.some(
			({ id, history }) => (this.#written.get(id)?.history ?? history) !== history,
		);
		this.#timer = setTimeout(() => void this.#write(), isEdited ? 0 : WRITE_DELAY);
	}

	async #write(): Promise<void> {
		const { activeId } = this.#studio;
		// The capture server keeps takes in progress.
		const documents = this.#studio.documents.filter(({ isLive }) => !isLive);
		for (const document of documents) {
			const { id, history, address, repair } = document;
			const isActive = id === activeId;
			const before = this.#written.get(id);
			if (before?.history === history && before.isActive === isActive) continue;
			this.#written.set(id, { history, isActive });
			await this.#database.putDocument({
				key: `${this.#id}:${id}`,
				session: this.#id,
				id,
				date: Date.now(),
				isActive,
				isUnsaved: isUnsaved(history),
				kept: keep(document),
				address,
				repair,
				history,
			});
		}
		// Some may have been closed while they were written.
		await this.#forgetClosed();
	}

	async #forgetClosed(): Promise<void> {
		const open = new Set(this.#studio.documents.map(({ id }) => id));
		const closed = [...this.#written.keys()].filter((id) => !open.has(id));
		for (const id of closed) this.#written.delete(id);
		await Promise.all(closed.map((id) => this.#database.deleteDocument(`${this.#id}:${id}`)));
	}

	async #reopen(entries: readonly SessionDocument[]): Promise<void> {
		const ids = new Map<number, number>();
		for (const entry of entries) {
			const from = entry.repair?.from == null ? null : (ids.get(entry.repair.from) ?? null);
			// The server may have a newer version of a recording beside the page.
			const document = isCopy(entry)
				? await this.#studio.openAddress(entry.address)
				: await this.#reopenKept(entry, from);
			if (document !== null) ids.set(entry.id, document.id);
		}
		const active = entries.find(({ isActive }) => isActive);
		const activeId = active && ids.get(active.id);
		if (activeId !== undefined) this.#studio.activate(activeId);
	}

	#reopenKept(entry: SessionDocument, from: number | null): Promise<OpenDocument | null> {
		const { kept, address, repair, history } = entry;
		return this.#studio.reopen(kept, { address, repair: repair && { ...repair, from }, history });
	}

	async #tidy(stored: readonly SessionDocument[]): Promise<void> {
		this.recent = await this.#database.listRecent();
		await this.#findLost(stored.filter(({ session }) => session !== this.#id));
		// Written before the old entries are deleted, so that a crash loses nothing.
		await this.#write();
		for (const { session, id, key } of stored)
			if (session === this.#id && !this.#written.has(id)) await this.#database.deleteDocument(key);
	}

	// Sessions of other tabs hold a lock. Everything else of theirs that is saved is deleted.
	async #findLost(others: readonly SessionDocument[]): Promise<void> {
		const { held = [] } = (await navigator.locks?.query()) ?? {};
		const open = new Set(held.map(({ name }) => name));
		const ended = others.filter(({ session }) => !open.has(LOCK + session));
		this.lost = ended.filter((entry) => entry.isUnsaved);
		for (const { key, isUnsaved: isKept } of ended) if (!isKept) await this.#database.deleteDocument(key);
	}
}

/** Whether the recording is beside the page, without edits that could be undone. */
function isCopy(entry: SessionDocument): entry is SessionDocument & { readonly address: string } {
	return entry.address !== null && !entry.isUnsaved && entry.history.versions.length === 1;
}

function readSessionId(): string {
	try {
		const id = sessionStorage.getItem(STORAGE_KEY) ?? crypto.randomUUID();
		sessionStorage.setItem(STORAGE_KEY, id);
		return id;
	} catch {
		return crypto.randomUUID();
	}
}
