import type { Recording } from '@handreel/core';

/** The outcome of an edit. */
export interface Edited {
	/** The recordings to write. `suffix` is inserted before the extension of the output file. */
	readonly results: ReadonlyArray<{ readonly recording: Recording; readonly suffix: string }>;
	/** Lines for the user. */
	readonly notes?: readonly string[];
	/** The same for `--json`. */
	readonly report?: Readonly<Record<string, unknown>>;
	/** Whether problems remain: the exit code becomes 1. */
	readonly hasProblems?: boolean;
}

/** Turns a recording into other recordings. Options are plain data, so that they can be sent to a thread. */
export interface Edit<O = Readonly<Record<string, unknown>>> {
	/** Whether a recording may have several results, so that their file names are not known in advance. */
	readonly hasPieces?: boolean;
	/** Extensions of the files to take from a folder. Default: those of recordings. */
	readonly extensions?: readonly string[];
	/** Throws a `UsageError` for options that contradict each other. */
	readonly check?: (options: O) => void;
	readonly edit?: (recording: Recording, options: O) => Edited;
	/** Edits bytes that may be damaged. Replaces `edit` for .bin files, and for all files if there is no `edit`. */
	readonly editBytes?: (bytes: Uint8Array, options: O) => Edited;
}

/** The outcome of an edit with a single result. */
export function oneResult(recording: Recording, more: Omit<Edited, 'results'> = {}): Edited {
	return { results: [{ recording, suffix: '' }], ...more };
}
