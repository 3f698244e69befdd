import { type Curve, type Issue, type QuatCurves, SPACES, type Vec3Curves } from '@handreel/core';
import { countOf, isSorted, listKeyTimes, sortCurve } from '@handreel/core/internal';
import { createWarning } from '../common/warning.ts';

import { createClampedWraps, isClamped } from '../common/wraps.ts';
import { bakeMotion, type Motion } from './bake.ts';
import type { Channel } from './draft.ts';
import { findInterpolation, findSharedKeys, listSlopes, type SharedKeys } from './lockstep.ts';
import { borrowNumbers, type ChannelMemory } from './memory.ts';
import { createDirectionMotion, createRotationMotion, createVectorMotion } from './motions.ts';
import { listRepeatedTimes, type Range, repeatsInside } from './repeats.ts';

/** Neighboring keys that are farther apart, in radians, are always checked. */
const WIDE_ANGLE = 0.6;
/** Quaternions whose lengths differ more are sampled, because the length affects the values between keys. */
const LENGTH_RATIO = 1.0001;
/** Rotations whose length differs more from 1 are reported. Recorders round: lengths of 0.9998 are usual. */
const LENGTH_TOLERANCE = 1e-3;

/** Settings, memory and issues that all channels of a document share. */
export interface ChannelContext {
	/** The time of the recording at glTF's time 0, in seconds. */
	readonly offset: number;
	/** The range of the recording, in which curves that repeat are sampled. */
	readonly range: Range;
	/** Meters. */
	readonly positionTolerance: number;
	/** Radians. */
	readonly rotationTolerance: number;
	readonly issues: Issue[];
	readonly memory: ChannelMemory;
}

/** Returns the channel of a position, or `null` without keys. */
export function createVectorChannel({ x, y, z }: Vec3Curves, path: string, context: ChannelContext): Channel | null {
	const repeating = listRepeating([x, y, z], path, context);
	if (repeating !== null) {
		const { curves, times } = repeating;
		const motion = createVectorMotion(curves as [Curve, Curve, Curve], context.positionTolerance);
		return bake(motion, curves, false, 3, path, context, times);
	}
	const curves = [prepareCurve(x), prepareCurve(y), prepareCurve(z)] as const;
	const shared = findSharedKeys(curves, context.offset, context.memory);
	const interpolation = shared && findInterpolation(curves, shared);
	if (shared !== null && interpolation !== null) {
		const { values } = shared;
		for (let i = 2; i < values.length; i += 3) values[i] = -values[i]!;
		const channel = createChannel(curves, shared, interpolation, SPACES.webxr.vector, null);
		if (channel !== null) {
			reportShared(shared, path, context);
			return shared.keys.length > 0 ? channel : null;
		}
	}
	return bake(createVectorMotion(curves, context.positionTolerance), curves, false, 3, path, context);
}

/** Returns the channel of a rotation, or `null` without keys. */
export function createRotationChannel(rotation: QuatCurves, path: string, context: ChannelContext): Channel | null {
	const repeating = listRepeating([rotation.x, rotation.y, rotation.z, rotation.w], path, context);
	if (repeating !== null) {
		const { curves, times } = repeating;
		const [x, y, z, w] = curves as [Curve, Curve, Curve, Curve];
		return bake(
			createRotationMotion({ x, y, z, w }, context.rotationTolerance),
			curves,
			false,
			4,
			path,
			context,
			times,
		);
	}
	const x = prepareCurve(rotation.x);
	const y = prepareCurve(rotation.y);
	const z = prepareCurve(rotation.z);
	const w = prepareCurve(rotation.w);
	const curves = [x, y, z, w];
	const shared = findSharedKeys(curves, context.offset, context.memory);
	const interpolation = shared && findInterpolation(curves, shared);
	if (shared !== null && shared.keys.length > 0) {
		const { values } = shared;
		const lengths = borrowNumbers(context.memory, shared.keys.length);
		const { shortest, longest } = measureLengths(values, lengths);
		if (Math.max(1 - shortest, longest - 1) > LENGTH_TOLERANCE) {
			context.issues.push(createWarning('values-lost', path, 'normalized to unit length'));
		}
		if (interpolation !== null && longest <= shortest * LENGTH_RATIO && lengths[0]! > 0) {
			const widest = turnToGltf(values, lengths);
			const isNarrow = interpolation !== 'LINEAR' || widest <= findWideDistance(context.rotationTolerance);
			const channel = isNarrow ? createChannel(curves, shared, interpolation, SPACES.webxr.rotation, lengths) : null;
			if (channel !== null) {
				reportShared(shared, path, context);
				return channel;
			}
		}
	}
	const motion = createRotationMotion({ x, y, z, w }, context.rotationTolerance);
	return bake(motion, curves, interpolation === 'LINEAR', 4, path, context);
}

/** Returns the channel of a rotation that turns −z to a direction, or `null` without keys. */
export function createDirectionChannel(direction: Vec3Curves, path: string, context: ChannelContext): Channel | null {
	const repeating = listRepeating([direction.x, direction.y, direction.z], path, context);
	if (repeating !== null) {
		const { curves, times } = repeating;
		const [x, y, z] = curves as [Curve, Curve, Curve];
		return bake(createDirectionMotion({ x, y, z }, context.rotationTolerance), curves, false, 4, path, context, times);
	}
	const x = prepareCurve(direction.x);
	const y = prepareCurve(direction.y);
	const z = prepareCurve(direction.z);
	const curves = [x, y, z];
	const motion = createDirectionMotion({ x, y, z }, context.rotationTolerance);
	const shared = findSharedKeys(curves, context.offset, context.memory);
	const isStraight = shared !== null && findInterpolation(curves, shared) === 'LINEAR';
	return bake(motion, curves, isStraight, 4, path, context);
}

// Returns sorted curves and the times to sample them at if holding their ends would change them inside the recording,
// otherwise `null`. Curves that repeat too often are held, and reported.
function listRepeating(
	given: readonly Curve[],
	path: string,
	{ range, issues }: ChannelContext,
): { curves: readonly Curve[]; times: ArrayLike<number> } | null {
	if (given.every(isClamped)) return null;
	const curves = given.map((curve) => (isSorted(curve) ? curve : sortCurve(curve)));
	// Core aligns the signs of a rotation only if its curves have the same wrap modes. Held, they all would have.
	const isAligned = curves.length < 4 || hasSameWraps(curves);
	if (isAligned && !curves.some((curve) => repeatsInside(curve, range))) return null;
	const times = listRepeatedTimes(curves, range);
	if (times !== null) return { curves, times };
	const message = 'repeats inside the recording, but too often to be sampled; viewers hold the end values there';
	issues.push(createWarning('wrap-lost', path, message));
	return null;
}

function hasSameWraps([first, ...others]: readonly Curve[]): boolean {
	return others.every(({ preWrap, postWrap }) => preWrap === first?.preWrap && postWrap === first.postWrap);
}

// Sorts the keys, and holds the ends as glTF viewers do.
function prepareCurve(curve: Curve): Curve {
	const held = isClamped(curve) ? curve : { ...curve, ...createClampedWraps() };
	return isSorted(held) ? held : sortCurve(held);
}

// Returns a channel with the keys of the curves, or `null` if a slope does not fit float32. Slopes change with the axes and
// with the signed length that each key was divided by.
function createChannel(
	curves: readonly Curve[],
	shared: SharedKeys,
	interpolation: Channel['interpolation'],
	signs: readonly number[],
	lengths: Float64Array | null,
): Channel | null {
	const { times, values: vectors } = shared;
	if (interpolation !== 'CUBICSPLINE') return { interpolation, times, values: vectors };
	const size = curves.length;
	const values = new Float32Array(vectors.length * 3);
	curves.forEach((curve, axis) => {
		listSlopes(curve, shared).forEach(([before, after], i) => {
			const factor = signs[axis]! / (lengths === null ? 1 : lengths[i]!);
			const at = i * size * 3 + axis;
			values[at] = before * factor;
			values[at + size] = vectors[i * size + axis]!;
			values[at + size * 2] = after * factor;
		});
	});
	return values.every(Number.isFinite) ? { interpolation, times, values } : null;
}

// Returns a channel of samples. If the curves are linear with shared keys, the channel keeps all keys and lists the samples
// that were added.
function bake(
	motion: Motion,
	curves: readonly Curve[],
	isStraight: boolean,
	size: 3 | 4,
	path: string,
	{ offset, issues }: ChannelContext,
	keyTimes: ArrayLike<number> = listKeyTimes(curves),
): Channel | null {
	const { channel, added, skipped, worst } = bakeMotion(motion, keyTimes, offset, size);
	if (skipped > 0) {
		issues.push(createWarning('values-lost', path, `${countOf(skipped, 'key')} without a finite value dropped`));
	}
	if (channel === null) return null;
	const samples = countOf(channel.times.length, 'sample');
	if (worst > 1) {
		const message = `${samples}, ${worst.toPrecision(2)} times the tolerance off`;
		issues.push(createWarning('keys-lost', path, message));
	} else if (!isStraight) issues.push(createWarning('keys-lost', path, `replaced by ${samples} within the tolerance`));
	if (channel.times.length - added.length + skipped < countKeys(curves)) {
		issues.push(createWarning('keys-lost', path, 'keys at the time of a later key dropped'));
	}
	return isStraight && added.length > 0 ? { ...channel, added } : channel;
}

function reportShared({ merged, dropped }: SharedKeys, path: string, { issues }: ChannelContext): void {
	if (merged > 0) {
		issues.push(createWarning('keys-lost', path, `${countOf(merged, 'key')} at the time of a later key dropped`));
	}
	if (dropped > 0) {
		issues.push(createWarning('values-lost', path, `${countOf(dropped, 'key')} without a finite value dropped`));
	}
}

function countKeys(curves: readonly Curve[]): number {
	return curves.reduce((most, { count }) => Math.max(most, count), 0);
}

// Returns the squared distance between neighboring quaternions from which glTF, which rotates at constant speed, may differ
// from the curves by more than the tolerance. For an angle a between the rotations they differ by a³ · √3 / 432 at most, and
// a little more when a is large.
function findWideDistance(tolerance: number): number {
	const widest = Math.min(WIDE_ANGLE, Math.cbrt(tolerance * 220));
	return (2 * Math.sin(widest / 4)) ** 2;
}

// Fills `lengths` and returns the extremes.
function measureLengths(quaternions: Float32Array, lengths: Float64Array): { shortest: number; longest: number } {
	let shortest = Number.POSITIVE_INFINITY;
	let longest = 0;
	for (let i = 0; i < lengths.length; i++) {
		const x = quaternions[i * 4]!;
		const y = quaternions[i * 4 + 1]!;
		const z = quaternions[i * 4 + 2]!;
		const w = quaternions[i * 4 + 3]!;
		const length = Math.sqrt(x * x + y * y + z * z + w * w);
		lengths[i] = length;
		if (length < shortest) shortest = length;
		if (length > longest) longest = length;
	}
	return { shortest, longest };
}

// Normalizes quaternions, turns them to glTF's axes and aligns their signs. The lengths of those whose sign changes become
// negative. Returns the largest squared distance between neighbors.
function turnToGltf(quaternions: Float32Array, lengths: Float64Array): number {
	let widest = 0;
	let x = 0;
	let y = 0;
	let z = 0;
	let w = 0;
	for (let i = 0; i < lengths.length; i++) {
		const at = i * 4;
		const length = lengths[i]!;
		const lastX = x;
		const lastY = y;
		const lastZ = z;
		const lastW = w;
		x = -quaternions[at]! / length;
		y = -quaternions[at + 1]! / length;
		z = quaternions[at + 2]! / length;
		w = quaternions[at + 3]! / length;
		if (x * lastX + y * lastY + z * lastZ + w * lastW < 0) {
			x = -x;
			y = -y;
			z = -z;
			w = -w;
			lengths[i] = -length;
		}
		quaternions[at] = x;
		quaternions[at + 1] = y;
		quaternions[at + 2] = z;
		quaternions[at + 3] = w;
		if (i === 0) continue;
		const square = (lastX - x) ** 2 + (lastY - y) ** 2 + (lastZ - z) ** 2 + (lastW - w) ** 2;
		if (square > widest) widest = square;
	}
	return widest;
}
