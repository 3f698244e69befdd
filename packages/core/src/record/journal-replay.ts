import type { Issue } from '../issue/error.ts';
import type { Marker } from '../model/recording.ts';
import type { RecordingDetails } from './build-extras.ts';
import type { RecordedSections } from './build-recording.ts';
import { readDetails, readMarker, readValues } from './journal-content.ts';
import { RECORD_KINDS, SECTION_BITS, SECTION_SHIFT } from './journal-format.ts';
import type { JournalRecord } from './journal-scan.ts';
import { FRAME_HEADER_WORDS, type PackedRun, packedSize, packedTime } from './packed-frame.ts';
import { TrackKeys } from './track-keys.ts';

/** A run of records that are missing from a journal. */
export interface JournalGap {
	/** The time of the last frame before the gap, in seconds of the recording; `null` if there is no such frame. */
	readonly start: number | null;
	/** The time of the first frame after the gap, in seconds of the recording; `null` if there is no such frame. */
	readonly end: number | null;
	/** The number of missing records (frames, markers, starts, and stops). */
	readonly records: number;
}

/** Rebuilds the state of a recorder from the intact records of its journal. */
export class JournalReplay {
	readonly #report: (code: Issue['code'], byteOffset: number, message: string) => void;
	readonly #words: Uint32Array;
	readonly #floats: Float32Array;
	readonly #bytes: Uint8Array;
	#end = 0;
	#lastTime: number = Number.NEGATIVE_INFINITY;
	#markers: Marker[] = [];
	#gaps: { before: number; after: number; records: number }[] = [];
	/** The number of records that are missing before the next frame. */
	#missing = 0;
	#nextNumber = 0;
	#take = 0;
	#kind = 0;
	frameCount = 0;
	/** The values of tracks. */
	values: TrackKeys = new TrackKeys();
	/** The latest details; a discard keeps them. */
	details: RecordingDetails = {};
	/** Whether the last record is a stop. */
	isComplete = false;

	/** `byteLength`: the size of the journal, which its frames cannot exceed. */
	constructor(byteLength: number, report: (code: Issue['code'], byteOffset: number, message: string) => void) {
		this.#report = report;
		this.#words = new Uint32Array(byteLength >>> 2);
		this.#floats = new Float32Array(this.#words.buffer);
		this.#bytes = new Uint8Array(this.#words.buffer);
	}

	get frames(): PackedRun {
		return { words: this.#words, floats: this.#floats, start: 0, end: this.#end };
	}

	/** The markers, sorted by time. */
	get markers(): readonly Marker[] {
		return this.#markers.toSorted((a, b) => a.time - b.time);
	}

	get sections(): RecordedSections {
		const bits = this.#kind >>> SECTION_SHIFT;
		const has = (section: keyof typeof SECTION_BITS): boolean => (bits & SECTION_BITS[section]) !== 0;
		return {
			flags: { head: has('head'), hands: has('hands'), gaze: has('gaze'), controllers: has('controllers') },
			isExplicit: has('isExplicit'),
		};
	}

	/** The gaps, in order, with times in seconds since the first frame. */
	listGaps(): JournalGap[] {
		const origin = this.#end > 0 ? packedTime(this.#words, 0) : 0;
		const since = (time: number): number | null => (Number.isFinite(time) ? time - origin : null);
		const atEnd = { before: this.#lastTime, after: Number.NaN, records: this.#missing };
		return [...this.#gaps, atEnd]
			.filter(({ records }) => records > 0)
			.map(({ before, after, records }) => ({ start: since(before), end: since(after), records }));
	}

	/** Adds the next record. Reports and skips a record that is out of order, such as a second copy. */
	add(record: JournalRecord): void {
		const { byteOffset, number, take, kind } = record;
		if (number < this.#nextNumber || take < this.#take) {
			this.#report('journal-damaged', byteOffset, `record at ${byteOffset} is out of order`);
			return;
		}
		this.#missing += number - this.#nextNumber;
		this.#nextNumber = number + 1;
		if (take > this.#take) this.#discard(take);
		// Records before a discard are not needed.
		if ((kind & 0xff) === RECORD_KINDS.discard) this.#missing = 0;
		this.#kind = kind;
		this.isComplete = (kind & 0xff) === RECORD_KINDS.stop;
		if (!this.#addContent(kind & 0xff, record.content))
			this.#report('journal-damaged', byteOffset, `record at ${byteOffset} has invalid content`);
	}

	#addContent(kind: number, content: Uint8Array): boolean {
		if (kind === RECORD_KINDS.frame) return this.#addFrame(content);
		if (kind === RECORD_KINDS.marker) return this.#addMarker(content);
		if (kind === RECORD_KINDS.details) return this.#addDetails(content);
		if (kind === RECORD_KINDS.values) return readValues(content, this.details, this.values);
		return true;
	}

	/** Forgets everything: the next record starts another journal. */
	restart(): void {
		this.#discard(0);
		this.details = {};
		this.values = new TrackKeys();
		this.#nextNumber = 0;
		this.#missing = 0;
	}

	#discard(take: number): void {
		this.#take = take;
		this.#end = 0;
		this.#lastTime = Number.NEGATIVE_INFINITY;
		this.#markers = [];
		this.values.clear();
		this.#gaps = [];
		this.frameCount = 0;
	}

	#addFrame(content: Uint8Array): boolean {
		const size = content.length >>> 2;
		const start = this.#end;
		this.#bytes.set(content, start * 4);
		const time = packedTime(this.#words, start);
		const isWhole = size >= FRAME_HEADER_WORDS && size === packedSize(this.#words, start);
		if (!isWhole || !Number.isFinite(time) || time <= this.#lastTime) return false;
		if (this.#missing > 0) this.#gaps.push({ before: this.#lastTime, after: time, records: this.#missing });
		this.#missing = 0;
		this.#lastTime = time;
		this.#end += size;
		this.frameCount++;
		return true;
	}

	#addMarker(content: Uint8Array): boolean {
		const marker = readMarker(content);
		if (marker !== null) this.#markers.push(marker);
		return marker !== null;
	}

	#addDetails(content: Uint8Array): boolean {
		const details = readDetails(content);
		if (details !== null) this.details = details;
		return details !== null;
	}
}
