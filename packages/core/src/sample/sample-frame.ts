import { evaluateCurve, evaluateScaled, findSegment } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, isTrueValue } from '../model/curve.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import {
	type ControllerCurves,
	type HandCurves,
	hasKeys,
	type PoseCurves,
	type QuatCurves,
	type RayCurves,
	type Recording,
	type Side,
	type Vec3Curves,
} from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import {
	type ControllerSample,
	checkOptions,
	checkSide,
	checkSpace,
	type FrameSample,
	type HandSample,
	NO_OPTIONS,
	POSE_STRIDE,
	RAY_STRIDE,
	type SampleOptions,
} from './frame-sample.ts';
import { isLockstep } from './group.ts';
import { DEFAULT_SPACE, SPACES } from './spaces.ts';
import { writeDirection, writeRotation } from './write-poses.ts';

/**
 * Writes a pose at a time in seconds as seven floats (px py pz qx qy qz qw) at `outOffset` and returns `out`. Curves
 * without keys give 0, a rotation without keys the identity. A sampler is faster for many times.
 *
 * The rotation has unit length unless `raw` is true. Its sign (q or −q, the same rotation) may differ from a sampler's,
 * which keeps the sign from the first key on. Throws `RangeError` if `out` is too short.
 */
export function samplePose(
	curves: PoseCurves,
	time: number,
	out: Float32Array,
	outOffset = 0,
	options: SampleOptions = NO_OPTIONS,
): Float32Array {
	checkOptions(options);
	checkSpace(out, outOffset, POSE_STRIDE);
	writePose(curves, time, out, outOffset, options);
	return out;
}

/** Writes a ray at a time in seconds as six floats (ox oy oz dx dy dz) at `outOffset` and returns `out`. */
export function sampleRay(
	curves: RayCurves,
	time: number,
	out: Float32Array,
	outOffset = 0,
	options: SampleOptions = NO_OPTIONS,
): Float32Array {
	checkOptions(options);
	checkSpace(out, outOffset, RAY_STRIDE);
	writeRay(curves, time, out, outOffset, options);
	return out;
}

/** {@link samplePose} with checked options. */
export function writePose(
	{ position, rotation }: PoseCurves,
	time: number,
	out: Float32Array,
	at: number,
	options: SampleOptions,
): void {
	writeVector(position, time, out, at, options);
	const { space = DEFAULT_SPACE, raw } = options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	const rightSign = raw !== true && isFlipped(rotation, time, defaultWrap) ? -1 : 1;
	const { axes, rotation: signs } = SPACES[space];
	const x = signs[0] * evaluateScaled(pickCurve(rotation, axes[0]), time, defaultWrap, rightSign);
	const y = signs[1] * evaluateScaled(pickCurve(rotation, axes[1]), time, defaultWrap, rightSign);
	const z = signs[2] * evaluateScaled(pickCurve(rotation, axes[2]), time, defaultWrap, rightSign);
	const w = evaluateScaled(sortCurve(rotation.w), time, defaultWrap, rightSign);
	if (raw !== true) {
		writeRotation(out, at + 3, x, y, z, w);
		return;
	}
	out[at + 3] = x;
	out[at + 4] = y;
	out[at + 5] = z;
	out[at + 6] = w;
}

/** {@link sampleRay} with checked options. */
export function writeRay(
	{ origin, direction }: RayCurves,
	time: number,
	out: Float32Array,
	at: number,
	options: SampleOptions,
): void {
	writeVector(origin, time, out, at, options);
	writeVector(direction, time, out, at + 3, options);
	if (options.raw !== true) writeDirection(out, at + 3, out[at + 3]!, out[at + 4]!, out[at + 5]!);
}

function writeVector(vector: Vec3Curves, time: number, out: Float32Array, at: number, options: SampleOptions): void {
	const { axes, vector: signs } = SPACES[options.space ?? DEFAULT_SPACE];
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	out[at] = signs[0] * evaluateScaled(pickCurve(vector, axes[0]), time, defaultWrap, 1);
	out[at + 1] = signs[1] * evaluateScaled(pickCurve(vector, axes[1]), time, defaultWrap, 1);
	out[at + 2] = signs[2] * evaluateScaled(pickCurve(vector, axes[2]), time, defaultWrap, 1);
}

function pickCurve({ x, y, z }: Vec3Curves, axis: number): Curve {
	return sortCurve(axis === 0 ? x : axis === 1 ? y : z);
}

// Whether the curves of a rotation are in lockstep, so that their keys belong together. Curves are read-only, so the
// result stays true.
const lockstepRotations: WeakMap<QuatCurves, boolean> = /* @__PURE__ */ new WeakMap();

// Whether the keys around a time are q and nearly −q.
function isFlipped(rotation: QuatCurves, time: number, defaultWrap: number): boolean {
	const x = sortCurve(rotation.x);
	const y = sortCurve(rotation.y);
	const z = sortCurve(rotation.z);
	const w = sortCurve(rotation.w);
	const key = findSegment(x, time, defaultWrap);
	if (key < 0) return false;
	let isTogether = lockstepRotations.get(rotation);
	if (isTogether === undefined) {
		isTogether = isLockstep([x, y, z, w]);
		lockstepRotations.set(rotation, isTogether);
	}
	return isTogether && keyProduct(x, key) + keyProduct(y, key) + keyProduct(z, key) + keyProduct(w, key) < 0;
}

function keyProduct({ floats, start, stride }: Curve, key: number): number {
	const i = start + key * stride + 1;
	return floats[i]! * floats[i + stride]!;
}

/**
 * Fills `out` with one hand at a time in seconds and returns it. Use a sampler for many times. A recording without
 * hands has an untracked hand without joints. Throws `TypeError` for an unknown side or space.
 */
export function sampleHand(
	recording: Recording,
	side: Side,
	time: number,
	out: HandSample,
	options: SampleOptions = NO_OPTIONS,
): HandSample {
	checkSide(side);
	checkOptions(options);
	return fillHand(recording.hands?.[side] ?? null, time, out, options);
}

/** Fills `out` with head, gaze, hands and controllers at a time in seconds and returns it. Use a sampler for many times. */
export function sampleFrame(
	recording: Recording,
	time: number,
	out: FrameSample,
	options: SampleOptions = NO_OPTIONS,
): FrameSample {
	checkOptions(options);
	const { head, gaze, hands } = recording;
	out.time = time;
	out.headPresent = head !== null && hasKeys(head);
	out.gazePresent = gaze !== null && hasKeys(gaze);
	fillPose(head, time, out.head, options);
	if (gaze !== null && out.gazePresent) writeRay(gaze, time, out.gaze, 0, options);
	else out.gaze.fill(Number.NaN);
	fillHand(hands?.left ?? null, time, out.hands.left, options);
	fillHand(hands?.right ?? null, time, out.hands.right, options);
	fillController(recording.controllers?.left ?? null, time, out.controllers.left, options);
	fillController(recording.controllers?.right ?? null, time, out.controllers.right, options);
	return out;
}

function fillHand(hand: HandCurves | null, time: number, out: HandSample, options: SampleOptions): HandSample {
	out.tracked = hand !== null && isTrueValue(evaluateCurve(hand.tracked, time, options));
	out.pinching = hand !== null && isTrueValue(evaluateCurve(hand.pinching, time, options));
	for (let i = 0; i < JOINT_NAMES.length; i++) {
		const pose = hand === null ? null : hand.joints[JOINT_NAMES[i]!];
		const isPresent = pose !== null && hasKeys(pose);
		out.present[i] = isPresent ? 1 : 0;
		if (isPresent) writePose(pose, time, out.joints, i * POSE_STRIDE, options);
		else out.joints.fill(Number.NaN, i * POSE_STRIDE, (i + 1) * POSE_STRIDE);
	}
	const aim = hand?.aim ?? null;
	out.aimPresent = aim !== null && hasKeys(aim);
	fillPose(aim, time, out.aim, options);
	const strength = hand?.pinchStrength ?? null;
	out.pinchStrength = strength === null ? Number.NaN : evaluateCurve(strength, time, options);
	return out;
}

function fillPose(pose: PoseCurves | null, time: number, out: Float32Array, options: SampleOptions): void {
	if (pose !== null && hasKeys(pose)) writePose(pose, time, out, 0, options);
	else out.fill(Number.NaN);
}

function fillController(
	controller: ControllerCurves | null,
	time: number,
	out: ControllerSample,
	options: SampleOptions,
): void {
	out.present = controller !== null;
	if (controller === null) return;
	const { tracked, grip, aim, buttons, axes } = controller;
	const isTrue = (curve: Curve): boolean => isTrueValue(evaluateCurve(curve, time, options));
	out.tracked = isTrue(tracked);
	fillPose(grip, time, out.grip, options);
	fillPose(aim, time, out.aim, options);
	out.buttonCount = buttons.length;
	buttons.forEach(({ pressed, touched, value }, i) => {
		out.pressed[i] = isTrue(pressed) ? 1 : 0;
		out.touched[i] = isTrue(touched) ? 1 : 0;
		out.values[i] = evaluateCurve(value, time, options);
	});
	out.axisCount = axes.length;
	axes.forEach((axis, i) => {
		out.axes[i] = evaluateCurve(axis, time, options);
	});
}
