import {
	type Curve,
	keyInTangent,
	keyInWeight,
	keyOutTangent,
	keyOutWeight,
	keyTime,
	keyValue,
	keyWeightedMode,
	segmentKind,
} from '@handreel/core';
import type { Interpolation } from './builder.ts';

/** Words of a key that has tangents. */
const FULL_STRIDE = 7;
/** Unity lengthens Hermite segments that are shorter, which glTF does not. */
const SHORTEST_HERMITE = 1e-4;

/** The keys of curves that share their times. */
export interface SharedKeys {
	/** Which keys: of those that glTF would have at one time the last, and only those with finite values. */
	readonly keys: Int32Array;
	/** glTF's times: they increase strictly. */
	readonly times: Float32Array<ArrayBuffer>;
	/** How many keys gave way to a later one at the same time. */
	readonly merged: number;
	/** How many have values that are not finite, or times so far apart that float32 cannot hold the difference. */
	readonly dropped: number;
}

/** The keys that sorted curves have in common, or `null` if their times differ. */
export function findSharedKeys(curves: readonly Curve[], offset: number): SharedKeys | null {
	const [first] = curves;
	if (first === undefined || curves.some((curve) => curve.count !== first.count)) return null;
	const keys = new Int32Array(first.count);
	const times = new Float32Array(first.count);
	let found = 0;
	let merged = 0;
	let dropped = 0;
	for (let key = 0; key < first.count; key++) {
		const time = keyTime(first, key);
		const shifted = Math.fround(time - offset);
		let isKept = Number.isFinite(shifted);
		for (let c = 0; c < curves.length; c++) {
			const curve = curves[c]!;
			if (keyTime(curve, key) !== time) return null;
			isKept &&= Number.isFinite(keyValue(curve, key));
		}
		if (!isKept) dropped++;
		else if (found > 0 && times[found - 1] === shifted) {
			keys[found - 1] = key;
			merged++;
		} else {
			keys[found] = key;
			times[found] = shifted;
			found++;
		}
	}
	return { keys: keys.subarray(0, found), times: times.slice(0, found), merged, dropped };
}

/** The values of keys that curves have in common, key by key. */
export function readValues(curves: readonly Curve[], { keys }: SharedKeys): Float64Array {
	const values = new Float64Array(keys.length * curves.length);
	curves.forEach((curve, c) => {
		for (let i = 0; i < keys.length; i++) values[i * curves.length + c] = keyValue(curve, keys[i]!);
	});
	return values;
}

/** How a glTF sampler can run through the keys as the curves do, or `null` if none can. */
export function findInterpolation(curves: readonly Curve[], { keys }: SharedKeys): Interpolation | null {
	if (curves.every(({ stride }) => stride !== FULL_STRIDE)) return 'LINEAR';
	const kinds = new Set<string>();
	for (let i = 0; i + 1 < keys.length; i++) {
		const left = keys[i]!;
		const right = keys[i + 1]!;
		for (const curve of curves) {
			const kind = kindBetween(curve, left, right);
			if (kind === 'hermite' && keyTime(curve, right) - keyTime(curve, left) < SHORTEST_HERMITE) return null;
			kinds.add(kind);
		}
	}
	const isAll = (...allowed: string[]): boolean => [...kinds].every((kind) => allowed.includes(kind));
	if (isAll('line')) return 'LINEAR';
	if (isAll('left')) return 'STEP';
	return isAll('line', 'hermite') ? 'CUBICSPLINE' : null;
}

/**
 * The slopes before and after each key for a CUBICSPLINE sampler, per second: `[in, out]` for each curve and key. Lines
 * have their own slope; slopes outside of the first and last key are kept if they are finite, though nothing shows them.
 */
export function listSlopes(curve: Curve, { keys }: SharedKeys): (readonly [before: number, after: number])[] {
	const finite = (slope: number): number => (Number.isFinite(slope) ? slope : 0);
	const chord = (left: number, right: number): number =>
		(keyValue(curve, right) - keyValue(curve, left)) / (keyTime(curve, right) - keyTime(curve, left));
	return Array.from(keys, (key, i) => {
		const previous = keys[i - 1];
		const next = keys[i + 1];
		const isLineBefore = previous !== undefined && kindBetween(curve, previous, key) === 'line';
		const isLineAfter = next !== undefined && kindBetween(curve, key, next) === 'line';
		return [
			isLineBefore ? chord(previous, key) : finite(keyInTangent(curve, key)),
			isLineAfter ? chord(key, next) : finite(keyOutTangent(curve, key)),
		];
	});
}

function kindBetween(curve: Curve, left: number, right: number): ReturnType<typeof segmentKind> {
	return segmentKind(
		keyOutTangent(curve, left),
		keyOutWeight(curve, left),
		keyWeightedMode(curve, left),
		keyInTangent(curve, right),
		keyInWeight(curve, right),
		keyWeightedMode(curve, right),
	);
}
