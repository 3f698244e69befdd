import { type Curve, getKeyTime, getKeyValue } from '@handreel/core';
import {
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	getSegmentKind,
} from '@handreel/core/internal';
import type { Interpolation } from './draft.ts';
import { borrowIntegers, type ChannelMemory, takeFloats } from './memory.ts';

/** Words of a full key. */
const FULL_STRIDE = 7;
/** Seconds. Unity lengthens shorter Hermite segments; glTF does not. */
const SHORTEST_HERMITE = 1e-4;

/** The keys of curves that share their times. */
export interface SharedKeys {
	/**
	 * The indices of keys with finite values; of several keys at one time of glTF, the last. Valid until the next call of
	 * {@link findSharedKeys}.
	 */
	readonly keys: Int32Array;
	/** The times in glTF, strictly increasing. */
	readonly times: Float32Array<ArrayBuffer>;
	/** The values, one vector per key. */
	readonly values: Float32Array<ArrayBuffer>;
	/** The number of keys replaced by a later key at the same time. */
	readonly merged: number;
	/** The number of keys dropped because of a value or time that is not finite. */
	readonly dropped: number;
}

/** Returns the keys of sorted curves, or `null` if their times differ. */
export function findSharedKeys(curves: readonly Curve[], offset: number, memory: ChannelMemory): SharedKeys | null {
	const [first] = curves;
	if (first === undefined) return null;
	const { count } = first;
	const size = curves.length;
	const values = takeFloats(memory, count * size);
	for (let c = 0; c < size; c++) if (!copyValues(curves[c]!, first, values, c, size)) return null;
	const keys = borrowIntegers(memory, count);
	const times = takeFloats(memory, count);
	let found = 0;
	let merged = 0;
	for (let key = 0; key < count; key++) {
		const time = Math.fround(first.floats[first.start + key * first.stride]! - offset);
		// 0 times a number that is not finite is NaN.
		let zeros = time * 0;
		for (let c = key * size; c < (key + 1) * size; c++) zeros += values[c]! * 0;
		if (zeros !== 0) continue;
		if (found > 0 && times[found - 1] === time) {
			found--;
			merged++;
		}
		if (found < key) values.copyWithin(found * size, key * size, (key + 1) * size);
		keys[found] = key;
		times[found] = time;
		found++;
	}
	return {
		keys: keys.subarray(0, found),
		times: times.subarray(0, found),
		values: values.subarray(0, found * size),
		merged,
		dropped: count - found - merged,
	};
}

// Interleaves the values of a curve with those of the others. Returns false if its times differ from the first curve's.
function copyValues(curve: Curve, first: Curve, values: Float32Array, c: number, size: number): boolean {
	const { floats, start, stride, count } = curve;
	const { floats: firstFloats, start: firstStart, stride: firstStride } = first;
	if (count !== first.count) return false;
	for (let i = 0; i < count; i++) {
		const at = start + i * stride;
		if (floats[at] !== firstFloats[firstStart + i * firstStride]) return false;
		values[i * size + c] = floats[at + 1]!;
	}
	return true;
}

/** Returns the glTF interpolation that is equal to the curves, or `null` if there is none. */
export function findInterpolation(curves: readonly Curve[], { keys }: SharedKeys): Interpolation | null {
	if (curves.every(({ stride }) => stride !== FULL_STRIDE)) return 'LINEAR';
	const kinds = new Set<string>();
	for (let i = 0; i + 1 < keys.length; i++) {
		const left = keys[i]!;
		const right = keys[i + 1]!;
		for (const curve of curves) {
			const kind = kindBetween(curve, left, right);
			if (kind === 'hermite' && getKeyTime(curve, right) - getKeyTime(curve, left) < SHORTEST_HERMITE) return null;
			kinds.add(kind);
		}
	}
	const isAll = (...allowed: string[]): boolean => [...kinds].every((kind) => allowed.includes(kind));
	if (isAll('line')) return 'LINEAR';
	if (isAll('left')) return 'STEP';
	return isAll('line', 'hermite') ? 'CUBICSPLINE' : null;
}

/**
 * Lists the slopes `[in, out]` of each key for a CUBICSPLINE sampler, per second. Lines have their own slope. Slopes before
 * the first and after the last key are kept if they are finite, although viewers do not show them.
 */
export function listSlopes(curve: Curve, { keys }: SharedKeys): (readonly [before: number, after: number])[] {
	const finite = (slope: number): number => (Number.isFinite(slope) ? slope : 0);
	const chord = (left: number, right: number): number =>
		(getKeyValue(curve, right) - getKeyValue(curve, left)) / (getKeyTime(curve, right) - getKeyTime(curve, left));
	return Array.from(keys, (key, i) => {
		const previous = keys[i - 1];
		const next = keys[i + 1];
		const isLineBefore = previous !== undefined && kindBetween(curve, previous, key) === 'line';
		const isLineAfter = next !== undefined && kindBetween(curve, key, next) === 'line';
		return [
			isLineBefore ? chord(previous, key) : finite(getKeyInTangent(curve, key)),
			isLineAfter ? chord(key, next) : finite(getKeyOutTangent(curve, key)),
		];
	});
}

function kindBetween(curve: Curve, left: number, right: number): ReturnType<typeof getSegmentKind> {
	return getSegmentKind(
		getKeyOutTangent(curve, left),
		getKeyOutWeight(curve, left),
		getKeyWeightedMode(curve, left),
		getKeyInTangent(curve, right),
		getKeyInWeight(curve, right),
		getKeyWeightedMode(curve, right),
	);
}
