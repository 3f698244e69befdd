import {
	createFrameSample,
	createSampler,
	type FrameSample,
	type Recording,
	type SampleOptions,
	type Sampler,
	SIDES,
	type Side,
	writeWebXRJoints,
} from '@handreel/core';
import { type HandEdge, listHandEdges } from './hand-edges.ts';
import { addJitter, findTrackingTime, isLost, type Mutations, mutateRecording } from './mutations.ts';
import { createLookPose, IDENTITY, type Pose } from './pose.ts';
import type { HandFunction, HandView, ReplayOptions } from './replay-options.ts';
import { findPointer, synthesizeGrip, synthesizePalm } from './synthesize.ts';

const JOINT_FLOATS = 25 * 7;
const PALM = 2 * 7;
/** Meters. A head that starts above this height was recorded relative to the floor. The studio uses the same height. */
const SEATED_HEIGHT = 0.5;
const EYE_HEIGHT = 1.6;

/** A hand at the time of the last sample. */
export class TrackedHand implements HandView {
	/** The side that the page sees. */
	readonly side: Side;
	readonly joints: Float32Array = new Float32Array(JOINT_FLOATS);
	head: Pose = IDENTITY;
	palm: Pose = IDENTITY;
	isTracked = false;
	isPinching = false;
	/** Whether all 25 joints are present. WebXR reports all joints of a hand or none. */
	isComplete = false;
	#ray: Pose | null = null;
	#grip: Pose | null = null;
	readonly #pointer: HandFunction;

	constructor(side: Side, pointer: HandFunction) {
		this.side = side;
		this.#pointer = pointer;
	}

	/** The pointing ray, along −z. */
	get ray(): Pose {
		this.#ray ??= this.#pointer(this);
		return this.#ray;
	}

	/** The pose of a held object. */
	get grip(): Pose {
		this.#grip ??= synthesizeGrip(this);
		return this.#grip;
	}

	/** Discards poses that were computed from the joints. */
	reset(): void {
		this.#ray = null;
		this.#grip = null;
	}
}

/** A simulated XR device: the recording at one time, in the space of WebXR. */
export class Tracker {
	readonly duration: number;
	readonly floorY: number;
	readonly hasGaze: boolean;
	readonly hands: Readonly<Record<Side, TrackedHand>>;
	time: number = Number.NaN;
	head: Pose = IDENTITY;
	hasHead = false;
	/** Along −z; `null` if there is no gaze. */
	gaze: Pose | null = null;
	readonly #mutations: Mutations;
	readonly #headSampler: Sampler;
	/** Separate, because hands may be tracked at other times than the head. */
	readonly #handSampler: Sampler;
	readonly #frame: FrameSample = createFrameSample();
	readonly #edges: Readonly<Record<Side, readonly HandEdge[]>>;
	readonly #palm: HandFunction;

	constructor(given: Recording, { mutations = {}, floorY, pointer, palm = synthesizePalm }: ReplayOptions) {
		const recording = mutateRecording(given, mutations);
		this.duration = recording.duration;
		this.#mutations = mutations;
		// Not the SIMD sampler: compiling WebAssembly under a policy that forbids it makes the browser report a violation to
		// the page and its server, although the sampler falls back.
		const options: SampleOptions = { space: 'webxr', defaultWrap: 'clamp-forever' };
		this.#headSampler = createSampler({ ...recording, hands: null }, options);
		this.#handSampler = createSampler({ ...recording, head: null, gaze: null }, options);
		this.#palm = palm;
		const ray = findPointer(pointer);
		const hand = (side: Side): TrackedHand => new TrackedHand(this.#name(side), ray);
		this.hands = { left: hand('left'), right: hand('right') };
		this.#edges = {
			left: listHandEdges(recording, 'left', mutations),
			right: listHandEdges(recording, 'right', mutations),
		};
		const { headPresent, head, gazePresent } = this.#headSampler.sampleFrame(0, this.#frame);
		this.hasGaze = gazePresent;
		const startY = headPresent ? head[1]! : 0;
		this.floorY = floorY ?? (startY > SEATED_HEIGHT ? 0 : startY - EYE_HEIGHT);
	}

	/** Moves to a time in seconds. It is rounded to float32, like the key times in a file, so that frames hit keys exactly. */
	sample(seconds: number): void {
		const time = Math.fround(seconds);
		this.time = time;
		const handTime = findTrackingTime(this.#mutations, time);
		const frame = this.#headSampler.sampleFrame(time, this.#frame);
		this.hasHead = frame.headPresent;
		this.head = frame.headPresent ? Float64Array.from(frame.head) : IDENTITY;
		const [x = 0, y = 0, z = 0, dx = 0, dy = 0, dz = 0] = frame.gaze;
		this.gaze = frame.gazePresent ? createLookPose([x, y, z], dx, dy, dz) : null;
		for (const side of SIDES) this.#sampleHand(side, handTime);
	}

	/** Lists the changes of a hand after the time `after`, up to and including `until`. */
	listEdges(side: Side, after: number, until: number): readonly HandEdge[] {
		const from = findTrackingTime(this.#mutations, after);
		const to = findTrackingTime(this.#mutations, until);
		return this.#edges[side].filter(({ time }) => time > from && time <= to);
	}

	#sampleHand(side: Side, time: number): void {
		const hand = this.hands[side];
		const sample = this.#handSampler.sampleHand(side, time, this.#frame.hands[side]);
		writeWebXRJoints(sample, hand.joints);
		addJitter(this.#mutations, side, time, hand.joints);
		hand.reset();
		hand.head = this.head;
		hand.isComplete = !hand.joints.some(Number.isNaN);
		hand.palm = sample.present[2] === 1 ? sample.joints.slice(PALM, PALM + 7) : this.#palm(hand);
		hand.isTracked = sample.tracked && !isLost(this.#mutations, side, time);
		hand.isPinching = hand.isTracked && sample.pinching;
	}

	#name(side: Side): Side {
		return (side === 'left') === (this.#mutations.swappedSides === true) ? 'right' : 'left';
	}
}
