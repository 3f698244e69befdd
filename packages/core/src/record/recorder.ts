import { isTrackName } from '../model/create-recording.ts';
import type { Marker, Recording } from '../model/recording.ts';
import type { FrameSample } from '../sample/frame-sample.ts';
import type { RecordingDetails } from './build-extras.ts';
import { buildRecording, type RecordedKeysOptions, type RecordedSections, thinKeys } from './build-recording.ts';
import { FrameStore } from './frame-store.ts';
import { type JournalSink, JournalWriter } from './journal-writer.ts';
import { RECORDED_SECTIONS, type RecordedSection } from './packed-frame.ts';
import { sizeOfValue, TrackKeys, type TrackValue } from './track-keys.ts';

/** Options of a {@link Recorder}. */
export interface RecorderOptions {
	/**
	 * The sections to record. The recording includes each of them, even if it was never seen. Default: all sections that
	 * were seen.
	 */
	readonly sections?: readonly RecordedSection[] | undefined;
	/** Seconds to keep; older frames and markers are dropped. `Infinity` keeps all. Default 30. */
	readonly maxDuration?: number | undefined;
	/**
	 * The maximum number of frames per second, on average. Frames at this rate are all taken, even with a jitter of half an
	 * interval. Default: no limit.
	 */
	readonly frameRate?: number | undefined;
	/** Where to write a journal, from which `recoverJournal` rebuilds the recording after a crash. Default: no journal. */
	readonly journal?: JournalSink | undefined;
	/** Seconds between writes to the journal, which is how much a crash can lose. Default 0.5. */
	readonly journalInterval?: number | undefined;
}

/** Defaults of {@link RecorderOptions}. */
const RECORDER_DEFAULTS: Readonly<Required<Pick<RecorderOptions, 'maxDuration' | 'frameRate' | 'journalInterval'>>> = {
	maxDuration: 30,
	frameRate: Number.POSITIVE_INFINITY,
	journalInterval: 0.5,
};

/** Frames per second to allocate memory for if the frame rate has no limit. */
const EXPECTED_FRAME_RATE = 90;
/** The maximum number of frames to allocate memory for at the start: 64 MB. More is allocated block by block. */
const MAX_EXPECTED_FRAMES = 40_000;
/** Seconds that frames may be older than `maxDuration`, so that rounding does not drop a frame. */
const SLACK = 1e-6;

/**
 * Captures frames and builds a recording from them.
 *
 * Frames are copied into preallocated memory: a rolling buffer of the last seconds or, with `maxDuration: Infinity`, a
 * buffer that grows in blocks (as the rolling buffer does if frames come faster than expected). Capturing a frame into
 * existing memory allocates nothing. A frame with two full hands, head, and gaze takes 1.6 kB. Times come from the frames
 * and may have any origin.
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
	readonly #tracks = new TrackKeys();
	#markers: Marker[] = [];
	#details: RecordingDetails = {};
	#isRecording = false;

	/** Creates a stopped recorder. Throws `TypeError` or `RangeError` for invalid options. */
	constructor(options: RecorderOptions = {}) {
		const { sections, journal } = options;
		const {
			maxDuration = RECORDER_DEFAULTS.maxDuration,
			frameRate = RECORDER_DEFAULTS.frameRate,
			journalInterval = RECORDER_DEFAULTS.journalInterval,
		} = options;
		for (const name of sections ?? []) {
			if (!RECORDED_SECTIONS.includes(name))
				throw new TypeError(`sections: '${name}' is not one of ${RECORDED_SECTIONS.join(', ')}`);
		}
		for (const [name, value] of Object.entries({ maxDuration, frameRate, journalInterval })) {
			if (!(value > 0)) throw new RangeError(`${name}: ${value} is not a number greater than 0`);
		}
		if (journal && typeof journal.write !== 'function') throw new TypeError('journal: `write` is not a function');
		const takes = (section: RecordedSection): boolean => sections?.includes(section) ?? true;
		const flags = {
			head: takes('head'),
			hands: takes('hands'),
			gaze: takes('gaze'),
			controllers: takes('controllers'),
		};
		this.#sections = { flags, isExplicit: sections !== undefined };
		this.#maxDuration = maxDuration;
		this.#cap = new FrameRateCap(frameRate);
		const expectedFrames = maxDuration * (Number.isFinite(frameRate) ? frameRate : EXPECTED_FRAME_RATE);
		this.#store = new FrameStore(Number.isFinite(maxDuration) ? Math.min(expectedFrames, MAX_EXPECTED_FRAMES) : 0);
		this.#journal = journal ? new JournalWriter(journal, journalInterval, this.#sections) : null;
	}

	/** Whether {@link capture} takes frames. */
	get isRecording(): boolean {
		return this.#isRecording;
	}

	/** The number of frames in the buffer. */
	get frameCount(): number {
		return this.#store.count;
	}

	/** Seconds from the oldest to the newest frame in the buffer. */
	get duration(): number {
		return this.#store.count === 0 ? 0 : this.#store.lastTime - this.#store.firstTime;
	}

	/** Starts or resumes recording. Frames that were captured before stay, at their times. */
	start(): void {
		if (this.#isRecording) return;
		this.#isRecording = true;
		this.#cap.reset();
		this.#journal?.start();
	}

	/** Stops recording. The captured frames stay. */
	stop(): void {
		if (!this.#isRecording) return;
		this.#isRecording = false;
		this.#journal?.stop();
	}

	/** Drops all frames and markers. Does not stop recording. */
	discard(): void {
		this.#store.clear();
		this.#tracks.clear();
		this.#markers = [];
		this.#cap.reset();
		this.#journal?.discard();
	}

	/**
	 * Copies a frame and returns whether it was taken. A frame is not taken while the recorder is stopped, if the frame rate
	 * is limited and the frame is not due, or if its time is not after the previous frame.
	 *
	 * Poses are in Unity's space. The head is recorded if `headPresent` is set, the gaze if `gazePresent` is set, a joint if
	 * its hand is tracked and its `present` is 1, a controller if its `present` is set. Poses with a value that is not finite
	 * are skipped. Throws `RangeError` if the time is not finite.
	 */
	capture(frame: FrameSample): boolean {
		const { time } = frame;
		if (!Number.isFinite(time)) throw new RangeError(`frame.time: ${time} is not a finite number`);
		if (!this.#isRecording || time <= this.#store.lastTime || !this.#cap.admits(time)) return false;
		this.#store.append(frame, this.#sections.flags);
		this.#store.dropBefore(time - this.#maxDuration - SLACK);
		this.#tracks.dropBefore(time - this.#maxDuration - SLACK);
		this.#journal?.addFrame(this.#store, time);
		return true;
	}

	/**
	 * Adds values of tracks at the newest frame, and returns whether they were taken: call it after {@link capture} has taken
	 * a frame. A track begins with its first value. States have a key per change. Values that are not finite are skipped.
	 *
	 * Throws `TypeError` for a name with a dot, and for a track that was of another kind before.
	 *
	 * @example
	 * const recorder = new Recorder();
	 * recorder.start();
	 * if (recorder.capture(frame)) recorder.captureTracks([{ name: 'ball', kind: 'pose', value: [0, 1, 0, 0, 0, 0, 1] }]);
	 */
	captureTracks(values: readonly TrackValue[]): boolean {
		const { lastTime } = this.#store;
		if (!this.#isRecording || values.length === 0 || Number.isNaN(lastTime)) return false;
		const before = this.#tracks.count;
		const packed = values.map((track) => {
			if (!isTrackName(track.name)) throw new TypeError(`tracks: '${track.name}' is not a text without dots`);
			const { value } = track;
			const floats = Float32Array.from(typeof value === 'object' ? value : [Number(value)]);
			if (floats.length !== sizeOfValue(track.kind))
				throw new TypeError(`tracks: the value of '${track.name}' has ${floats.length} numbers`);
			return [this.#tracks.indexOf(track), floats] as const;
		});
		if (this.#tracks.count > before) this.setDetails({ tracks: this.#tracks.tracks });
		for (const [i, track] of values.entries()) this.#tracks.add(track, lastTime, packed[i]![1], 0);
		this.#journal?.addValues(lastTime, packed);
		return true;
	}

	/**
	 * Adds a marker, by default at the newest frame, and returns whether it was taken. A marker is not taken while the
	 * recorder is stopped, or before the oldest frame. Throws `RangeError` if the time is not finite, or if there is neither
	 * a time nor a frame.
	 */
	addMarker(name: string, time: number = this.#store.lastTime): boolean {
		if (!Number.isFinite(time))
			throw new RangeError(`time: ${time} is not a finite number; before the first frame, pass a time`);
		if (!this.#isRecording || time < this.#store.firstTime) return false;
		this.#markers = [...this.#keptMarkers(), { time, name: String(name) }];
		this.#journal?.addMarker(time, String(name));
		return true;
	}

	/**
	 * Sets what is known about the recording: information, radii of joints, profiles of controllers. Later calls add to
	 * earlier ones, field by field. May be called at any time.
	 *
	 * @example
	 * const recorder = new Recorder();
	 * recorder.setDetails({ info: { device: 'Quest 3' }, profiles: { left: ['generic-trigger'] } });
	 */
	setDetails(details: RecordingDetails): void {
		const { info, radii, profiles, tracks } = this.#details;
		this.#details = {
			info: details.info === undefined ? info : { ...info, ...details.info },
			radii: details.radii === undefined ? radii : { ...radii, ...details.radii },
			profiles: details.profiles === undefined ? profiles : { ...profiles, ...details.profiles },
			...(tracks === undefined && details.tracks === undefined ? {} : { tracks: details.tracks ?? tracks! }),
		};
		this.#journal?.addDetails(this.#details);
	}

	/**
	 * Builds a new recording from the captured frames; the first frame is at 0 seconds. Every frame becomes one key per pose
	 * that was seen, every change of a state becomes one key. Then keys that the tolerances make redundant are removed, unless
	 * `keepAllKeys` is set.
	 *
	 * While a hand is not tracked, its joints have no keys: the curves interpolate linearly across the gap, and `tracked` is
	 * false. Frames at the end in which nothing was seen and no state changed have no keys and do not count as duration.
	 *
	 * The layout is `mrtk-1.1`, which MRTK reads; it cannot store pointing rays and controllers. The recorder keeps its frames.
	 */
	toRecording(options: RecordedKeysOptions = {}): Recording {
		const markers = this.#keptMarkers().sort((a, b) => a.time - b.time);
		const runs = this.#store.listRuns();
		return thinKeys(buildRecording(runs, markers, this.#sections, this.#details, this.#tracks), options);
	}

	#keptMarkers(): Marker[] {
		const { firstTime } = this.#store;
		return this.#markers.filter(({ time }) => !(time < firstTime));
	}
}

/**
 * Limits the frame rate: decides which frames to keep.
 *
 * A frame is due one interval after the previous frame was due (or arrived, if that was later), and may arrive up to one
 * interval early. So frames at the allowed rate all pass, even with a jitter of half an interval, and faster frames are
 * thinned to exactly that rate. MRTK accepts no early frame, so it loses every frame that jitter brings early.
 */
class FrameRateCap {
	readonly #interval: number;
	#due: number = Number.NEGATIVE_INFINITY;

	/** `frameRate`: frames per second; `Infinity` accepts every frame. */
	constructor(frameRate: number) {
		this.#interval = 1 / frameRate;
	}

	/** Whether to keep a frame at this time. Times must increase. */
	admits(time: number): boolean {
		if (time < this.#due - this.#interval) return false;
		this.#due = Math.max(this.#due, time) + this.#interval;
		return true;
	}

	/** Forgets the previous frames. */
	reset(): void {
		this.#due = Number.NEGATIVE_INFINITY;
	}
}
