import type { Tolerances } from '../compare/options.ts';
import { createRecording, type HandParts, type PoseParts, type RayParts } from '../model/create-recording.ts';
import { CLAMP_FOREVER, type Curve, SIMPLE_STRIDE } from '../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../model/joints.ts';
import type { Marker, Recording, Side } from '../model/recording.ts';
import { optimizeRecording } from '../optimize/optimize-recording.ts';
import { JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { ChangeKeys, ExtraKeys, type RecordingDetails } from './build-extras.ts';
import {
	extrasOffset,
	FRAME_HEADER_WORDS,
	JOINT_BITS,
	OTHER_BIT,
	type PackedRun,
	PINCHING_BIT,
	packedSize,
	packedTime,
	type RecordedFlags,
	type RecordedSection,
	TRACKED_BIT,
} from './packed-frame.ts';
import type { TrackKeys } from './track-keys.ts';

/** The sections to record, and whether the recording includes them even if they were never seen. */
export interface RecordedSections {
	readonly flags: RecordedFlags;
	readonly isExplicit: boolean;
}

// Slots of `counts` and `KeyWriter`: the head, the joints of both hands, the gaze.
const HEAD = 0;
const LEFT = 1;
const RIGHT: number = LEFT + JOINT_COUNT;
const GAZE: number = RIGHT + JOINT_COUNT;
const SIGN_BIT = 0x8000_0000;

/**
 * Builds a recording from captured frames: one key per frame for every pose that was seen, one key per change of a state.
 * Times are seconds since the first frame. Neighboring rotations have the same sign, so that linear interpolation between
 * them does not pass through zero.
 */
export function buildRecording(
	runs: readonly PackedRun[],
	markers: readonly Marker[],
	{ flags, isExplicit }: RecordedSections,
	details: RecordingDetails = {},
	values: TrackKeys | null = null,
): Recording {
	const counts = countKeys(runs);
	const keys = new KeyWriter(counts);
	const states = [TRACKED_BIT, PINCHING_BIT].map((bit) => ({ bit, left: new ChangeKeys(), right: new ChangeKeys() }));
	const extras = new ExtraKeys();
	const origin = firstTime(runs);
	visitFrames(runs, ({ words, floats }, start, left, right) => {
		const time = packedTime(words, start) - origin;
		for (const state of states) {
			state.left.add(time, (left & state.bit) !== 0);
			state.right.add(time, (right & state.bit) !== 0);
		}
		extras.add(time, words, floats, extrasOffset(words, start));
		let at = start + FRAME_HEADER_WORDS;
		if (left & OTHER_BIT) at = keys.putPose(HEAD, time, words, floats, at);
		for (let bits = left & JOINT_BITS; bits !== 0; bits &= bits - 1)
			at = keys.putPose(LEFT + lowestBit(bits), time, words, floats, at);
		for (let bits = right & JOINT_BITS; bits !== 0; bits &= bits - 1)
			at = keys.putPose(RIGHT + lowestBit(bits), time, words, floats, at);
		if (right & OTHER_BIT) keys.putRay(GAZE, time, words, at);
	});
	const hand = (first: number, side: Side): HandParts => {
		const joints = {} as Record<JointName, PoseParts>;
		JOINT_NAMES.forEach((name, joint) => {
			joints[name] = keys.pose(first + joint);
		});
		return {
			tracked: states[0]![side].toCurve(),
			pinching: states[1]![side].toCurve(),
			joints,
			aim: extras.aim(side),
			pinchStrength: extras.pinchStrength(side),
			radii: details.radii?.[side] ?? null,
		};
	};
	const isHandSeen = states.some(({ left, right }) => left.wasTrue || right.wasTrue);
	const has = (section: RecordedSection, isSeen: boolean): boolean => flags[section] && (isExplicit || isSeen);
	return createRecording({
		head: has('head', counts[HEAD]! > 0) ? keys.pose(HEAD) : null,
		hands: has('hands', isHandSeen) ? { left: hand(LEFT, 'left'), right: hand(RIGHT, 'right') } : null,
		gaze: has('gaze', counts[GAZE]! > 0) ? keys.ray(GAZE) : null,
		controllers: has('controllers', extras.hasControllers)
			? {
					left: extras.controller('left', details.profiles?.left ?? []),
					right: extras.controller('right', details.profiles?.right ?? []),
				}
			: null,
		info: details.info,
		tracks: values?.toTracks(origin),
		markers: markers.map(({ time, name }) => ({ time: Math.fround(time - origin), name })),
	});
}

type FrameVisitor = (run: PackedRun, start: number, left: number, right: number) => void;

function visitFrames(runs: readonly PackedRun[], visit: FrameVisitor): void {
	for (const run of runs) {
		for (let start = run.start; start < run.end; ) {
			const left = run.words[start + 2]!;
			const right = run.words[start + 3]!;
			visit(run, start, left, right);
			start += packedSize(run.words, start);
		}
	}
}

function firstTime(runs: readonly PackedRun[]): number {
	const run = runs.find(({ start, end }) => end > start);
	return run === undefined ? 0 : packedTime(run.words, run.start);
}

function countKeys(runs: readonly PackedRun[]): Uint32Array {
	const counts = new Uint32Array(GAZE + 1);
	visitFrames(runs, (_, __, left, right) => {
		if (left & OTHER_BIT) counts[HEAD]!++;
		for (let bits = left & JOINT_BITS; bits !== 0; bits &= bits - 1) counts[LEFT + lowestBit(bits)]!++;
		for (let bits = right & JOINT_BITS; bits !== 0; bits &= bits - 1) counts[RIGHT + lowestBit(bits)]!++;
		if (right & OTHER_BIT) counts[GAZE]!++;
	});
	return counts;
}

function lowestBit(bits: number): number {
	return 31 - Math.clz32(bits & -bits);
}

/** Writes the keys of all float curves into one array, curve after curve. */
class KeyWriter {
	readonly #counts: Uint32Array;
	/** The first word of each slot. */
	readonly #starts: Float64Array;
	/** The number of keys written so far, by slot. */
	readonly #filled: Uint32Array;
	readonly #words: Uint32Array;
	readonly #floats: Float32Array;

	constructor(counts: Uint32Array) {
		this.#counts = counts;
		this.#filled = new Uint32Array(counts.length);
		this.#starts = new Float64Array(counts.length);
		let end = 0;
		counts.forEach((count, slot) => {
			this.#starts[slot] = end;
			end += count * SIMPLE_STRIDE * (slot === GAZE ? RAY_STRIDE : POSE_STRIDE);
		});
		this.#words = new Uint32Array(end);
		this.#floats = new Float32Array(this.#words.buffer);
	}

	/** Adds a key to the seven curves of a pose and returns the position after its words. */
	putPose(slot: number, time: number, words: Uint32Array, floats: Float32Array, at: number): number {
		const key = this.#filled[slot]!++;
		const step = this.#counts[slot]! * SIMPLE_STRIDE;
		const start = this.#starts[slot]! + key * SIMPLE_STRIDE;
		this.#put(start, step, 3, time, words, at, 0);
		const rotation = start + 3 * step;
		let dot = 0;
		if (key > 0) for (let c = 0; c < 4; c++) dot += floats[at + 3 + c]! * this.#floats[rotation + c * step - 1]!;
		this.#put(rotation, step, 4, time, words, at + 3, dot < 0 ? SIGN_BIT : 0);
		return at + POSE_STRIDE;
	}

	/** Adds a key to the six curves of a ray. */
	putRay(slot: number, time: number, words: Uint32Array, at: number): void {
		const start = this.#starts[slot]! + this.#filled[slot]!++ * SIMPLE_STRIDE;
		this.#put(start, this.#counts[slot]! * SIMPLE_STRIDE, RAY_STRIDE, time, words, at, 0);
	}

	pose(slot: number): PoseParts {
		const [px, py, pz, qx, qy, qz, qw] = Array.from({ length: POSE_STRIDE }, (_, c) => this.#curve(slot, c));
		return { position: { x: px!, y: py!, z: pz! }, rotation: { x: qx!, y: qy!, z: qz!, w: qw! } };
	}

	ray(slot: number): RayParts {
		const [ox, oy, oz, dx, dy, dz] = Array.from({ length: RAY_STRIDE }, (_, c) => this.#curve(slot, c));
		return { origin: { x: ox!, y: oy!, z: oz! }, direction: { x: dx!, y: dy!, z: dz! } };
	}

	#put(start: number, step: number, size: number, time: number, from: Uint32Array, at: number, flip: number): void {
		for (let c = 0; c < size; c++) {
			this.#floats[start + c * step] = time;
			this.#words[start + c * step + 1] = from[at + c]! ^ flip;
		}
	}

	#curve(slot: number, component: number): Curve {
		const count = this.#counts[slot]!;
		return {
			kind: 'float',
			count,
			stride: SIMPLE_STRIDE,
			start: this.#starts[slot]! + component * count * SIMPLE_STRIDE,
			floats: this.#floats,
			words: this.#words,
			preWrap: CLAMP_FOREVER,
			postWrap: CLAMP_FOREVER,
		};
	}
}

/** Which keys a recording gets that is built from captured frames. */
export interface RecordedKeysOptions {
	/** Keys that these tolerances make redundant are removed. Default: MRTK's tolerances. */
	readonly tolerances?: Tolerances | undefined;
	/** Keep one key per frame instead. */
	readonly keepAllKeys?: boolean | undefined;
}

/** Removes the keys that the tolerances make redundant, unless all are to be kept. */
export function thinKeys(recording: Recording, { tolerances, keepAllKeys = false }: RecordedKeysOptions): Recording {
	return keepAllKeys ? recording : optimizeRecording(recording, { tolerances });
}
