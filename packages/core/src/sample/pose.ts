import { evaluateScaled, findSegment } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import type { Curve } from '../model/curve.ts';
import type { PoseCurves, QuatCurves, RayCurves, Vec3Curves } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import { checkOptions, checkSpace, NO_OPTIONS, POSE_STRIDE, RAY_STRIDE, type SampleOptions } from './frame-sample.ts';
import { isLockstep } from './group.ts';
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
	const { space, raw } = options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	const rightSign = raw !== true && isFlipped(rotation, time, defaultWrap) ? -1 : 1;
	const sign = space === 'webxr' ? -1 : 1;
	const x = sign * evaluateScaled(sortCurve(rotation.x), time, defaultWrap, rightSign);
	const y = sign * evaluateScaled(sortCurve(rotation.y), time, defaultWrap, rightSign);
	const z = evaluateScaled(sortCurve(rotation.z), time, defaultWrap, rightSign);
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

function writeVector(
	{ x, y, z }: Vec3Curves,
	time: number,
	out: Float32Array,
	at: number,
	options: SampleOptions,
): void {
	const { space } = options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	out[at] = evaluateScaled(sortCurve(x), time, defaultWrap, 1);
	out[at + 1] = evaluateScaled(sortCurve(y), time, defaultWrap, 1);
	out[at + 2] = (space === 'webxr' ? -1 : 1) * evaluateScaled(sortCurve(z), time, defaultWrap, 1);
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
