import type { Recording, Span } from '@handreel/core';
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
import {
	type ChangeLimits,
	limitChanges,
	listDroppedParts,
	type PoseChange,
	poseHand,
	setSpans,
} from '@handreel/core/internal';
import { editKeys, type KeyEdit } from './key-edits.ts';
import { editSheet, type SheetEdit } from './sheet-edits.ts';
import { loadStored, type StoredRecording } from './stored-recording.ts';

/** Edits that can be limited to parts of a recording. */
interface Limited {
	/** `null` without limits. */
	readonly limits?: ChangeLimits | null;
}

/** An edit of a recording, as plain data. Times are in seconds. */
export type Edit =
	/** An edit that core describes. */
	| (Limited & { readonly kind: 'described'; readonly name: string; readonly options: OptionValues })
	| { readonly kind: 'trim'; readonly start: number; readonly end: number }
	| { readonly kind: 'add-marker'; readonly time: number; readonly name: string }
	| { readonly kind: 'rename-marker'; readonly index: number; readonly name: string }
	| { readonly kind: 'move-marker'; readonly index: number; readonly time: number }
	| { readonly kind: 'delete-marker'; readonly index: number }
	| { readonly kind: 'set-spans'; readonly track: string; readonly spans: readonly Span[] }
	/** The tolerances are those of core, multiplied by a factor. */
	| (Limited & { readonly kind: 'optimize'; readonly factor: number })
	| { readonly kind: 'concat'; readonly others: readonly StoredRecording[] }
	| { readonly kind: 'pose'; readonly change: PoseChange }
	| SheetEdit
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
	if (edit.kind === 'move-boxes' || edit.kind === 'delete-boxes' || edit.kind === 'paste-boxes') {
		const source = edit.kind === 'paste-boxes' ? (await loadStored(edit.source)).recording : null;
		return { recording: editSheet(recording, edit, source), remark: '' };
	}
	const others = edit.kind === 'concat' ? await Promise.all(edit.others.map(loadStored)) : [];
	const sources = [recording, ...others.map((other) => other.recording)];
	const result = runEdit(sources, edit);
	const dropped = sources.flatMap((source) => listDroppedParts(source, result.recording)).map(({ message }) => message);
	return dropped.length === 0 ? result : { ...result, remark: dropped.join('; ') };
}

// Only `concat` has more than one source.
function runEdit(sources: readonly Recording[], edit: Exclude<Edit, SheetEdit>): EditResult {
	const recording = sources[0]!;
	if (edit.kind === 'described') {
		const { apply, describe } = findEdit(edit.name);
		const { recording: edited, notes = [], issues = [] } = apply(recording, edit.options);
		const lines = [...notes, ...(describe?.(recording, edited).notes ?? []), ...issues.map(({ message }) => message)];
		return { recording: limit(recording, edited, edit), remark: lines[0] ?? '' };
	}
	if (edit.kind === 'concat') return { recording: concatRecordings(sources), remark: '' };
	const edited = editRecording(recording, edit);
	return { recording: edit.kind === 'optimize' ? limit(recording, edited, edit) : edited, remark: '' };
}

function limit(before: Recording, after: Recording, { limits = null }: Limited): Recording {
	return limits === null || after === before ? after : limitChanges(before, after, limits);
}

function editRecording(
	recording: Recording,
	edit: Exclude<Edit, SheetEdit | { kind: 'described' | 'concat' }>,
): Recording {
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
		case 'set-spans':
			return setSpans(recording, edit.track, edit.spans.length === 0 ? null : edit.spans);
		case 'pose':
			return poseHand(recording, edit.change);
		case 'optimize':
			return optimizeRecording(recording, { tolerances: scaleTolerances(edit.factor) });
		default:
			return editKeys(recording, edit);
	}
}
