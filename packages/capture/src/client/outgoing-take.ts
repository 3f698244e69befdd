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
/** How often the same damaged bytes are sent before the take is given up. */
const MAX_TRIES = 3;

/** A take on its way to a capture server: the journal of a `Recorder`. */
export interface CaptureTake extends JournalSink {
	readonly id: string;
	/** Bytes that the server has not acknowledged. */
	readonly waitingBytes: number;
	/**
	 * Ends the take, after the recorder was stopped. Resolves when the server has saved it, however long the connection is
	 * lost; `null` if the take has no frame. Rejects if the server refuses the take for good.
	 */
	finish(): Promise<SavedTake | null>;
	/** Deletes the take here and on the server, even if it was saved. */
	discard(): Promise<void>;
}

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

/** Sends the journal of a take, keeps it in storage until it is saved, and starts again after an interruption. */
export class OutgoingTake implements CaptureTake {
	readonly id: string;
	readonly #storage: TakeStorage | null;
	readonly #owner: TakeOwner;
	readonly #queue: ByteQueue;
	/** A chunk: the header, then bytes of the journal. */
	readonly #message = new Uint8Array(CHUNK_HEADER_BYTES + MAX_CHUNK_BYTES);
	readonly #view = new DataView(this.#message.buffer);
	#stored: number;
	#sent = 0;
	#acked = 0;
	#isComplete = false;
	#isDiscarded = false;
	/** Whether the server has answered to `open` on this link. */
	#isOpen = false;
	#hasAskedToFinish = false;
	#isPumping = false;
	#storing: Promise<void> | null = null;
	#storeTimer: ReturnType<typeof setTimeout> | null = null;
	#retryTimer: ReturnType<typeof setTimeout> | null = null;
	#tries = 0;
	#settle: { resolve(saved: SavedTake | null): void; reject(error: Error): void } | null = null;

	/** `length`: bytes that are in storage already. */
	constructor(id: string, storage: TakeStorage | null, owner: TakeOwner, length = 0) {
		this.id = id;
		this.#storage = storage;
		this.#owner = owner;
		this.#queue = new ByteQueue(length);
		this.#stored = length;
		writeChunkHeader(this.#message, id, 0);
	}

	get waitingBytes(): number {
		return this.#queue.end - this.#acked;
	}

	write(bytes: Uint8Array): void {
		if (this.#isComplete) throw new TypeError('write: the take has ended');
		this.#queue.append(bytes);
		this.#storeTimer ??= setTimeout(() => this.#startStoring(), STORE_MS);
		this.#owner.wake();
	}

	finish(): Promise<SavedTake | null> {
		this.#isComplete = true;
		const saved = new Promise<SavedTake | null>((resolve, reject) => {
			this.#settle = { resolve, reject };
		});
		// A rejection that nobody awaits is reported by the client.
		saved.catch(() => {});
		this.#startStoring();
		this.#owner.wake();
		return saved;
	}

	async discard(): Promise<void> {
		this.#isComplete = true;
		this.#isDiscarded = true;
		const gone = new Promise<void>((resolve, reject) => {
			this.#settle = { resolve: () => resolve(), reject };
		});
		this.#hasAskedToFinish = false;
		this.#owner.revive(this);
		this.#owner.wake();
		await gone;
	}

	/** Marks a take of an earlier page as complete. */
	complete(): void {
		this.#isComplete = true;
	}

	/** The link is new: asks the server how much it has. */
	open(link: Link): void {
		this.#isOpen = false;
		this.#hasAskedToFinish = false;
		link.send({ type: 'open', take: this.id });
	}

	/** The link is lost. */
	lose(): void {
		this.#isOpen = false;
		if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
		this.#retryTimer = null;
	}

	/** Sends what the link takes. */
	async pump(link: Link): Promise<void> {
		if (!this.#isOpen || this.#isPumping || this.#hasAskedToFinish) return;
		if (this.#isDiscarded) {
			this.#hasAskedToFinish = true;
			link.send({ type: 'discard', take: this.id });
			return;
		}
		this.#isPumping = true;
		try {
			while (this.#isOpen && link.isReady && this.#sent < this.#queue.end && this.#sent - this.#acked < WINDOW_BYTES) {
				if (this.#sent >= this.#queue.start) this.#sendQueued(link);
				else if (!(await this.#sendStored(link))) return;
			}
		} finally {
			this.#isPumping = false;
		}
		if (this.#isOpen && this.#isComplete && this.#acked === this.#queue.end) {
			this.#hasAskedToFinish = true;
			link.send({ type: 'finish', take: this.id, length: this.#queue.end });
		}
	}

	/** Takes an answer of the server that names this take. */
	receive(message: ServerMessage, link: Link): void {
		if (message.type === 'ack') this.#acknowledge(message.length);
		else if (message.type === 'saved') this.#end(message);
		else if (message.type === 'discarded') this.#end(null);
		else if (message.type === 'refused') this.#handleRefusal(message.code, message.message, message.length, link);
	}

	#sendQueued(link: Link): void {
		const count = Math.min(MAX_CHUNK_BYTES, this.#queue.end - this.#sent);
		this.#queue.copy(this.#sent, this.#sent + count, this.#message, CHUNK_HEADER_BYTES);
		this.#sendMessage(link, count);
	}

	async #sendStored(link: Link): Promise<boolean> {
		const from = this.#sent;
		const bytes = await this.#storage?.read(this.id, from);
		if (bytes == null) {
			this.#fail(`bytes from ${from} on are not in the storage of the browser`);
			return false;
		}
		// The link may have changed while the bytes were read.
		if (!this.#isOpen || this.#sent !== from) return true;
		const count = Math.min(MAX_CHUNK_BYTES, bytes.length);
		this.#message.set(bytes.subarray(0, count), CHUNK_HEADER_BYTES);
		this.#sendMessage(link, count);
		return true;
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
		} else if (length > this.#acked) this.#acked = length;
		this.#tries = 0;
		this.#owner.report(null);
		this.#trim();
		this.#owner.wake();
	}

	#handleRefusal(code: RefusalCode, message: string, length: number | undefined, link: Link): void {
		if (code === 'unknown-take') this.open(link);
		else if (code === 'gap' && length !== undefined) this.#rewind(length);
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

	// The journal stays in storage: another version of the page, or a person, may still save it.
	#fail(message: string): void {
		this.#isOpen = false;
		this.#owner.report(message);
		this.#settle?.reject(new Error(message));
		this.#owner.done(this);
	}

	#end(saved: SavedTake | null): void {
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
			this.#settle?.resolve(saved);
		};
		// Chunks that are being stored would be left behind.
		void Promise.resolve(this.#storing)
			.then(() => this.#storage?.remove(this.id))
			.then(settle, settle);
	}

	#startStoring(): void {
		if (this.#storeTimer !== null) clearTimeout(this.#storeTimer);
		this.#storeTimer = null;
		if (this.#storage === null) return;
		this.#storing ??= this.#store(this.#storage).finally(() => {
			this.#storing = null;
		});
	}

	async #store(storage: TakeStorage): Promise<void> {
		let wasComplete = false;
		try {
			while (this.#stored < this.#queue.end || wasComplete !== this.#isComplete) {
				const [start, end] = [this.#stored, this.#queue.end];
				const bytes = new Uint8Array(end - start);
				this.#queue.copy(start, end, bytes, 0);
				wasComplete = this.#isComplete;
				const row = { take: this.id, length: end, isComplete: wasComplete };
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
