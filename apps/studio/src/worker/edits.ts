import type { Recording } from '@handreel/core';
import {
	addMarker,
	concatRecordings,
	fillGaps,
	mirrorRecording,
	moveMarker,
	moveRecording,
	optimizeRecording,
	reanchorRecording,
	removeMarker,
	renameMarker,
	type StrippablePart,
	smoothRecording,
	stripRecording,
	TOLERANCE_DEFAULTS,
	type Tolerances,
	trimRecording,
} from '@handreel/core/edit';
import { formatPlural } from '@handreel/text';
import { editKeys, type KeyEdit } from './key-edits.ts';
import { loadStored, type StoredRecording } from './stored-recording.ts';

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
	| KeyEdit;

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
