import { getCurveSegmentKind } from '../curves/segment.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, FULL_STRIDE, getCurveKeys } from '../model/curve.ts';
import type { SampleOptions } from './frame-sample.ts';

/** The meaning of a group's values: rotations and directions are brought to unit length. */
export type Role = 'plain' | 'rotation' | 'direction';

/**
 * The segments of a group: only lines, also Hermite segments and steps, or also weighted segments. MRTK writes lines,
 * which have a fast path.
 */
export type GroupKind = 'line' | 'cubic' | 'weighted';

/** Sorted curves that share key times and wrap modes, so that one search serves them all. */
export interface Group {
	readonly curves: readonly Curve[];
	readonly kind: GroupKind;
	/** The output index of the first value. */
	readonly offset: number;
	/** The factors of the values for the wanted space. */
	readonly signs: readonly number[];
	/** 1 for keys of a rotation that are negated so that neighbors agree in sign; `null` if there are none. */
	readonly flips: Uint8Array | null;
}

/**
 * A line is sampled as value + slope × time, which loses digits if segments are short and times large. Above this ratio
 * of time to segment length the error would exceed 1e-10 of the step, and the group counts as cubic.
 */
const MAX_TIME_RATIO = 1e6;

/** Makes groups of a vector or quaternion: one if its curves are in lockstep, otherwise one per curve. */
export function groupCurves(
	given: readonly Curve[],
	role: Role,
	offset: number,
	signs: readonly number[],
	options: SampleOptions,
): Group[] {
	const curves = given.map(sortCurve);
	if (isLockstep(curves)) {
		const flips = role === 'rotation' && options.raw !== true ? findFlips(curves) : null;
		return [{ curves, kind: groupKind(curves), offset, signs, flips }];
	}
	return curves.map((curve, i) => ({
		curves: [curve],
		kind: groupKind([curve]),
		offset: offset + i,
		signs: signs.slice(i, i + 1),
		flips: null,
	}));
}

/** Returns the factor of a key's value: the sign of the space times the sign of the aligned rotation. */
export function keySign(group: Group, component: number, key: number): number {
	const sign = group.signs[component]!;
	return group.flips !== null && group.flips[key] === 1 ? -sign : sign;
}

/** Returns whether sorted curves have the same key times, key size and wrap modes. */
export function isLockstep(curves: readonly Curve[]): boolean {
	const [first, ...others] = curves;
	if (first === undefined) return false;
	const { floats, start, count, stride, preWrap, postWrap } = first;
	for (const other of others) {
		if (other.stride !== stride || other.count !== count) return false;
		if (other.preWrap !== preWrap || other.postWrap !== postWrap) return false;
		const shift = other.start - start;
		const otherFloats = other.floats;
		const end = start + count * stride;
		for (let i = start; i < end; i += stride) if (otherFloats[shift + i] !== floats[i]) return false;
	}
	return true;
}

function groupKind(curves: readonly Curve[]): GroupKind {
	let kind: GroupKind = isWellScaled(curves[0]!) ? 'line' : 'cubic';
	for (const curve of curves) {
		if (curve.stride !== FULL_STRIDE) continue;
		for (let key = 0; key < curve.count - 1; key++) {
			const segment = getCurveSegmentKind(curve, key);
			if (segment === 'weighted') return 'weighted';
			if (segment !== 'line') kind = 'cubic';
		}
	}
	return kind;
}

function isWellScaled({ floats, start, count, stride }: Curve): boolean {
	if (count === 0) return true;
	const end = start + (count - 1) * stride;
	const largest = Math.max(Math.abs(floats[start]!), Math.abs(floats[end]!));
	const shortest = largest / MAX_TIME_RATIO;
	for (let i = start; i < end; i += stride) {
		const dx = floats[i + stride]! - floats[i]!;
		if (dx !== 0 && !(dx >= shortest)) return false;
	}
	return largest < Number.POSITIVE_INFINITY;
}

/** Marks the keys of a rotation in lockstep to negate so that neighbors agree in sign; `null` if there are none. */
export function findFlips(curves: readonly Curve[]): Uint8Array | null {
	const [x, y, z, w] = curves.map(getCurveKeys);
	const stride = curves[0]?.stride ?? 2;
	if (x === undefined || y === undefined || z === undefined || w === undefined) return null;
	const flips = new Uint8Array(x.length / stride);
	let isFlipped = 0;
	let hasFlips = 0;
	for (let i = 1, at = stride + 1; i < flips.length; i++, at += stride) {
		const before = at - stride;
		const dot = x[at]! * x[before]! + y[at]! * y[before]! + z[at]! * z[before]! + w[at]! * w[before]!;
		if (dot < 0) isFlipped ^= 1;
		flips[i] = isFlipped;
		hasFlips |= isFlipped;
	}
	return hasFlips === 0 ? null : flips;
}
