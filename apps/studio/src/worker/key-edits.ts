import { type Curve, getKeyTime, getKeyValue, type Recording, type WrapModeName } from '@handreel/core';
import {
	convertSegmentsToHermite,
	editCurves,
	insertKey,
	type KeyChange,
	removeKeys,
	setKeys,
	setTangents,
	setWrapModes,
	type TangentMode,
} from '@handreel/core/edit';
import {
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	sortCurve,
} from '@handreel/core/internal';

/** Keys of a curve, by their indices in the order of time. */
export interface CurveKeys {
	readonly path: string;
	/** Ascending. */
	readonly indices: Uint32Array;
}

/** A number of a key. */
export type KeyField = keyof KeyChange;

/** A change of one number of each key. */
export interface KeyEntry {
	readonly field: KeyField;
	readonly operation: 'set' | 'add' | 'multiply';
	readonly number: number;
}

/** An edit of keys or curves, as plain data. Times are in seconds. */
export type KeyEdit =
	| { readonly kind: 'insert-key'; readonly paths: readonly string[]; readonly time: number }
	| { readonly kind: 'delete-keys'; readonly keys: readonly CurveKeys[] }
	| { readonly kind: 'change-keys'; readonly keys: readonly CurveKeys[]; readonly entries: readonly KeyEntry[] }
	| { readonly kind: 'tangents'; readonly keys: readonly CurveKeys[]; readonly mode: TangentMode }
	| {
			readonly kind: 'wrap';
			readonly paths: readonly string[];
			readonly preWrap?: WrapModeName;
			readonly postWrap?: WrapModeName;
	  };

const READERS: Readonly<Record<KeyField, (curve: Curve, key: number) => number>> = {
	time: getKeyTime,
	value: getKeyValue,
	inTangent: getKeyInTangent,
	outTangent: getKeyOutTangent,
	inWeight: getKeyInWeight,
	outWeight: getKeyOutWeight,
	weightedMode: getKeyWeightedMode,
};

/** The numbers that keys of all curves have. */
const SIMPLE_FIELDS: readonly KeyField[] = ['time', 'value'];
const KEY_FIELDS = Object.keys(READERS) as readonly KeyField[];

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/** The result of a change for a number. */
export function applyEntry({ operation, number }: KeyEntry, before: number): number {
	if (operation === 'set') return number;
	return operation === 'add' ? before + number : before * number;
}

/** Edits keys with the functions of core. Throws as they do. */
export function editKeys(recording: Recording, edit: KeyEdit): Recording {
	switch (edit.kind) {
		case 'insert-key':
			return editEach(recording, edit.paths, (curve) => insertKey(curve, edit.time));
		case 'delete-keys':
			return editSelected(recording, edit.keys, removeKeys);
		case 'change-keys':
			return editSelected(recording, edit.keys, (curve, indices) => changeKeys(curve, indices, edit.entries));
		case 'tangents':
			return editSelected(recording, edit.keys, (curve, keys) =>
				curve.kind === 'boolean' ? curve : setTangents(curve, { mode: edit.mode, keys }),
			);
		case 'wrap': {
			const { preWrap, postWrap } = edit;
			const modes = { preWrap, postWrap };
			return editEach(recording, edit.paths, (curve) => setWrapModes(curve, modes));
		}
	}
}

/**
 * Changes numbers of several keys of a curve. Lines next to the keys become Hermite segments when slopes or weights change,
 * because lines have neither. A weight that is set counts, and is from 0 to 1. Boolean curves have only times and values of 0 or
 * 1. A number that cannot be stored stays as it is.
 */
export function changeKeys(curve: Curve, indices: Uint32Array, entries: readonly KeyEntry[]): Curve {
	const fields = listFields(curve);
	const possible = entries.filter(({ field }) => fields.includes(field));
	if (possible.length === 0 || indices.length === 0) return curve;
	const base = prepareKeys(
		curve,
		indices,
		possible.map(({ field }) => field),
	);
	return setKeys(base, indices, (key) => {
		const change: { -readonly [K in KeyField]?: number } = {};
		for (const entry of possible) {
			const before = readKey(base, key, entry.field);
			const after = applyEntry(entry, before);
			if (isPossible(entry.field, before, after)) change[entry.field] = limitNumber(curve, entry.field, after);
		}
		if (change.weightedMode === undefined) {
			const sides =
				(change.inWeight === undefined ? 0 : WEIGHTED_IN) | (change.outWeight === undefined ? 0 : WEIGHTED_OUT);
			if (sides !== 0) change.weightedMode = getKeyWeightedMode(base, key) | sides;
		}
		return change;
	});
}

// Slopes may be infinite; no number may become NaN, such as an infinite slope times 0.
function isPossible(field: KeyField, before: number, after: number): boolean {
	if (Number.isNaN(after)) return Number.isNaN(before);
	return field.endsWith('Tangent') || Number.isFinite(Math.fround(after)) || !Number.isFinite(before);
}

function limitNumber({ kind }: Curve, field: KeyField, number: number): number {
	if (kind === 'boolean' && field === 'value') return Number(number >= 0.5);
	return field.endsWith('Weight') ? Math.min(Math.max(number, 0), 1) : number;
}

/** The numbers that keys of a curve have. */
export function listFields({ kind }: Curve): readonly KeyField[] {
	return kind === 'boolean' ? SIMPLE_FIELDS : KEY_FIELDS;
}

/** Sorts a curve. For slopes and weights, the lines next to keys become Hermite segments that play the same. */
export function prepareKeys(curve: Curve, indices: Uint32Array, fields: readonly KeyField[]): Curve {
	const isSimple = fields.every((field) => SIMPLE_FIELDS.includes(field));
	return isSimple ? sortCurve(curve) : convertSegmentsToHermite(curve, indices);
}

/** A number of a key. */
export function readKey(curve: Curve, key: number, field: KeyField): number {
	return READERS[field](curve, key);
}

function editEach(recording: Recording, paths: readonly string[], edit: (curve: Curve) => Curve): Recording {
	return paths.reduce((edited, path) => editCurves(edited, path, edit), recording);
}

function editSelected(
	recording: Recording,
	keys: readonly CurveKeys[],
	edit: (curve: Curve, indices: Uint32Array) => Curve,
): Recording {
	return keys.reduce(
		(edited, { path, indices }) => editCurves(edited, path, (curve) => edit(sortCurve(curve), indices)),
		recording,
	);
}
