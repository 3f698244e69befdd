import { computeCrc32 } from '../bytes/crc32.ts';
import { JOURNAL_MAGIC } from '../codec/signatures.ts';
import type { RecordingDetails } from './build-extras.ts';
import type { RecordedSections } from './build-recording.ts';
import type { FrameStore } from './frame-store.ts';
import {
	JOURNAL_HEADER_WORDS,
	JOURNAL_VERSION,
	MARKER_HEADER_WORDS,
	RECORD_HEADER_WORDS,
	RECORD_KINDS,
	SECTION_BITS,
	SECTION_SHIFT,
	SYNC_WORD,
	UNCHECKED_BYTES,
	VALUES_HEADER_WORDS,
} from './journal-format.ts';
import { MAX_FRAME_WORDS, RECORDED_SECTIONS } from './packed-frame.ts';

/**
 * The destination of a journal: a file, a socket, or OPFS, whose `FileSystemSyncAccessHandle` is such a sink. It must be
 * empty at the start (call `truncate(0)` on a handle of an existing file) and takes the journal of one recorder.
 */
export interface JournalSink {
	/**
	 * Appends bytes. The recorder overwrites them after the call, so a sink that needs them later must copy them. An error
	 * that it throws passes through the recorder's method that caused the write; the recorder's own state is still valid.
	 */
	write(bytes: Uint8Array<ArrayBuffer>): void;
}

/** The size of the write buffer in words: 128 kB. */
const BUFFER_WORDS = 0x8000;

/** Writes the journal of a recorder to a sink, in batches. */
export class JournalWriter {
	readonly #sink: JournalSink;
	readonly #interval: number;
	readonly #sections: number;
	#words = new Uint32Array(BUFFER_WORDS);
	#bytes = new Uint8Array(this.#words.buffer);
	#end = 0;
	/** The time of the newest frame, and of the newest frame that was written. */
	#time: number = Number.NEGATIVE_INFINITY;
	#writtenTime: number = Number.NEGATIVE_INFINITY;
	#number = 0;
	#take = 0;

	constructor(sink: JournalSink, interval: number, { flags, isExplicit }: RecordedSections) {
		this.#sink = sink;
		this.#interval = interval;
		let sections = isExplicit ? SECTION_BITS.isExplicit : 0;
		for (const section of RECORDED_SECTIONS) if (flags[section]) sections |= SECTION_BITS[section];
		this.#sections = sections << SECTION_SHIFT;
		this.#words.set([...JOURNAL_MAGIC, JOURNAL_VERSION]);
		this.#words[JOURNAL_HEADER_WORDS - 1] = computeCrc32(this.#bytes, 0, (JOURNAL_HEADER_WORDS - 1) * 4);
		this.#end = JOURNAL_HEADER_WORDS;
	}

	start(): void {
		this.#addRecord(RECORD_KINDS.start, this.#reserve(0));
		this.flush();
	}

	stop(): void {
		this.#addRecord(RECORD_KINDS.stop, this.#reserve(0));
		this.flush();
	}

	/** Marks all previous records as discarded. */
	discard(): void {
		this.#take++;
		this.#time = Number.NEGATIVE_INFINITY;
		this.#addRecord(RECORD_KINDS.discard, this.#reserve(0));
		this.flush();
	}

	/** Adds the newest frame of a store. Allocates nothing unless the buffer is due to be written. */
	addFrame(store: FrameStore, time: number): void {
		const end = store.copyNewest(this.#words, this.#reserve(MAX_FRAME_WORDS));
		this.#addRecord(RECORD_KINDS.frame, end);
		this.#time = time;
		const isFull = this.#end + RECORD_HEADER_WORDS + MAX_FRAME_WORDS > this.#words.length;
		if (isFull || !(time - this.#writtenTime < this.#interval)) this.flush();
	}

	addMarker(time: number, name: string): void {
		this.#addText(RECORD_KINDS.marker, name, (at) => {
			this.#words.set(new Uint32Array(new Float64Array([time]).buffer), at);
			return at + MARKER_HEADER_WORDS - 1;
		});
	}

	/** Adds values of tracks, each the index of its track and its floats. Writes them with the next frame. */
	addValues(time: number, values: readonly (readonly [index: number, floats: ArrayLike<number>])[]): void {
		const size = values.reduce((sum, [, floats]) => sum + 1 + floats.length, VALUES_HEADER_WORDS);
		let at = this.#reserve(size);
		this.#words.set(new Uint32Array(new Float64Array([time]).buffer), at);
		at += VALUES_HEADER_WORDS;
		const target = new Float32Array(this.#words.buffer);
		for (const [index, floats] of values) {
			this.#words[at] = index;
			target.set(floats, at + 1);
			at += 1 + floats.length;
		}
		this.#addRecord(RECORD_KINDS.values, at);
		if (this.#end + RECORD_HEADER_WORDS + MAX_FRAME_WORDS > this.#words.length) this.flush();
	}

	addDetails(details: RecordingDetails): void {
		this.#addText(RECORD_KINDS.details, JSON.stringify(details), (at) => at);
	}

	// Adds a record that ends with a text and its length. `begin` writes what comes before and returns where it ends.
	#addText(kind: number, text: string, begin: (at: number) => number): void {
		const bytes = new TextEncoder().encode(text);
		const size = MARKER_HEADER_WORDS + Math.ceil(bytes.length / 4);
		const start = this.#reserve(size);
		this.#words.fill(0, start, start + size);
		const at = begin(start);
		this.#words[at] = bytes.length;
		this.#bytes.set(bytes, (at + 1) * 4);
		this.#addRecord(kind, at + 1 + Math.ceil(bytes.length / 4));
		this.flush();
	}

	/** Writes the buffer to the sink. If that fails, its records are lost, which shows in the record numbers. */
	flush(): void {
		const bytes = this.#bytes.subarray(0, this.#end * 4);
		this.#end = 0;
		this.#writtenTime = this.#time;
		if (bytes.length > 0) this.#sink.write(bytes);
	}

	// Makes room for a record with `size` words of content and returns the position of the content.
	#reserve(size: number): number {
		const needed = this.#end + RECORD_HEADER_WORDS + size;
		if (needed > this.#words.length) {
			const words = new Uint32Array(needed);
			words.set(this.#words.subarray(0, this.#end));
			this.#words = words;
			this.#bytes = new Uint8Array(words.buffer);
		}
		return this.#end + RECORD_HEADER_WORDS;
	}

	// Completes the record whose content ends at `end`.
	#addRecord(kind: number, end: number): void {
		const start = this.#end;
		const words = this.#words;
		words[start] = SYNC_WORD;
		words[start + 2] = (end - start - RECORD_HEADER_WORDS) * 4;
		words[start + 3] = this.#number++;
		words[start + 4] = this.#take;
		words[start + 5] = kind | this.#sections;
		words[start + 1] = computeCrc32(this.#bytes, start * 4 + UNCHECKED_BYTES, end * 4);
		this.#end = end;
	}
}
