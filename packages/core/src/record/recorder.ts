import type { Tolerances } from '../compare/tolerances.ts';
import { SECTIONS } from '../model/order.ts';
import type { Marker, Recording, Section } from '../model/recording.ts';
import { optimizeRecording } from '../optimize/optimize-recording.ts';
import type { FrameSample } from '../sample/frame-sample.ts';
import { buildRecording, type RecordedSections } from './build-recording.ts';
import { FrameRateCap } from './frame-rate-cap.ts';
import { FrameStore } from './frame-store.ts';
import { type JournalSink, JournalWriter } from './journal-writer.ts';

/** How a {@link Recorder} records. */
export interface RecorderOptions {
	/**
	 * What to take of each frame. Sections that are named are in the recording even if nothing was seen of them. Default:
	 * all, and those of which nothing was seen are left out.
	 */
	readonly sections?: readonly Section[];
	/** How many of the last seconds to keep; older frames and markers are dropped. `Infinity` keeps all. Default 30. */
	readonly maxDuration?: number;
	/**
	 * Frames per second that are taken at most, over time. Frames that come at this rate are all taken, even if each is
	 * off by up to half an interval. Default: no limit.
	 */
	readonly frameRate?: number;
	/** Where to write a journal, from which `recoverJournal` rebuilds the recording after a crash. */
	readonly journal?: JournalSink;
	/** How many seconds of frames the journal may be behind: they are lost in a crash. Default 0.5. */
	readonly journalInterval?: number;
}

/** For how many frames a second memory is set aside when the frame rate has no limit. */
const EXPECTED_RATE = 90;
/** For how many frames memory is set aside at most: 64 MB. More comes block by block when it is needed. */
const MAX_EXPECTED_FRAMES = 40_000;
/** By how much frames may be older than `maxDuration`, so that rounding drops none: a microsecond. */
const SLACK = 1e-6;

/**
 * Takes frames and makes a recording of them.
 *
 * Frames are copied into memory that was set aside before: a rolling buffer of the last seconds, or with `maxDuration:
 * Infinity` one that grows in blocks (as a rolling one does if frames come faster than expected). Capturing allocates
 * nothing; a frame with two full hands, head and gaze takes 1.6 kB. Time comes with the frames, from any origin.
 *
 * @example
 * const recorder = new Recorder({ maxDuration: 60 });
 * recorder.start();
 * recorder.capture(frame); // once per frame, with frame.time in seconds
 * recorder.stop();
 * const bytes = writeRecording(recorder.toRecording());
 */
export class Recorder {
	readonly #sections: RecordedSections;
	readonly #maxDuration: number;
	readonly #cap: FrameRateCap;
	readonly #store: FrameStore;
	readonly #journal: JournalWriter | null;
	#markers: Marker[] = [];
	#isRecording = false;

	/** A recorder that waits for {@link start}. Throws `TypeError` or `RangeError` for options that make no sense. */
	constructor(options: RecorderOptions = {}) {
		const {
			sections,
			maxDuration = 30,
			frameRate = Number.POSITIVE_INFINITY,
			journal,
			journalInterval = 0.5,
		} = options;
		for (const name of sections ?? []) {
			if (!SECTIONS.includes(name)) throw new TypeError(`sections: '${name}' is none of ${SECTIONS.join(', ')}`);
		}
		for (const [name, value] of Object.entries({ maxDuration, frameRate, journalInterval })) {
			if (!(value > 0)) throw new RangeError(`${name}: ${value} is not a number above 0`);
		}
		if (journal && typeof journal.write !== 'function') throw new TypeError('journal: has no method `write`');
		const takes = (section: Section): boolean => sections?.includes(section) ?? true;
		const flags = { head: takes('head'), hands: takes('hands'), gaze: takes('gaze') };
		this.#sections = { flags, isExplicit: sections !== undefined };
		this.#maxDuration = maxDuration;
		this.#cap = new FrameRateCap(frameRate);
		const rate = Number.isFinite(frameRate) ? frameRate : EXPECTED_RATE;
		this.#store = new FrameStore(Number.isFinite(maxDuration) ? Math.min(maxDuration * rate, MAX_EXPECTED_FRAMES) : 0);
		this.#journal = journal ? new JournalWriter(journal, journalInterval, this.#sections) : null;
	}

	/** Whether frames are taken. */
	get isRecording(): boolean {
		return this.#isRecording;
	}

	/** How many frames it holds. */
	get frameCount(): number {
		return this.#store.count;
	}

	/** Seconds from the oldest to the newest frame that it holds. */
	get duration(): number {
		return this.#store.count === 0 ? 0 : this.#store.lastTime - this.#store.firstTime;
	}

	/** Starts to take frames, or goes on after {@link stop}; what was recorded before stays, at its time. */
	start(): void {
		if (this.#isRecording) return;
		this.#isRecording = true;
		this.#cap.reset();
		this.#journal?.start();
	}

	/** Takes no more frames. What was recorded stays. */
	stop(): void {
		if (!this.#isRecording) return;
		this.#isRecording = false;
		this.#journal?.stop();
	}

	/** Drops everything that was recorded, frames and markers. A recorder that is recording goes on. */
	discard(): void {
		this.#store.clear();
		this.#markers = [];
		this.#cap.reset();
		this.#journal?.discard();
	}

	/**
	 * Copies a frame, such as a sampler fills, and says whether it was taken: not while stopped, not when the frame rate
	 * is limited and the frame is not due, and not when its time is not after that of the frame before.
	 *
	 * Poses are in Unity's space. The head is taken if `headPresent` is set, the gaze if `gazePresent` is, and a joint if
	 * its hand is tracked and `present` is 1 for it; nothing of which a float is not finite is. Throws `RangeError` for a
	 * time that is not finite.
	 */
	capture(frame: FrameSample): boolean {
		const { time } = frame;
		if (!Number.isFinite(time)) throw new RangeError(`frame.time: ${time} is not finite`);
		if (!this.#isRecording || time <= this.#store.lastTime || !this.#cap.admits(time)) return false;
		this.#store.append(frame, this.#sections.flags);
		this.#store.dropBefore(time - this.#maxDuration - SLACK);
		this.#journal?.addFrame(this.#store, time);
		return true;
	}

	/**
	 * Adds a marker, by default at the newest frame, and says whether it was taken: not while stopped, and not before the
	 * oldest frame. Throws `RangeError` for a time that is not finite, or none where there is no frame yet.
	 */
	addMarker(name: string, time: number = this.#store.lastTime): boolean {
		if (!Number.isFinite(time)) throw new RangeError(`time: ${time} is not finite; without frames a marker needs one`);
		if (!this.#isRecording || time < this.#store.firstTime) return false;
		this.#markers = [...this.#keptMarkers(), { time, name: String(name) }];
		this.#journal?.addMarker(time, String(name));
		return true;
	}

	/**
	 * What was recorded, as a fresh recording whose first frame is at 0: every frame a key for what was seen in it, states
	 * keyed where they change, then thinned out within tolerances (default: those of MRTK); `'keep-all'` keeps every key.
	 * While a hand was not tracked its joints have no keys; curves lead straight over the gap, and `tracked` tells. Frames
	 * at the end in which nothing was seen and no state changed leave no keys, so the duration ends before them.
	 *
	 * The layout is `mrtk-1.1`, which MRTK reads and which holds all of it. The recorder keeps its frames.
	 */
	toRecording(tolerances: Tolerances | 'keep-all' = {}): Recording {
		const markers = this.#keptMarkers().sort((a, b) => a.time - b.time);
		const recording = buildRecording(this.#store.listRuns(), markers, this.#sections);
		return tolerances === 'keep-all'
			? recording
			: optimizeRecording(recording, tolerances === undefined ? {} : { tolerances });
	}

	#keptMarkers(): Marker[] {
		const { firstTime } = this.#store;
		return this.#markers.filter(({ time }) => !(time < firstTime));
	}
}
