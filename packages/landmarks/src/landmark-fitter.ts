import { type FrameSample, type JointRadii, SIDES, type Side } from '@handreel/core';
import { composePoses, createRadii, getPinchGap } from '@handreel/core/internal';
import { SideAssigner } from './assign-sides.ts';
import { type Camera, type PictureSize, readCamera } from './camera.ts';
import { HandFit } from './fit-hand.ts';
import { HandPose, POSE_STRIDE } from './hand-pose.ts';
import { readHead } from './head-pose.ts';
import type { SeenFrame, SeenHand } from './landmarks.ts';
import { createObservation, observe } from './observation.ts';
import type { FitOptions } from './options.ts';
import { PinchState } from './pinch-state.ts';
import { type HandQuality, judgeHand } from './quality.ts';
import { HandSmoother } from './smooth-hand.ts';

/** Options of a {@link LandmarkFitter}. */
export type FitterOptions = PictureSize & FitOptions;

/** Seconds after which a hand that was lost starts again. */
const FORGET = 0.5;
/** The seconds between two frames that filters assume at most and at least. */
const [SHORTEST, LONGEST] = [0.001, 0.25];
const FIRST_JOINT: number = POSE_STRIDE;

/**
 * Turns landmarks into hands with 26 joints, frame by frame: a model of the hand with joint limits is fitted to the landmarks in the
 * picture, whose depth is poor, so bones have constant lengths and rotations follow from the model.
 *
 * Frames have the space of recordings (Unity's): the head starts near the origin and looks along +z.
 *
 * @example
 * const fitter = new LandmarkFitter({ width: 640, height: 480 });
 * const recorder = new Recorder();
 * const onHands = (time: number, hands: SeenHand[]) => recorder.capture(fitter.fit({ time, hands }, createFrameSample()));
 */
export class LandmarkFitter {
	/** How far the hands of the last frame can be trusted; `null` for hands that are not tracked. */
	readonly quality: Record<Side, HandQuality | null> = { left: null, right: null };
	/** The radii of the joints, for `recorder.setDetails`. */
	readonly radii: JointRadii;
	readonly #camera: Camera;
	readonly #hands: Readonly<Record<Side, TrackedHand>>;
	readonly #assigner = new SideAssigner();
	readonly #head = new Float64Array(POSE_STRIDE);
	#lastTime = Number.NEGATIVE_INFINITY;

	/** Throws `RangeError` or `TypeError` with the name of an invalid option. */
	constructor(options: FitterOptions) {
		this.#camera = readCamera(options);
		this.radii = createRadii(this.#camera.size);
		const create = (side: Side): TrackedHand => new TrackedHand(side, this.#camera);
		this.#hands = { left: create('left'), right: create('right') };
	}

	/**
	 * Fills a frame, of which it leaves gaze and controllers alone, and returns it. Hands whose landmarks are not numbers, or do not look
	 * like a hand, are not tracked. A time that is not after the last one starts again.
	 */
	fit({ time, hands, face }: SeenFrame, out: FrameSample): FrameSample {
		if (!(time > this.#lastTime)) this.reset();
		this.#lastTime = time;
		out.time = time;
		const found = this.#assigner.assign(hands, time);
		for (const side of SIDES) this.quality[side] = this.#hands[side].fit(found[side], time, out);
		out.headPresent = face != null && readHead(face, this.#camera, this.#head);
		if (out.headPresent) writePose(this.#camera.pose, this.#head, 0, out.head, 0);
		else out.head.fill(Number.NaN);
		return out;
	}

	/** Forgets earlier frames. */
	reset(): void {
		this.#lastTime = Number.NEGATIVE_INFINITY;
		this.#assigner.reset();
		for (const side of SIDES) this.#hands[side].reset();
	}
}

class TrackedHand {
	readonly #side: Side;
	readonly #camera: Camera;
	readonly #fit: HandFit;
	readonly #shown: HandPose;
	readonly #smoother: HandSmoother | null;
	readonly #pinch = new PinchState();
	readonly #observation = createObservation();
	#lastSeen = Number.NEGATIVE_INFINITY;

	constructor(side: Side, camera: Camera) {
		this.#side = side;
		this.#camera = camera;
		this.#fit = new HandFit(side, camera.size);
		this.#shown = new HandPose(side, camera.size);
		this.#smoother = camera.isSmooth ? new HandSmoother() : null;
	}

	reset(): void {
		this.#lastSeen = Number.NEGATIVE_INFINITY;
		this.#fit.reset();
		this.#smoother?.reset();
		this.#pinch.reset();
	}

	fit(seen: SeenHand | null, time: number, out: FrameSample): HandQuality | null {
		const camera = this.#camera;
		const hand = out.hands[this.#side];
		hand.tracked = false;
		hand.pinching = false;
		hand.pinchStrength = Number.NaN;
		hand.aimPresent = false;
		hand.aim.fill(Number.NaN);
		if (seen === null || !observe(seen, camera, this.#observation)) return null;
		if (time - this.#lastSeen > FORGET) this.reset();
		const elapsed = Math.min(LONGEST, Math.max(SHORTEST, time - this.#lastSeen));
		const fitted = this.#fit.fit({ observation: this.#observation, camera, elapsed });
		if (fitted === null) {
			this.reset();
			return null;
		}
		this.#lastSeen = time;
		const shown = this.#shown;
		shown.copy(fitted.pose);
		if (this.#smoother === null) shown.place();
		else this.#smoother.apply(shown, elapsed);
		hand.tracked = true;
		hand.present.fill(1);
		hand.present[0] = 0;
		hand.joints.fill(Number.NaN, 0, FIRST_JOINT);
		for (let at = FIRST_JOINT; at < shown.joints.length; at += POSE_STRIDE)
			writePose(camera.pose, shown.joints, at, hand.joints, at);
		hand.pinchStrength = this.#pinch.update(getPinchGap(shown.joints) / camera.size);
		hand.pinching = this.#pinch.isPinching;
		return judgeHand(fitted.pose, fitted.error);
	}
}

const scratch = /* @__PURE__ */ new Float64Array(POSE_STRIDE);

// Writes a pose in the space of the camera in that of recordings: the z axis of WebXR, mirrored.
function writePose(camera: readonly number[], pose: Float64Array, from: number, out: Float32Array, at: number): void {
	composePoses(camera, pose, scratch, 0, from);
	for (let i = 0; i < POSE_STRIDE; i++) out[at + i] = i === 2 || i === 3 || i === 4 ? -scratch[i]! : scratch[i]!;
}
