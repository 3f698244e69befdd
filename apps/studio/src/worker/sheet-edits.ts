import { type Curve, getKeyTime, type Recording } from '@handreel/core';
import { removeKeys, setKeys } from '@handreel/core/edit';
import {
	getCurveWords,
	getKeyInTangent,
	getKeyOutTangent,
	mapCurves,
	replaceKeys,
	sortCurve,
	widenCurve,
} from '@handreel/core/internal';
import type { StoredRecording } from './stored-recording.ts';

/** The keys of some curves between two times in seconds, both included. */
export interface KeyBox {
	readonly paths: readonly string[];
	readonly start: number;
	readonly end: number;
}

/** An edit of the keys in boxes, as plain data. */
export type SheetEdit =
	/** Keys move away from a pivot by a factor, and then by some seconds. Keys that they meet are replaced. */
	| {
			readonly kind: 'move-boxes';
			readonly boxes: readonly KeyBox[];
			readonly pivot: number;
			readonly factor: number;
			readonly seconds: number;
	  }
	| { readonly kind: 'delete-boxes'; readonly boxes: readonly KeyBox[] }
	/** Copies keys of a recording, some seconds later, to the curves with the same paths. Keys that they meet are replaced. */
	| {
			readonly kind: 'paste-boxes';
			readonly source: StoredRecording;
			readonly boxes: readonly KeyBox[];
			readonly seconds: number;
	  };

/** The time that a key has after {@link SheetEdit} `move-boxes`. */
export function moveTime(
	time: number,
	{ pivot, factor, seconds }: Pick<SheetEdit & { kind: 'move-boxes' }, 'pivot' | 'factor' | 'seconds'>,
): number {
	return Math.fround(pivot + (time - pivot) * factor + seconds);
}

/** Edits keys in boxes. `source` is the recording that keys are copied from. */
export function editSheet(recording: Recording, edit: SheetEdit, source: Recording | null): Recording {
	const ranges = listRanges(edit.boxes);
	if (edit.kind === 'paste-boxes') {
		const copied = new Map<string, Curve>();
		mapCurves(source!, (curve, path) => {
			const own = ranges.get(path);
			if (own !== undefined) copied.set(path, pickKeys(sortCurve(curve), own));
			return curve;
		});
		return mapCurves(recording, (curve, path) => pasteKeys(curve, copied.get(path), edit.seconds));
	}
	return mapCurves(recording, (curve, path) => {
		const own = ranges.get(path);
		if (own === undefined) return curve;
		const sorted = sortCurve(curve);
		const keys = findKeys(sorted, own);
		if (keys.length === 0) return curve;
		return edit.kind === 'delete-boxes' ? removeKeys(sorted, keys) : moveKeys(sorted, keys, edit);
	});
}

type Ranges = readonly (readonly [start: number, end: number])[];

function listRanges(boxes: readonly KeyBox[]): ReadonlyMap<string, Ranges> {
	const ranges = new Map<string, [number, number][]>();
	for (const { paths, start, end } of boxes) {
		for (const path of paths) {
			const own = ranges.get(path);
			if (own === undefined) ranges.set(path, [[start, end]]);
			else own.push([start, end]);
		}
	}
	return ranges;
}

function findKeys(sorted: Curve, ranges: Ranges): number[] {
	const keys: number[] = [];
	for (let key = 0; key < sorted.count; key++) {
		const time = getKeyTime(sorted, key);
		if (ranges.some(([start, end]) => time >= start && time <= end)) keys.push(key);
	}
	return keys;
}

function pickKeys(sorted: Curve, ranges: Ranges): Curve {
	const keys = new Set(findKeys(sorted, ranges));
	return removeKeys(
		sorted,
		Array.from({ length: sorted.count }, (_, key) => key).filter((key) => !keys.has(key)),
	);
}

function moveKeys(sorted: Curve, keys: readonly number[], edit: SheetEdit & { kind: 'move-boxes' }): Curve {
	const chosen = new Set(keys);
	const met = new Set(keys.map((key) => moveTime(getKeyTime(sorted, key), edit)));
	const replaced: number[] = [];
	// Indices after the keys are removed that moved keys meet.
	const places = new Map<number, number>();
	for (let key = 0; key < sorted.count; key++) {
		if (chosen.has(key)) places.set(key - replaced.length, key);
		else if (met.has(getKeyTime(sorted, key))) replaced.push(key);
	}
	const base = replaced.length === 0 ? sorted : removeKeys(sorted, replaced);
	const isSteeper = edit.factor !== 1 && sorted.stride > 2;
	return setKeys(base, places.keys(), (place) => {
		const key = places.get(place)!;
		const time = moveTime(getKeyTime(sorted, key), edit);
		if (!isSteeper) return { time };
		const { factor } = edit;
		return {
			time,
			inTangent: getKeyInTangent(sorted, key) / factor,
			outTangent: getKeyOutTangent(sorted, key) / factor,
		};
	});
}

function pasteKeys(curve: Curve, copied: Curve | undefined, seconds: number): Curve {
	if (copied === undefined || copied.count === 0 || copied.kind !== curve.kind) return curve;
	const moved = setKeys(
		copied,
		Array.from({ length: copied.count }, (_, key) => key),
		(key) => ({ time: getKeyTime(copied, key) + seconds }),
	);
	const met = new Set(Array.from({ length: moved.count }, (_, key) => getKeyTime(moved, key)));
	const sorted = sortCurve(curve);
	const replaced = Array.from({ length: sorted.count }, (_, key) => key).filter((key) =>
		met.has(getKeyTime(sorted, key)),
	);
	const kept = replaced.length === 0 ? sorted : removeKeys(sorted, replaced);
	// A curve without keys has no stride to keep.
	const isFull = [kept, moved].some(({ stride, count }) => stride > 2 && count > 0);
	const [own, others] = [kept, moved].map((part) => (isFull ? widenCurve(part) : part)) as [Curve, Curve];
	const words = new Uint32Array((own.count + others.count) * others.stride);
	words.set(getCurveWords(own));
	words.set(getCurveWords(others), own.count * others.stride);
	return sortCurve(replaceKeys({ ...curve, stride: others.stride }, words));
}
