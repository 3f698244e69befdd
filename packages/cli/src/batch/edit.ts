import type { Recording } from '@handreel/core';
import type { Command } from 'commander';

/** What an edit makes of a recording. */
export interface Edited {
	/** One recording, or several whose file names differ in what is put before the ending. */
	readonly results: ReadonlyArray<{ readonly recording: Recording; readonly suffix: string }>;
	/** Lines for the user. */
	readonly notes?: readonly string[];
	/** The same for `--json`. */
	readonly report?: Readonly<Record<string, unknown>>;
	/** Whether something stays wrong, so that the exit code should be 1. */
	readonly hasProblems?: boolean;
}

/** A command that reads recordings, changes each and writes the results. Options are plain data. */
export interface EditCommand<O = Readonly<Record<string, unknown>>> {
	/** Adds description, options and examples. */
	readonly configure: (command: Command) => void;
	/** Whether there may be several results for a recording, so that their names are not known before. */
	readonly hasPieces?: boolean;
	/** The endings of files to take from a folder; by default those of recordings. */
	readonly endings?: readonly string[];
	/** Throws for options that make no sense together. */
	readonly check?: (options: O) => void;
	/** What happens to a recording. */
	readonly edit?: (recording: Recording, options: O) => Edited;
	/** For bytes that need not be readable; in place of `edit` for .bin files, or for all where there is no `edit`. */
	readonly editBytes?: (bytes: Uint8Array, options: O) => Edited;
}

/** An edit whose options have a type of their own, as the table of edits knows it. */
export function defineEdit<O>(command: EditCommand<O>): EditCommand {
	return command as unknown as EditCommand;
}

/** The outcome of an edit with one result. */
export function oneResult(recording: Recording, more: Omit<Edited, 'results'> = {}): Edited {
	return { results: [{ recording, suffix: '' }], ...more };
}
