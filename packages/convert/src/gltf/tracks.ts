import { type Curve, type Issue, keyTime, type QuatCurves, sortCurve, type Vec3Curves } from '@handreel/core';
import { countOf, describeLoss } from '../common/loss.ts';
import { bakeMotion, type Motion } from './bake.ts';
import type { Track } from './builder.ts';
import { findInterpolation, findSharedKeys, listSlopes, readValues, type SharedKeys } from './lockstep.ts';
import { createDirectionMotion, createRotationMotion, createVectorMotion } from './motions.ts';

const CLAMP_FOREVER = 8;
/** From Unity's axes to glTF's. */
const VECTOR_SIGNS = [1, 1, -1];
const ROTATION_SIGNS = [-1, -1, 1, 1];
/** Neighbouring keys farther apart, in radians, are looked at whatever the tolerance. */
const WIDE_ANGLE = 0.6;
/** Quaternions that differ more in length are sampled, because length counts between keys. */
const LENGTH_RATIO = 1.0001;
/** Rotations off by more are reported as changed. */
const LENGTH_TOLERANCE = 1e-5;

/** What making tracks needs to know, and where it tells its losses. */
export interface TrackContext {
	/** The recording's time at which glTF's 0 is. */
	readonly offset: number;
	/** Metres. */
	readonly positionTolerance: number;
	/** Radians. */
	readonly rotationTolerance: number;
	readonly losses: Issue[];
}

/** The track of a position, or `null` without any key. */
export function createVectorTrack({ x, y, z }: Vec3Curves, path: string, context: TrackContext): Track | null {
	const curves = [x, y, z].map(prepareCurve);
	const shared = findSharedKeys(curves, context.offset);
	const interpolation = shared && findInterpolation(curves, shared);
	if (shared !== null && interpolation !== null) {
		const values = readValues(curves, shared);
		for (let i = 2; i < values.length; i += 3) values[i] = -values[i]!;
		const track = createTrack(curves, shared, interpolation, values, () => VECTOR_SIGNS);
		if (track !== null) {
			reportShared(shared, path, context);
			return shared.keys.length > 0 ? track : null;
		}
	}
	return bake(createVectorMotion(curves, context.positionTolerance), curves, false, 3, path, context);
}

/** The track of a rotation, or `null` without any key. */
export function createRotationTrack(rotation: QuatCurves, path: string, context: TrackContext): Track | null {
	const { x, y, z, w } = rotation;
	const curves = [x, y, z, w].map(prepareCurve);
	const shared = findSharedKeys(curves, context.offset);
	const interpolation = shared && findInterpolation(curves, shared);
	if (shared !== null && shared.keys.length > 0) {
		const values = readValues(curves, shared);
		const { lengths, shortest, longest } = measureLengths(values);
		if (Math.max(1 - shortest, longest - 1) > LENGTH_TOLERANCE) {
			context.losses.push(describeLoss('values-lost', path, 'brought to unit length'));
		}
		if (interpolation !== null && longest <= shortest * LENGTH_RATIO && lengths[0]! > 0) {
			const signs = turnToGltf(values, lengths);
			const isNarrow = interpolation !== 'LINEAR' || !hasWideAngle(values, context.rotationTolerance);
			const factors = (i: number): number[] => ROTATION_SIGNS.map((sign) => (sign * signs[i]!) / lengths[i]!);
			const track = isNarrow ? createTrack(curves, shared, interpolation, values, factors) : null;
			if (track !== null) {
				reportShared(shared, path, context);
				return track;
			}
		}
	}
	const [cx, cy, cz, cw] = curves as [Curve, Curve, Curve, Curve];
	const motion = createRotationMotion({ x: cx, y: cy, z: cz, w: cw }, context.rotationTolerance);
	return bake(motion, curves, interpolation === 'LINEAR', 4, path, context);
}

/** The track of a rotation that turns −z to a direction, or `null` without any key. */
export function createDirectionTrack({ x, y, z }: Vec3Curves, path: string, context: TrackContext): Track | null {
	const curves = [x, y, z].map(prepareCurve);
	const [cx, cy, cz] = curves as [Curve, Curve, Curve];
	const motion = createDirectionMotion({ x: cx, y: cy, z: cz }, context.rotationTolerance);
	const shared = findSharedKeys(curves, context.offset);
	const isStraight = shared !== null && findInterpolation(curves, shared) === 'LINEAR';
	return bake(motion, curves, isStraight, 4, path, context);
}

// Sorted, and holding its ends: what comes after the last key is not glTF's to show.
function prepareCurve(curve: Curve): Curve {
	const { preWrap, postWrap } = curve;
	const isHolding = preWrap === CLAMP_FOREVER && postWrap === CLAMP_FOREVER;
	return sortCurve(isHolding ? curve : { ...curve, preWrap: CLAMP_FOREVER, postWrap: CLAMP_FOREVER });
}

// Tracks with the keys of the curves; `null` if a slope does not fit float32. `factors` gives what each component of a
// key's slopes is multiplied by.
function createTrack(
	curves: readonly Curve[],
	shared: SharedKeys,
	interpolation: Track['interpolation'],
	vectors: Float64Array,
	factors: (key: number) => readonly number[],
): Track | null {
	const size = curves.length;
	const { times } = shared;
	if (interpolation !== 'CUBICSPLINE') return { interpolation, times, values: new Float32Array(vectors) };
	const values = new Float32Array(vectors.length * 3);
	const slopes = curves.map((curve) => listSlopes(curve, shared));
	times.forEach((_, i) => {
		const factor = factors(i);
		values.set(
			slopes.map((list, axis) => list[i]![0] * factor[axis]!),
			i * size * 3,
		);
		values.set(vectors.subarray(i * size, (i + 1) * size), i * size * 3 + size);
		values.set(
			slopes.map((list, axis) => list[i]![1] * factor[axis]!),
			i * size * 3 + size * 2,
		);
	});
	return values.every(Number.isFinite) ? { interpolation, times, values } : null;
}

// Samples of a motion. If its curves share their keys and are straight between them, these are all there, and what was
// added says so.
function bake(
	motion: Motion,
	curves: readonly Curve[],
	isStraight: boolean,
	size: 3 | 4,
	path: string,
	{ offset, losses }: TrackContext,
): Track | null {
	const keyTimes = listTimes(curves);
	const { track, added, skipped, worst } = bakeMotion(motion, keyTimes, offset, size);
	if (skipped > 0) {
		losses.push(describeLoss('values-lost', path, `${countOf(skipped, 'key')} without a finite value were left out`));
	}
	if (track === null) return null;
	const samples = countOf(track.times.length, 'sample');
	if (worst > 1) {
		const message = `${samples}, ${worst.toPrecision(2)} times the tolerance off in places`;
		losses.push(describeLoss('keys-lost', path, message));
	} else if (!isStraight) losses.push(describeLoss('keys-lost', path, `replaced by ${samples} within the tolerance`));
	if (track.times.length - added.length + skipped < countKeys(curves)) {
		losses.push(describeLoss('keys-lost', path, 'keys at the time of a later one were left out'));
	}
	return isStraight && added.length > 0 ? { ...track, added } : track;
}

function reportShared({ merged, dropped }: SharedKeys, path: string, { losses }: TrackContext): void {
	if (merged > 0) {
		losses.push(describeLoss('keys-lost', path, `${countOf(merged, 'key')} at the time of a later one left out`));
	}
	if (dropped > 0) {
		losses.push(describeLoss('values-lost', path, `${countOf(dropped, 'key')} without a finite value left out`));
	}
}

function countKeys(curves: readonly Curve[]): number {
	return curves.reduce((most, { count }) => Math.max(most, count), 0);
}

// Every time at which one of the curves has a key, once.
function listTimes(curves: readonly Curve[]): Float32Array {
	const all = curves.flatMap((curve) => Array.from({ length: curve.count }, (_, i) => keyTime(curve, i)));
	return Float32Array.from(new Set(all)).sort();
}

// Whether neighbouring keys are so far apart that glTF, which turns evenly, may differ from our curves, which do not. With
// an angle of a between the rotations they differ by a³ · √3 / 432 at most, and a little more when a is large.
function hasWideAngle(quaternions: Float64Array, tolerance: number): boolean {
	const widest = Math.min(WIDE_ANGLE, Math.cbrt(tolerance * 220));
	const widestSquare = (2 * Math.sin(widest / 4)) ** 2;
	for (let i = 4; i < quaternions.length; i += 4) {
		let square = 0;
		for (let c = i; c < i + 4; c++) square += (quaternions[c - 4]! - quaternions[c]!) ** 2;
		if (square > widestSquare) return true;
	}
	return false;
}

interface Lengths {
	readonly lengths: Float64Array;
	readonly shortest: number;
	readonly longest: number;
}

function measureLengths(quaternions: Float64Array): Lengths {
	const lengths = new Float64Array(quaternions.length / 4);
	let shortest = Number.POSITIVE_INFINITY;
	let longest = 0;
	for (let i = 0, at = 0; i < lengths.length; i++, at += 4) {
		let square = 0;
		for (let c = at; c < at + 4; c++) square += quaternions[c]! ** 2;
		const length = Math.sqrt(square);
		lengths[i] = length;
		shortest = Math.min(shortest, length);
		longest = Math.max(longest, length);
	}
	return { lengths, shortest, longest };
}

// Brings quaternions to unit length, to glTF's axes and to the side of the one before; gives the signs for that.
function turnToGltf(quaternions: Float64Array, lengths: Float64Array): Float64Array {
	const signs = new Float64Array(lengths.length);
	for (let i = 0, at = 0; i < lengths.length; i++, at += 4) {
		let product = 0;
		for (let c = 0; c < 4; c++) {
			const value = (quaternions[at + c]! / lengths[i]!) * ROTATION_SIGNS[c]!;
			quaternions[at + c] = value;
			if (i > 0) product += value * quaternions[at + c - 4]!;
		}
		signs[i] = product < 0 ? -1 : 1;
		if (product < 0) for (let c = at; c < at + 4; c++) quaternions[c] = -quaternions[c]!;
	}
	return signs;
}
