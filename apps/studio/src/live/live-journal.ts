import { thinJournal } from '@handreel/core/record';

/** Limits of a {@link LiveJournal}, in bytes. */
export interface LiveJournalLimits {
	/** The newest part, which keeps every frame: about four minutes with two hands at 90 Hz. Default 32 MB. */
	readonly newer?: number;
	/** The part before, which keeps fewer frames as it grows: at least three per second in an hour. Default 32 MB. */
	readonly older?: number;
	/** The most bytes that are looked at together. Default 4 MB. */
	readonly piece?: number;
}

const MB: number = 1024 * 1024;
const DEFAULTS: Readonly<Required<LiveJournalLimits>> = { newer: 32 * MB, older: 32 * MB, piece: 4 * MB };
/** Ends the thinning of a journal that has nothing but markers. */
const MAX_EVERY: number = 2 ** 20;

/**
 * The journal of a take in progress, in limited memory. The newest part has every frame. Older frames are thinned out, and
 * again whenever there are too many; markers and details stay, and so does the first frame, which is the origin of time.
 */
export class LiveJournal {
	readonly #limits: Readonly<Required<LiveJournalLimits>>;
	#older: Blob = new Blob();
	#newer: Blob[] = [];
	#newerBytes = 0;
	#byteLength = 0;
	#every = 1;
	#work: Promise<void> = Promise.resolve();

	constructor(limits: LiveJournalLimits = {}) {
		this.#limits = { ...DEFAULTS, ...limits };
	}

	/** The bytes that were appended. */
	get byteLength(): number {
		return this.#byteLength;
	}

	/** The bytes that are kept. */
	get keptBytes(): number {
		return this.#older.size + this.#newerBytes;
	}

	/** Older frames are thinned out to one of this many. 1: everything is kept. */
	get every(): number {
		return this.#every;
	}

	/** Appends whole records. They are counted at once, and kept when the promise resolves. */
	append(bytes: Blob): Promise<void> {
		this.#byteLength += bytes.size;
		this.#work = this.#work.then(() => this.#add(bytes));
		return this.#work;
	}

	/** The journal with the frames that are kept. */
	toFile(): Blob {
		return new Blob([this.#older, ...this.#newer]);
	}

	// A viewer that joins late gets a long take at once, and reads it in pieces.
	async #add(bytes: Blob): Promise<void> {
		const { piece } = this.#limits;
		for (let at = 0; at < bytes.size; ) {
			const records = thinJournal(await bytes.slice(at, at + piece).arrayBuffer(), 1);
			if (records.byteLength === 0) throw new Error(`no whole record in ${piece} bytes`);
			at += records.byteLength;
			this.#newer.push(new Blob([records.bytes]));
			this.#newerBytes += records.byteLength;
			await this.#thin();
		}
	}

	async #thin(): Promise<void> {
		const { newer, older } = this.#limits;
		for (let first = this.#newer[0]; first !== undefined; first = this.#newer[0]) {
			if (this.#newerBytes - first.size < newer) break;
			const records = thinJournal(await first.arrayBuffer(), this.#every);
			this.#older = new Blob([this.#older, records.bytes]);
			this.#newer.shift();
			this.#newerBytes -= first.size;
			// Half of the frames stay, in all that is older.
			while (this.#older.size > older && this.#every < MAX_EVERY) {
				this.#every *= 2;
				this.#older = new Blob([thinJournal(await this.#older.arrayBuffer(), 2).bytes]);
			}
		}
	}
}
