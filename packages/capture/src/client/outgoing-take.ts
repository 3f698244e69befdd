import type { Issue } from '@handreel/core';
import type { JournalSink } from '@handreel/core/record';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '../protocol/chunk.ts';
import { type RefusalCode, type SavedTake, type ServerMessage, WINDOW_BYTES } from '../protocol/messages.ts';
import { ByteQueue } from './byte-queue.ts';
import type { Link } from './link.ts';
import type { TakeStorage } from './take-storage.ts';

/** Milliseconds between writes to the storage of the page, which is how much a crash of the page can lose. */
const STORE_MS = 500;
/** Bytes that are kept in memory although they are stored. The rest is read from storage when it is sent. */
const MAX_QUEUE_BYTES: number = 4 * 1024 * 1024;
const MAX_CHUNK_BYTES: number = 64 * 1024;
/** Milliseconds until a take is tried again after the server could not store it. */
const RETRY_MS = 2000;
/** Refusals of bytes. */
const SENT_IN_VAIN: ReadonlySet<RefusalCode> = new Set(['gap', 'damaged', 'ended', 'too-large']);
/** How often the same damaged bytes are sent before the take is given up. */
const MAX_TRIES = 3;

/** A take on its way to a capture server: the journal of a `Recorder`. */
export interface CaptureTake extends JournalSink {
	readonly id: string;
	/** Bytes that the server has not acknowledged. */
	readonly waitingBytes: number;
	/**
	 * Ends the take, after the recorder was stopped. Resolves when the server has saved it, however long the connection is
	 * lost; `null` if the take has no frame or was discarded. Rejects if the take was given up, before or after this call:
	 * the server refuses it for good, the storage cannot be read, or the client was closed.
	 *
	 * The server reports `issues` with the take: those of `recordSession`.
	 */
	finish(issues?: readonly Issue[]): Promise<SavedTake | null>;
	/**
	 * Deletes the take here and on the server, even if it was saved. Resolves when it is gone on both sides. Storage forgets it at
	 * once; if the page is closed before the server knows, the next page reports it.
	 */
	discard(): Promise<void>;
}

/** Where the journal of a take is kept until the server has saved it. */
export type JournalStorage = Pick<TakeStorage, 'put' | 'read' | 'discard' | 'remove'>;

/** What a take needs from its client. */
export interface TakeOwner {
	/** Called when there are bytes to send. */
	wake(): void;
	/** Called with a problem, or `null` when it is gone. */
	report(problem: string | null): void;
	/** Called when nothing is left to do. */
	done(take: OutgoingTake): void;
	/** Called when there is something to do again. */
	revive(take: OutgoingTake): void;
}

/** How a take ended: saved, `null` if it is gone, or why it was given up. */
type Outcome = { readonly saved: SavedTake | null } | { readonly error: Error };

/** Sends the journal of a take, keeps it in storage until it is saved, and starts again after an interruption. */
export class OutgoingTake implements CaptureTake {
	readonly id: string;
	readonly #storage: JournalStorage | null;
	readonly #owner: TakeOwner;
	readonly #queue: ByteQueue;
	/** A chunk: the header, then bytes of the journal. */
	readonly #message = new Uint8Array(CHUNK_HEADER_BYTES + MAX_CHUNK_BYTES);
	readonly #view = new DataView(this.#message.buffer);
	#stored: number;
	#sent = 0;
	#acked = 0;
	#isComplete = false;
	#issues: readonly Issue[] = [];
	#isDiscarded = false;
	/** The link on which the take was opened last. */
	#link: Link | null = null;
	/** Whether the server has answered to `open` on this link. */
	#isOpen = false;
	#hasAskedToFinish = false;
	#isPumping = false;
	#storing: Promise<void> | null = null;
	#storeTimer: ReturnType<typeof setTimeout> | null = null;
	#retryTimer: ReturnType<typeof setTimeout> | null = null;
	#tries = 0;
	/** How the take ended; `null` while it continues. */
	#outcome: Outcome | null = null;
	readonly #waiting: ((outcome: Outcome) => void)[] = [];

	/** `length`: bytes that are in storage already. */
	constructor(id: string, storage: JournalStorage | null, owner: TakeOwner, length = 0) {
		this.id = id;
		this.#storage = storage;
		this.#owner = owner;
		this.#queue = new ByteQueue(length);
		this.#stored = length;
		writeChunkHeader(this.#message, id, 0);
	}

	get waitingBytes(): number {
		return Math.max(0, this.#queue.end - this.#acked);
	}

	write(bytes: Uint8Array): void {
		if (this.#isComplete) throw new TypeError('write: the take has ended');
		// Nobody can get the bytes of a take that was given up, unless storage keeps them.
		if (this.#outcome !== null && this.#storage === null) return;
		this.#queue.append(bytes);
		this.#storeTimer ??= setTimeout(() => this.#startStoring(), STORE_MS);
		this.#owner.wake();
	}

	finish(issues: readonly Issue[] = this.#issues): Promise<SavedTake | null> {
		this.#issues = issues;
		this.#isComplete = true;
		const saved = this.#end();
		this.#startStoring();
		this.#owner.wake();
		return saved;
	}

	discard(): Promise<void> {
		this.#isComplete = true;
		this.#isDiscarded = true;
		this.#outcome = null;
		const gone = this.#end().then(() => {});
		gone.catch(() => {});
		this.#hasAskedToFinish = false;
		this.#forgetStored();
		this.#owner.revive(this);
		this.#owner.wake();
		return gone;
	}

	/** Marks a take of an earlier page as complete. */
	complete(issues: readonly Issue[] = []): void {
		this.#issues = issues;
		this.#isComplete = true;
	}

	/** The link is new: asks the server how much it has. */
	open(link: Link): void {
		this.#link = link;
		this.#isOpen = false;
		this.#hasAskedToFinish = false;
		link.send({ type: 'open', take: this.id });
	}

	/** Nothing will be sent any more. The journal stays in storage. */
	giveUp(reason: string): void {
		this.lose();
		this.#settle({ error: new Error(reason) });
	}

	/** The link is lost. */
	lose(): void {
		this.#link = null;
		this.#isOpen = false;
		if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
		this.#retryTimer = null;
	}

	/** Sends what the link takes. */
	async pump(link: Link): Promise<void> {
		if (!this.#isOpen || this.#isPumping || this.#hasAskedToFinish) return;
		this.#isPumping = true;
		try {
			while (this.#canSend(link)) {
				if (this.#sent >= this.#queue.start) this.#sendQueued(link);
				else await this.#sendStored(link);
			}
		} catch (error) {
			if (!this.#isDiscarded) this.#fail(`the storage of the browser cannot be read: ${error}`);
		} finally {
			this.#isPumping = false;
		}
		// While bytes were read from storage, the link may have been replaced.
		if (link !== this.#link) this.#owner.wake();
		else if (this.#isOpen && !this.#hasAskedToFinish) this.#askToEnd(link);
	}

	#canSend(link: Link): boolean {
		const isWanted = this.#isOpen && link === this.#link && link.isReady && !this.#isDiscarded;
		return isWanted && this.#sent < this.#queue.end && this.#sent - this.#acked < WINDOW_BYTES;
	}

	#askToEnd(link: Link): void {
		if (this.#isDiscarded) {
			this.#hasAskedToFinish = true;
			link.send({ type: 'discard', take: this.id });
		} else if (this.#isComplete && this.#sent >= this.#queue.end) {
			this.#hasAskedToFinish = true;
			// The server acknowledges whole records: what is left of a torn one ends with the take. It may have more than a page
			// that was closed has stored.
			const length = Math.max(this.#queue.end, this.#acked);
			link.send({ type: 'finish', take: this.id, length, issues: this.#issues });
		}
	}

	/** Takes an answer of the server that names this take. */
	receive(message: ServerMessage, link: Link): void {
		if (message.type === 'ack') this.#acknowledge(message.length);
		else if (message.type === 'saved') this.#conclude(message);
		else if (message.type === 'discarded') this.#conclude(null);
		else if (message.type === 'refused') this.#handleRefusal(message.code, message.message, message.length, link);
	}

	#sendQueued(link: Link): void {
		const count = Math.min(MAX_CHUNK_BYTES, this.#queue.end - this.#sent);
		this.#queue.copy(this.#sent, this.#sent + count, this.#message, CHUNK_HEADER_BYTES);
		this.#sendMessage(link, count);
	}

	async #sendStored(link: Link): Promise<void> {
		const from = this.#sent;
		const bytes = await this.#storage?.read(this.id, from);
		if (this.#isDiscarded) return;
		if (bytes == null) {
			this.#fail(`bytes from ${from} on are not in the storage of the browser`);
			return;
		}
		if (link !== this.#link || !this.#isOpen || this.#sent !== from) return;
		const count = Math.min(MAX_CHUNK_BYTES, bytes.length);
		this.#message.set(bytes.subarray(0, count), CHUNK_HEADER_BYTES);
		this.#sendMessage(link, count);
	}

	#sendMessage(link: Link, count: number): void {
		this.#view.setFloat64(CHUNK_HEADER_BYTES - 8, this.#sent, true);
		link.sendBytes(this.#message.subarray(0, CHUNK_HEADER_BYTES + count));
		this.#sent += count;
	}

	#acknowledge(length: number): void {
		if (!this.#isOpen) {
			this.#isOpen = true;
			this.#sent = length;
			this.#acked = length;
			this.#tries = 0;
		} else if (length > this.#acked) {
			this.#acked = length;
			this.#sent = Math.max(this.#sent, length);
			this.#tries = 0;
		}
		this.#owner.report(null);
		this.#trim();
		this.#owner.wake();
	}

	#handleRefusal(code: RefusalCode, message: string, length: number | undefined, link: Link): void {
		// What was sent before the discard.
		if (this.#isDiscarded && SENT_IN_VAIN.has(code)) return;
		if (code === 'unknown-take') {
			if (this.#retryTimer === null) this.open(link);
		} else if (code === 'gap' && length !== undefined) this.#rewind(length);
		else if (code === 'damaged' && length !== undefined && ++this.#tries < MAX_TRIES) this.#rewind(length);
		else if (code === 'disk-full' || code === 'disk-error' || code === 'too-many') {
			this.#owner.report(message);
			this.#isOpen = false;
			this.#retryTimer ??= setTimeout(() => {
				this.#retryTimer = null;
				this.open(link);
			}, RETRY_MS);
		} else this.#fail(message);
	}

	#rewind(length: number): void {
		this.#sent = length;
		this.#acked = length;
		this.#hasAskedToFinish = false;
		this.#owner.wake();
	}

	// Resolves or rejects when the take has ended, or now if it has.
	#end(): Promise<SavedTake | null> {
		const ended = new Promise<SavedTake | null>((resolve, reject) => {
			const settle = (outcome: Outcome): void => ('error' in outcome ? reject(outcome.error) : resolve(outcome.saved));
			if (this.#outcome === null) this.#waiting.push(settle);
			else settle(this.#outcome);
		});
		// A rejection that nobody awaits is reported by the client.
		ended.catch(() => {});
		return ended;
	}

	#settle(outcome: Outcome): void {
		this.#outcome ??= outcome;
		for (const settle of this.#waiting.splice(0)) settle(this.#outcome);
	}

	// The journal stays in storage: another version of the page, or a person, may still save it.
	#fail(message: string): void {
		this.#isOpen = false;
		this.#owner.report(message);
		this.#settle({ error: new Error(message) });
		this.#owner.done(this);
	}

	#conclude(saved: SavedTake | null): void {
		if (saved !== null && this.#isDiscarded) {
			// The answer to `finish`, from before the discard, or to `open`.
			this.#isOpen = true;
			this.#hasAskedToFinish = false;
			this.#owner.wake();
			return;
		}
		if (this.#storeTimer !== null) clearTimeout(this.#storeTimer);
		this.#isOpen = false;
		const settle = (): void => {
			this.#owner.done(this);
			this.#settle({ saved });
		};
		// Chunks that are being stored would be left behind.
		void Promise.resolve(this.#storing)
			.then(() => this.#storage?.remove(this.id))
			.then(settle, settle);
	}

	#startStoring(): void {
		if (this.#storeTimer !== null) clearTimeout(this.#storeTimer);
		this.#storeTimer = null;
		if (this.#storage === null || this.#isDiscarded) return;
		this.#storing ??= this.#store(this.#storage).finally(() => {
			this.#storing = null;
		});
	}

	// A discarded take must not come back with the next page.
	#forgetStored(): void {
		if (this.#storeTimer !== null) clearTimeout(this.#storeTimer);
		this.#storeTimer = null;
		const storing = Promise.resolve(this.#storing)
			.then(() => this.#storage?.discard(this.id))
			.catch((error: unknown) => this.#owner.report(`the storage of the browser cannot be changed: ${error}`))
			.finally(() => {
				if (this.#storing === storing) this.#storing = null;
			});
		this.#storing = storing;
	}

	async #store(storage: JournalStorage): Promise<void> {
		let wasComplete = false;
		try {
			while (!this.#isDiscarded && (this.#stored < this.#queue.end || wasComplete !== this.#isComplete)) {
				const [start, end] = [this.#stored, this.#queue.end];
				const bytes = new Uint8Array(end - start);
				this.#queue.copy(start, end, bytes, 0);
				wasComplete = this.#isComplete;
				const row = { take: this.id, length: end, isComplete: wasComplete, issues: this.#issues };
				await storage.put(row, start, bytes.length === 0 ? null : bytes);
				this.#stored = end;
			}
			this.#trim();
		} catch (error) {
			// Full storage must not stop the take: bytes stay in memory until the server has them.
			this.#owner.report(`the storage of the browser is full: ${error}`);
		}
	}

	// Forgets bytes that are acknowledged, or too many for memory, if storage has them.
	#trim(): void {
		const keep = Math.min(this.#acked, this.#stored);
		if (this.#storage === null) this.#queue.dropBefore(this.#acked);
		else if (this.#queue.end - keep > MAX_QUEUE_BYTES) this.#queue.dropBefore(this.#stored);
		else this.#queue.dropBefore(keep);
	}
}
