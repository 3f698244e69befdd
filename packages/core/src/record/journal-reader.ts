import { computeCrc32 } from '../bytes/crc32.ts';
import { toView } from '../bytes/view.ts';
import { isJournal } from '../codec/signatures.ts';
import { failAt } from '../issue/error.ts';
import type { Marker } from '../model/recording.ts';
import { createFrameSample, type FrameSample } from '../sample/frame-sample.ts';
import type { RecordingDetails } from './build-extras.ts';
import { readDetails, readMarker } from './journal-content.ts';
import {
	JOURNAL_HEADER_WORDS,
	JOURNAL_VERSIONS,
	RECORD_HEADER_WORDS,
	RECORD_KINDS,
	SYNC_WORD,
	UNCHECKED_BYTES,
} from './journal-format.ts';
import { FRAME_HEADER_WORDS, MAX_FRAME_WORDS, packedSize } from './packed-frame.ts';
import { FrameUnpacker } from './unpack-frame.ts';

/** Takes the records of a journal, in order. All functions are optional. */
export interface JournalEvents {
	/** A frame. The reader reuses the object: copy what you keep. Its time has the origin of the recorder. */
	readonly frame?: (frame: FrameSample) => void;
	/** A marker, with the same origin of time. */
	readonly marker?: (marker: Marker) => void;
	readonly details?: (details: RecordingDetails) => void;
	readonly start?: () => void;
	readonly stop?: () => void;
	/** All frames and markers so far are void. */
	readonly discard?: () => void;
}

const HEADER_SIZE: number = JOURNAL_HEADER_WORDS * 4;
const RECORD_HEADER_SIZE: number = RECORD_HEADER_WORDS * 4;

/**
 * Reads a journal piece by piece while it is written, for example from a socket. Unlike `recoverJournal` it accepts no
 * damage and keeps no frames.
 *
 * @example
 * const reader = new JournalReader({ frame: ({ time }) => console.log(time) });
 * reader.read(bytes); // again for every piece
 */
export class JournalReader {
	readonly #events: JournalEvents;
	readonly #frame: FrameSample = createFrameSample();
	readonly #unpacker = new FrameUnpacker(this.#frame);
	/** A frame record at an aligned place. */
	readonly #words = new Uint32Array(MAX_FRAME_WORDS);
	readonly #floats = new Float32Array(this.#words.buffer);
	readonly #bytes = new Uint8Array(this.#words.buffer);
	#lastTime: number = Number.NEGATIVE_INFINITY;
	#nextNumber = 0;
	#take = 0;
	#byteLength = 0;

	constructor(events: JournalEvents) {
		this.#events = events;
	}

	/** The number of bytes read so far. */
	get byteLength(): number {
		return this.#byteLength;
	}

	/**
	 * Reads the records at the start of `bytes`, which continue the journal, and returns how many bytes they take. Fewer than
	 * `bytes.length` are left if the last record is not complete: pass them again, followed by more.
	 *
	 * Throws `RecordingError` (`not-a-journal`, `journal-version`, `journal-damaged`) at the first damaged record;
	 * `byteLength` is then the end of the last intact record.
	 */
	read(bytes: Uint8Array): number {
		const view = toView(bytes);
		let at = 0;
		const advance = (size: number): void => {
			at += size;
			this.#byteLength += size;
		};
		if (this.#byteLength === 0) {
			if (bytes.length < HEADER_SIZE) return 0;
			checkHeader(bytes);
			advance(HEADER_SIZE);
		}
		while (at + RECORD_HEADER_SIZE <= bytes.length) {
			if (view.getUint32(at, true) !== SYNC_WORD) this.#fail('does not start a record');
			const size = view.getUint32(at + 8, true);
			if (size % 4 !== 0) this.#fail('has an invalid size');
			const end = at + RECORD_HEADER_SIZE + size;
			if (end > bytes.length) break;
			if (computeCrc32(bytes, at + UNCHECKED_BYTES, end) !== view.getUint32(at + 4, true))
				this.#fail('has a wrong checksum');
			this.#takeRecord(view.getUint32(at + 12, true), view.getUint32(at + 16, true), view.getUint8(at + 20), () =>
				bytes.subarray(at + RECORD_HEADER_SIZE, end),
			);
			advance(end - at);
		}
		return at;
	}

	#takeRecord(number: number, take: number, kind: number, content: () => Uint8Array): void {
		if (number < this.#nextNumber || take < this.#take) this.#fail('is out of order');
		if (take > this.#take) this.#lastTime = Number.NEGATIVE_INFINITY;
		const events = this.#events;
		if (kind === RECORD_KINDS.frame) this.#takeFrame(content());
		else if (kind === RECORD_KINDS.marker) {
			const marker = readMarker(content()) ?? this.#fail('has an invalid marker');
			events.marker?.(marker);
		} else if (kind === RECORD_KINDS.details) {
			const details = readDetails(content()) ?? this.#fail('has invalid details');
			events.details?.(details);
		} else if (kind === RECORD_KINDS.start) events.start?.();
		else if (kind === RECORD_KINDS.stop) events.stop?.();
		else if (kind === RECORD_KINDS.discard) events.discard?.();
		this.#nextNumber = number + 1;
		this.#take = take;
	}

	#takeFrame(content: Uint8Array): void {
		const size = content.length >>> 2;
		if (size < FRAME_HEADER_WORDS || size > MAX_FRAME_WORDS) this.#fail('is not a frame');
		this.#bytes.set(content);
		// A frame that claims more words than the record holds reads what the previous frame left, and is refused.
		if (packedSize(this.#words, 0) !== size) this.#fail('is not a frame');
		this.#unpacker.unpack(this.#words, this.#floats, 0);
		const { time } = this.#frame;
		if (!(Number.isFinite(time) && time > this.#lastTime)) this.#fail('has a time that does not follow');
		this.#lastTime = time;
		this.#events.frame?.(this.#frame);
	}

	#fail(problem: string): never {
		return failAt('journal-damaged', '', this.#byteLength, `the record at ${this.#byteLength} ${problem}`);
	}
}

function checkHeader(bytes: Uint8Array): void {
	const view = toView(bytes);
	if (!isJournal(bytes)) failAt('not-a-journal', '', 0, '[0, 8) is not the magic number of a journal');
	if (view.getUint32(HEADER_SIZE - 4, true) !== computeCrc32(bytes, 0, HEADER_SIZE - 4))
		failAt('journal-damaged', '', 0, `header [0, ${HEADER_SIZE}) is damaged`);
	const version = view.getUint32(8, true);
	if (!JOURNAL_VERSIONS.includes(version))
		failAt('journal-version', '', 8, `journal version ${version} is not supported`);
}
