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

/** Unity lengthens Hermite segments that are shorter, which glTF does not. */
const SHORTEST_HERMITE = 1e-4;

/** The keys of curves that share their times. */
export interface SharedKeys {
	/** Which keys: of those that glTF would have at one time the last, and only those with finite values. */
	readonly keys: readonly number[];
	/** glTF's times: they increase strictly. */
	readonly times: Float32Array<ArrayBuffer>;
	/** How many keys gave way to a later one at the same time. */
	readonly merged: number;
	/** How many have values that are not finite, or times so far apart that float32 cannot hold the difference. */
	readonly dropped: number;
}

/** The keys that sorted curves have in common, or `null` if their times differ. */
export function findSharedKeys(curves: readonly Curve[], offset: number): SharedKeys | null {
	const [first, ...others] = curves;
	if (first === undefined || others.some((curve) => curve.count !== first.count)) return null;
	const keys: number[] = [];
	const times: number[] = [];
	let merged = 0;
	let dropped = 0;
	for (let key = 0; key < first.count; key++) {
		const time = keyTime(first, key);
		if (others.some((curve) => keyTime(curve, key) !== time)) return null;
		const shifted = Math.fround(time - offset);
		if (!Number.isFinite(shifted) || !curves.every((curve) => Number.isFinite(keyValue(curve, key)))) {
			dropped++;
			continue;
		}
		if (times.at(-1) === shifted) {
			keys[keys.length - 1] = key;
			merged++;
		} else {
			keys.push(key);
			times.push(shifted);
		}
	}
	return { keys, times: Float32Array.from(times), merged, dropped };
}

/** How a glTF sampler can run through the keys as the curves do, or `null` if none can. */
export function findInterpolation(curves: readonly Curve[], { keys }: SharedKeys): Interpolation | null {
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
	return keys.map((key, i) => {
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
