import { sortCurve } from '../curves/sort.ts';
import { type Curve, createCurve, FULL_STRIDE, getCurveWords, replaceKeys } from '../model/curve.ts';
import { mapFields } from '../model/map-curves.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';
import { alignRotation } from '../sample/align-signs.ts';
import { isLockstep } from '../sample/group.ts';
import { holdEnd, playCurve } from './cut-curve.ts';
import { playVector } from './cut-vector.ts';
import { insertKeys, widenCurve } from './insert-keys.ts';
import { shiftCurve } from './retime-keys.ts';

/** The place at which two recordings are joined. Times in seconds. */
export interface Seam {
	/** The end of the first recording: curves that repeat stop here. */
	readonly end: number;
	/** The start of the second recording; the first holds its end until then. */
	readonly start: number;
	/** The duration of the second recording. */
	readonly duration: number;
	readonly defaultWrap: number;
}

/** Two vectors, one after the other. A vector without any keys is left out; single curves without keys play 0. */
export function joinVectors<V extends Vec3Curves | QuatCurves>(first: V, second: V, seam: Seam): V {
	const isEmpty = (curves: V): boolean => Object.values(curves).every((curve) => sortCurve(curve).count === 0);
	if (isEmpty(first) && isEmpty(second)) return first;
	const { end, duration, start, defaultWrap } = seam;
	let a = playVector(first, Number.NEGATIVE_INFINITY, end, defaultWrap);
	let b = playVector(second, 0, duration, defaultWrap);
	if (isEmpty(second)) return mapFields(a, (curve) => holdEnds(curve as Curve, defaultWrap));
	if (isEmpty(first)) return mapFields(b, (curve) => holdEnds(shiftCurve(curve as Curve, start), defaultWrap));
	if ('w' in a && 'w' in b && !(isTogether(a) && isTogether(b))) {
		// The joined curves are not in lockstep, so sampling will not align their signs.
		a = alignRotation(a) as QuatCurves & V;
		b = alignRotation(b) as QuatCurves & V;
	}
	const isFull = [...Object.values(a), ...Object.values(b)].some(
		(curve) => curve.stride === FULL_STRIDE && curve.count > 0,
	);
	const widen = (curve: Curve): Curve => (isFull ? widenCurve(curve) : { ...curve, stride: 2 });
	const ends = mapFields(a, (curve) => holdEnds(insertKeys(widen(curve as Curve), [start]), defaultWrap));
	const starts = mapFields(b, (curve) =>
		holdEnds(shiftCurve(insertKeys(widen(curve as Curve), [0]), start), defaultWrap),
	);
	const isSmooth = Object.entries(ends).every(([axis, curve]) => {
		const next = starts[axis as keyof V] as Curve;
		return lastWord(curve) === next.words[next.start + 1];
	});
	return mapFields(ends, (curve, axis) => joinKeys(curve as Curve, starts[axis as keyof V] as Curve, isSmooth));
}

/** Two float curves that are not part of a vector, one after the other. A curve without keys is left out. */
export function joinValues(first: Curve, second: Curve, seam: Seam): Curve {
	// Vectors are joined axis by axis, whichever axes they have.
	return joinVectors({ x: first } as Vec3Curves, { x: second } as Vec3Curves, seam).x;
}

/** Two boolean curves, one after the other. A curve without keys is false throughout. */
export function joinStates(first: Curve, second: Curve, seam: Seam): Curve {
	if (first.count === 0 && second.count === 0) return first;
	const never = createCurve([0, 0], { kind: 'boolean' });
	const { end, duration, start, defaultWrap } = seam;
	const a = playCurve(first.count === 0 ? never : sortCurve(first), Number.NEGATIVE_INFINITY, end, defaultWrap);
	const b = playCurve(second.count === 0 ? never : sortCurve(second), 0, duration, defaultWrap);
	const next = shiftCurve(insertKeys(b, [0]), start);
	const isSame = lastWord(a) === next.words[next.start + 1];
	return joinKeys(holdEnds(a, defaultWrap), holdEnds(next, defaultWrap), isSame);
}

function holdEnds(curve: Curve, defaultWrap: number): Curve {
	const preWrap = holdEnd(curve.preWrap, defaultWrap);
	const postWrap = holdEnd(curve.postWrap, defaultWrap);
	return preWrap === curve.preWrap && postWrap === curve.postWrap ? curve : { ...curve, preWrap, postWrap };
}

// Joins the keys of two curves. With `isSmooth` the last key of the first and the first key of the second become one.
function joinKeys(first: Curve, second: Curve, isSmooth: boolean): Curve {
	const { stride } = first;
	const ends = getCurveWords(first);
	const starts = getCurveWords(second);
	const skipped = isSmooth ? stride : 0;
	const words = new Uint32Array(ends.length + starts.length - skipped);
	words.set(ends);
	words.set(starts.subarray(skipped), ends.length);
	if (isSmooth && stride === FULL_STRIDE) {
		const key = ends.length - stride;
		words[key + 3] = starts[3]!;
		words[key + 5] = starts[5]!;
		words[key + 6] = (ends[key + 6]! & ~2) | (starts[6]! & 2);
	}
	return replaceKeys({ ...second, stride, preWrap: first.preWrap }, words);
}

function lastWord({ words, start, stride, count }: Curve): number {
	return words[start + (count - 1) * stride + 1]!;
}

function isTogether(curves: Vec3Curves): boolean {
	return isLockstep(Object.values(curves).map(sortCurve));
}
