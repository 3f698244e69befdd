import { checkRecording } from '../model/check-recording.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import type { HandCurves, Recording, Side } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import { clearExtras, clearHand, createExtraPart, ExtraSampler } from './extra-sampler.ts';
import {
	checkOptions,
	checkSide,
	type FrameSample,
	type HandSample,
	POSE_STRIDE,
	RAY_STRIDE,
	type SampleOptions,
} from './frame-sample.ts';
import { Part, type SampledPart } from './part.ts';
import { SampledState } from './sampled-state.ts';

/**
 * A recording compiled for sampling. It remembers its last time, so create one per player or worker. The recording
 * itself is not changed and can be shared.
 */
export interface Sampler {
	/** Fills `out` with head, gaze, hands and controllers at a time in seconds and returns it. Allocates nothing. */
	sampleFrame(time: number, out: FrameSample): FrameSample;
	/**
	 * Fills `out` with one hand at a time in seconds and returns it. A recording without hands has an untracked hand
	 * without joints. Throws `TypeError` for an unknown side.
	 */
	sampleHand(side: Side, time: number, out: HandSample): HandSample;
}

/**
 * Compiles a recording for sampling whole frames at many times.
 *
 * Playing forward costs almost nothing per frame, and a jump to any time is fast. Compiling looks at every key. It
 * takes memory per key of a position, rotation or direction: 14 bytes for lines where vectors share their key times, 27
 * to 41 where they do not, 80 with Hermite segments, 110 with weighted segments. `createSimdSampler` of `@handreel/core/simd` is faster.
 *
 * @example
 * const sampler = createSampler(recording, { space: 'webxr' });
 * const frame = createFrameSample();
 * sampler.sampleFrame(1.5, frame);
 * const tip = getJointPose(frame.hands.right, 'indexTip')?.position;
 */
export function createSampler(recording: Recording, options: SampleOptions = {}): Sampler {
	return new CompiledSampler(recording, options);
}

/** Replaces parts (head, gaze, joints of the left and the right hand, other poses) by other implementations. */
type PrepareParts = (parts: readonly Part[]) => readonly SampledPart[];

/** The sampler behind {@link createSampler}; baking uses its parts. */
export class CompiledSampler implements Sampler {
	readonly head: SampledPart;
	readonly gaze: SampledPart;
	readonly hands: Readonly<Record<Side, CompiledHand>>;
	/** `null` if the recording has only what an MRTK file can store. */
	readonly extras: ExtraSampler | null;

	constructor(recording: Recording, options: SampleOptions, prepare: PrepareParts = keepParts) {
		checkRecording(recording);
		checkOptions(options);
		const { hands } = recording;
		const joints = (hand: HandCurves | undefined): Part =>
			new Part(hand === undefined ? [] : JOINT_NAMES.map((name) => hand.joints[name]), POSE_STRIDE, options);
		const [head, gaze, left, right, extra] = prepare([
			new Part(recording.head === null ? [] : [recording.head], POSE_STRIDE, options),
			new Part(recording.gaze === null ? [] : [recording.gaze], RAY_STRIDE, options),
			joints(hands?.left),
			joints(hands?.right),
			createExtraPart(recording, options),
		]) as readonly [SampledPart, SampledPart, SampledPart, SampledPart, SampledPart];
		this.head = head;
		this.gaze = gaze;
		this.hands = {
			left: new CompiledHand(hands?.left ?? null, left, options),
			right: new CompiledHand(hands?.right ?? null, right, options),
		};
		this.extras = ExtraSampler.create(recording, extra, options);
	}

	sampleFrame(time: number, out: FrameSample): FrameSample {
		out.time = time;
		out.headPresent = sampleOne(this.head, time, out.head);
		out.gazePresent = sampleOne(this.gaze, time, out.gaze);
		this.hands.left.sample(time, out.hands.left);
		this.hands.right.sample(time, out.hands.right);
		this.sampleExtras(time, out);
		return out;
	}

	/** Fills in what an MRTK file cannot store. */
	sampleExtras(time: number, out: FrameSample): void {
		if (this.extras === null) clearExtras(out);
		else this.extras.sampleFrame(time, out);
	}

	sampleHand(side: Side, time: number, out: HandSample): HandSample {
		checkSide(side);
		if (this.extras === null) clearHand(out);
		else this.extras.sampleHand(side, time, out);
		return this.hands[side].sample(time, out);
	}
}

/** A hand compiled for sampling. */
class CompiledHand {
	readonly joints: SampledPart;
	readonly tracked: SampledState | null;
	readonly pinching: SampledState | null;
	/** Both states, and the range of time in which neither changes. */
	#isTracked = false;
	#isPinching = false;
	#from: number = Number.NaN;
	#until: number = Number.NaN;

	constructor(hand: HandCurves | null, joints: SampledPart, options: SampleOptions) {
		const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
		this.joints = joints;
		this.tracked = hand && new SampledState(hand.tracked, defaultWrap);
		this.pinching = hand && new SampledState(hand.pinching, defaultWrap);
	}

	sample(time: number, out: HandSample): HandSample {
		if (!(time >= this.#from && time < this.#until)) this.#findStates(time);
		out.tracked = this.#isTracked;
		out.pinching = this.#isPinching;
		if (this.tracked === null) {
			out.present.fill(0);
			out.joints.fill(Number.NaN);
			return out;
		}
		this.joints.writePresent(out.present);
		this.joints.sample(time, out.joints);
		return out;
	}

	#findStates(time: number): void {
		if (this.tracked === null || this.pinching === null) return;
		this.#isTracked = this.tracked.sample(time);
		this.#isPinching = this.pinching.sample(time);
		this.#from = time;
		this.#until = Math.min(this.tracked.until, this.pinching.until);
	}
}

function keepParts(parts: readonly Part[]): readonly SampledPart[] {
	return parts;
}

function sampleOne(part: SampledPart, time: number, out: Float32Array): boolean {
	const isPresent = part.present[0] === 1;
	if (isPresent) part.sample(time, out);
	else out.fill(Number.NaN);
	return isPresent;
}
