import type { Recording } from '@handreel/core';
import {
	addMarker,
	concatRecordings,
	findEdit,
	moveMarker,
	type OptionValues,
	optimizeRecording,
	removeMarker,
	renameMarker,
	TOLERANCE_DEFAULTS,
	type Tolerances,
	trimRecording,
} from '@handreel/core/edit';
import { listDroppedParts } from '@handreel/core/internal';
import { editKeys, type KeyEdit } from './key-edits.ts';
import { loadStored, type StoredRecording } from './stored-recording.ts';

/** An edit of a recording, as plain data. Times are in seconds. */
export type Edit =
	/** An edit that core describes. */
	| { readonly kind: 'described'; readonly name: string; readonly options: OptionValues }
	| { readonly kind: 'trim'; readonly start: number; readonly end: number }
	| { readonly kind: 'add-marker'; readonly time: number; readonly name: string }
	| { readonly kind: 'rename-marker'; readonly index: number; readonly name: string }
	| { readonly kind: 'move-marker'; readonly index: number; readonly time: number }
	| { readonly kind: 'delete-marker'; readonly index: number }
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
	const others = edit.kind === 'concat' ? await Promise.all(edit.others.map(loadStored)) : [];
	const sources = [recording, ...others.map((other) => other.recording)];
	const result = runEdit(sources, edit);
	const dropped = sources.flatMap((source) => listDroppedParts(source, result.recording)).map(({ message }) => message);
	return dropped.length === 0 ? result : { ...result, remark: dropped.join('; ') };
}

// Only `concat` has more than one source.
function runEdit(sources: readonly Recording[], edit: Edit): EditResult {
	const recording = sources[0]!;
	if (edit.kind === 'described') {
		const { apply, describe } = findEdit(edit.name);
		const { recording: edited, notes = [], issues = [] } = apply(recording, edit.options);
		const lines = [...notes, ...(describe?.(recording, edited).notes ?? []), ...issues.map(({ message }) => message)];
		return { recording: edited, remark: lines[0] ?? '' };
	}
	if (edit.kind === 'concat') return { recording: concatRecordings(sources), remark: '' };
	return { recording: editRecording(recording, edit), remark: '' };
}

function editRecording(recording: Recording, edit: Exclude<Edit, { kind: 'described' | 'concat' }>): Recording {
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
		case 'optimize':
			return optimizeRecording(recording, { tolerances: scaleTolerances(edit.factor) });
		default:
			return editKeys(recording, edit);
	}
}
