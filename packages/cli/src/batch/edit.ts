import type { Recording } from '@handreel/core';
import type { OutputOptions } from '../formats/encode-output.ts';

/** What an edit reports about its results. */
export interface EditFacts {
	/** Lines for the user. */
	readonly notes?: readonly string[];
	/** The same for `--json`. */
	readonly report?: Readonly<Record<string, unknown>>;
	/** Whether problems remain: the exit code becomes 1. */
	readonly hasProblems?: boolean;
}

/** A file as it was written. */
export interface FileContent {
	readonly bytes: number;
	/** The recording that the bytes decode to; `null` for formats that cannot be read. */
	readonly recording: Recording | null;
}

/** The outcome of an edit. */
export interface Edited extends EditFacts {
	/** The recordings to write. `suffix` is inserted before the extension of the output file. */
	readonly results: ReadonlyArray<{ readonly recording: Recording; readonly suffix: string }>;
	/**
	 * Measures the results as they were written. A layout or format may hold less than a recording, so promises about a
	 * result must be checked here, and the files are read back for it. Replaces the facts above.
	 */
	readonly measure?: (written: readonly FileContent[], inputBytes: number) => EditFacts;
}

/** Where the results of an edit go. */
export type EditTarget = Pick<OutputOptions, 'to' | 'options'>;

/** Turns a recording into other recordings. Options are plain data, so that they can be sent to a thread. */
export interface Edit<O = Readonly<Record<string, unknown>>> {
	/** Whether a recording may have several results, so that their file names are not known in advance. */
	readonly hasPieces?: boolean;
	/** Extensions of the files to take from a folder. Default: those of recordings. */
	readonly extensions?: readonly string[];
	/** Whether to mention known faults of the recordings. Edits other than repairs leave them in. */
	readonly mentionsFaults?: boolean;
	/** Whether the options of formats are flags of the command. */
	readonly takesFormatOptions?: boolean;
	/** Whether to edit what is left of a damaged reel or capture. Other edits refuse it. */
	readonly recoversDamaged?: boolean;
	/** Throws a `UsageError` for options that contradict each other. */
	readonly check?: (options: O) => void;
	readonly edit?: (recording: Recording, options: O, target: EditTarget) => Edited;
	/** Edits bytes that may be damaged. Replaces `edit` for .bin files, and for all files if there is no `edit`. */
	readonly editBytes?: (bytes: Uint8Array, options: O) => Edited;
}

/** The note of a repair that found nothing. */
export const NO_PROBLEMS = 'no problems found';

/** The outcome of an edit with a single result. */
export function oneResult(recording: Recording, more: Omit<Edited, 'results'> = {}): Edited {
	return { results: [{ recording, suffix: '' }], ...more };
}
