import type { KeptRecording, OpenedRecording } from '../worker/protocol.ts';
import type { SelectedTimes } from './key-times.ts';

/** More versions than anybody undoes. Versions share the curves that did not change. */
const MAX_VERSIONS = 100;

/** A version of a recording, and the edit that made it. */
export interface Version {
	/** What was done, such as `Trim`; the first version has an empty title. */
	readonly title: string;
	readonly kept: KeptRecording;
	/** Set for a split, which leaves the recording as it is and opens its parts. */
	readonly split?: Split;
	/** The loop range that a trim used up, in seconds. */
	readonly range?: { readonly start: number; readonly end: number };
	/** Set for an edit of selected keys. */
	readonly selection?: SelectionChange;
}

/** The selected keys before and after an edit. */
export interface SelectionChange {
	readonly before: SelectedTimes;
	readonly after: SelectedTimes;
}

/** Where a recording was split. */
export interface Split {
	readonly id: string;
	/** Seconds. */
	readonly times: readonly number[];
}

/** Which part of which split a recording is. */
export interface PartOf {
	/** The {@link Split.id}. */
	readonly split: string;
	readonly index: number;
}

/** The versions of a recording. */
export interface History {
	readonly versions: readonly Version[];
	/** The current version. */
	readonly index: number;
	/** The version that was opened or saved last; `null` if there is none. */
	readonly saved: Version | null;
	/** Set for a recording that a split opened. */
	readonly partOf?: PartOf;
}

/** The part of a recording that is kept for undo and sessions. */
export function keep(opened: OpenedRecording): KeptRecording {
	const { name, format, sourceLayout, fileSize, stored, bin, readIssues } = opened;
	return { name, format, sourceLayout, fileSize, stored, bin, readIssues };
}

/** The history of a recording that was opened from a file, or of an unsaved recording. */
export function createHistory(kept: KeptRecording, isSaved: boolean): History {
	const version: Version = { title: '', kept };
	return { versions: [version], index: 0, saved: isSaved ? version : null };
}

/** Adds a version after the current version. Versions that were undone are dropped. */
export function addVersion(history: History, version: Version): History {
	const all = [...history.versions.slice(0, history.index + 1), version];
	const versions = all.slice(-MAX_VERSIONS);
	return { ...history, versions, index: versions.length - 1 };
}

/** Adds a split, which does not change the recording. */
export function addSplit(history: History, split: Split): History {
	const current = history.versions[history.index];
	return current === undefined ? history : addVersion(history, { title: 'Split', kept: current.kept, split });
}

/** The history of a part of a split recording. */
export function createPartHistory(kept: KeptRecording, partOf: PartOf): History {
	return { ...createHistory(kept, false), partOf };
}

/** The split that made the current version, or `null`. */
export function getSplit({ versions, index }: History): Split | null {
	return versions[index]?.split ?? null;
}

/** Marks the current version as saved. */
export function markSaved(history: History): History {
	return { ...history, saved: history.versions[history.index] ?? null };
}

/** Whether the current version is in no file. */
export function isUnsaved({ versions, index, saved }: History): boolean {
	// A split has its own version with the same recording.
	return versions[index]?.kept !== saved?.kept;
}

/** The title of the edit that an undo takes back, or `null`. */
export function getUndoTitle({ versions, index }: History): string | null {
	return index > 0 ? (versions[index]?.title ?? null) : null;
}

/** The title of the edit that a redo repeats, or `null`. */
export function getRedoTitle({ versions, index }: History): string | null {
	return versions[index + 1]?.title ?? null;
}
