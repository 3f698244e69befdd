import type { KeptRecording, OpenedRecording } from '../worker/protocol.ts';

/** More versions than anybody undoes. Versions share the curves that did not change. */
const MAX_VERSIONS = 100;

/** A version of a recording, and the edit that made it. */
export interface Version {
	/** What was done, such as `Trim`; the first version has an empty title. */
	readonly title: string;
	readonly kept: KeptRecording;
}

/** The versions of a recording. */
export interface History {
	readonly versions: readonly Version[];
	/** The current version. */
	readonly index: number;
	/** The version that was opened or saved last; `null` if there is none. */
	readonly saved: Version | null;
}

/** The part of a recording that is kept for undo and sessions. */
export function keep({ name, format, fileSize, stored, bin, readIssues }: OpenedRecording): KeptRecording {
	return { name, format, fileSize, stored, bin, readIssues };
}

/** The history of a recording that was opened from a file, or of an unsaved recording. */
export function createHistory(kept: KeptRecording, isSaved: boolean): History {
	const version: Version = { title: '', kept };
	return { versions: [version], index: 0, saved: isSaved ? version : null };
}

/** Adds a version after the current version. Versions that were undone are dropped. */
export function addVersion({ versions, index, saved }: History, version: Version): History {
	const all = [...versions.slice(0, index + 1), version];
	const kept = all.slice(-MAX_VERSIONS);
	return { versions: kept, index: kept.length - 1, saved };
}

/** Marks the current version as saved. */
export function markSaved(history: History): History {
	return { ...history, saved: history.versions[history.index] ?? null };
}

/** Whether the current version is in no file. */
export function isUnsaved({ versions, index, saved }: History): boolean {
	return versions[index] !== saved;
}

/** The title of the edit that an undo takes back, or `null`. */
export function getUndoTitle({ versions, index }: History): string | null {
	return index > 0 ? (versions[index]?.title ?? null) : null;
}

/** The title of the edit that a redo repeats, or `null`. */
export function getRedoTitle({ versions, index }: History): string | null {
	return versions[index + 1]?.title ?? null;
}
