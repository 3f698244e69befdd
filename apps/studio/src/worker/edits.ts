import { type Curve, type Recording, sortCurve, type WrapModeName } from '@handreel/core';
import {
	addMarker,
	concatRecordings,
	editCurves,
	fillGaps,
	insertKey,
	type KeyChange,
	mirrorRecording,
	moveMarker,
	moveRecording,
	optimizeRecording,
	reanchorRecording,
	removeKey,
	removeMarker,
	renameMarker,
	type StrippablePart,
	setKey,
	setTangents,
	setWrapModes,
	smoothRecording,
	stripRecording,
	type TangentMode,
	TOLERANCE_DEFAULTS,
	type Tolerances,
	trimRecording,
} from '@handreel/core/edit';
import { formatPlural } from '@handreel/text';
import { loadStored, type StoredRecording } from './stored-recording.ts';

/** A key of a curve, by its index in the order of time. */
export interface KeyPlace {
	readonly path: string;
	readonly index: number;
}

/** An edit of a recording, as plain data. Times are in seconds. */
export type Edit =
	| { readonly kind: 'trim'; readonly start: number; readonly end: number }
	| { readonly kind: 'add-marker'; readonly time: number; readonly name: string }
	| { readonly kind: 'rename-marker'; readonly index: number; readonly name: string }
	| { readonly kind: 'move-marker'; readonly index: number; readonly time: number }
	| { readonly kind: 'delete-marker'; readonly index: number }
	/** Hz: the cutoff of hands at rest. */
	| { readonly kind: 'smooth'; readonly minCutoff: number }
	| { readonly kind: 'fill'; readonly maxGap: number }
	| { readonly kind: 'mirror' }
	/** Meters in Unity's space, and degrees around the vertical. */
	| { readonly kind: 'move'; readonly x: number; readonly y: number; readonly z: number; readonly turn: number }
	| { readonly kind: 'anchor' }
	| { readonly kind: 'strip'; readonly parts: readonly StrippablePart[] }
	/** The tolerances are those of core, multiplied by a factor. */
	| { readonly kind: 'optimize'; readonly factor: number }
	| { readonly kind: 'concat'; readonly others: readonly StoredRecording[] }
	| { readonly kind: 'insert-key'; readonly paths: readonly string[]; readonly time: number }
	| { readonly kind: 'delete-keys'; readonly keys: readonly KeyPlace[] }
	| { readonly kind: 'shift-keys'; readonly keys: readonly KeyPlace[]; readonly time: number; readonly value: number }
	| { readonly kind: 'set-key'; readonly key: KeyPlace; readonly change: KeyChange }
	| { readonly kind: 'tangents'; readonly keys: readonly KeyPlace[]; readonly mode: TangentMode }
	| {
			readonly kind: 'wrap';
			readonly paths: readonly string[];
			readonly preWrap?: WrapModeName;
			readonly postWrap?: WrapModeName;
	  };

/** An edited recording, and a remark if the result needs one. */
export interface EditResult {
	/** The given object if nothing changed. */
	readonly recording: Recording;
	readonly remark: string;
}

/** The tolerances of {@link optimizeRecording} for a factor. */
export function scaleTolerances(factor: number): Tolerances {
	return Object.fromEntries(Object.entries(TOLERANCE_DEFAULTS).map(([name, value]) => [name, value * factor]));
}

/** Applies an edit with the functions of core. Throws as they do. */
export async function applyEdit(recording: Recording, edit: Edit): Promise<EditResult> {
	if (edit.kind === 'fill') {
		const { recording: filled, gaps } = fillGaps(recording, { maxGap: edit.maxGap });
		return { recording: filled, remark: `Filled ${formatPlural(gaps.length, 'gap')}` };
	}
	if (edit.kind === 'concat') {
		const others = await Promise.all(edit.others.map(loadStored));
		return { recording: concatRecordings([recording, ...others.map((other) => other.recording)]), remark: '' };
	}
	return { recording: editRecording(recording, edit), remark: '' };
}

function editRecording(recording: Recording, edit: Exclude<Edit, { kind: 'fill' | 'concat' }>): Recording {
	switch (edit.kind) {
		case 'trim':
			return trimRecording(recording, { start: edit.start, end: edit.end });
		case 'add-marker':
			return addMarker(recording, { time: edit.time, name: edit.name });
		case 'rename-marker':
			return renameMarker(recording, edit.index, edit.name);
		case 'move-marker':
			return moveMarker(recording, edit.index, edit.time);
		case 'delete-marker':
			return removeMarker(recording, edit.index);
		case 'smooth':
			return smoothRecording(recording, { minCutoff: edit.minCutoff });
		case 'mirror':
			return mirrorRecording(recording);
		case 'move': {
			const half = (edit.turn * Math.PI) / 360;
			return moveRecording(recording, [edit.x, edit.y, edit.z, 0, Math.sin(half), 0, Math.cos(half)]);
		}
		case 'anchor':
			return reanchorRecording(recording, { height: 'keep' });
		case 'strip':
			return stripRecording(recording, edit.parts);
		case 'optimize':
			return optimizeRecording(recording, { tolerances: scaleTolerances(edit.factor) });
		default:
			return editKeys(recording, edit);
	}
}

type KeyEdit = Extract<Edit, { kind: 'insert-key' | 'delete-keys' | 'shift-keys' | 'set-key' | 'tangents' | 'wrap' }>;

function editKeys(recording: Recording, edit: KeyEdit): Recording {
	switch (edit.kind) {
		case 'insert-key':
			return editEach(recording, edit.paths, (curve) => insertKey(curve, edit.time));
		case 'delete-keys':
			return editSelected(recording, edit.keys, (curve, indices) => indices.toReversed().reduce(removeKey, curve));
		case 'shift-keys': {
			const { time, value } = edit;
			// From the front in the direction of the shift, so that moved keys do not change the indices of others.
			return editSelected(recording, edit.keys, (curve, indices) =>
				(time > 0 ? indices.toReversed() : indices).reduce((moved, index) => {
					const at = index * moved.stride + moved.start;
					const change = { time: moved.floats[at]! + time, value: moved.floats[at + 1]! + value };
					return setKey(moved, index, change);
				}, curve),
			);
		}
		case 'set-key':
			return editSelected(recording, [edit.key], (curve, [index = 0]) => setKey(curve, index, edit.change));
		case 'tangents':
			return editSelected(recording, edit.keys, (curve, keys) =>
				curve.kind === 'boolean' ? curve : setTangents(curve, { mode: edit.mode, keys }),
			);
		case 'wrap': {
			const { preWrap, postWrap } = edit;
			const modes = { ...(preWrap && { preWrap }), ...(postWrap && { postWrap }) };
			return editEach(recording, edit.paths, (curve) => setWrapModes(curve, modes));
		}
	}
}

function editEach(recording: Recording, paths: readonly string[], edit: (curve: Curve) => Curve): Recording {
	return paths.reduce((edited, path) => editCurves(edited, path, edit), recording);
}

function editSelected(
	recording: Recording,
	keys: readonly KeyPlace[],
	edit: (curve: Curve, indices: readonly number[]) => Curve,
): Recording {
	const paths = [...new Set(keys.map(({ path }) => path))];
	return paths.reduce((edited, path) => {
		const indices = keys
			.filter((key) => key.path === path)
			.map(({ index }) => index)
			.toSorted((a, b) => a - b);
		return editCurves(edited, path, (curve) => edit(sortCurve(curve), indices));
	}, recording);
}
