import type { Issue, LayoutName } from '@handreel/core';
import type { OutputOptions } from '../formats/encode-output.ts';
import type { InputFile } from '../formats/list-inputs.ts';

/** A file to edit. Plain data, so that it can be sent to a thread. */
export interface EditJob {
	/** The words that call the edit, such as `trim` or `markers add`. */
	readonly edit: string;
	readonly options: Readonly<Record<string, unknown>>;
	readonly input: InputFile;
	/** A path, or `-` for standard output. */
	readonly output: string;
	readonly write: OutputOptions;
}

/** A file that was written. */
export interface Written {
	readonly path: string;
	readonly bytes: number;
	readonly seconds: number;
	readonly keys: number;
	readonly layout: LayoutName | null;
	/** Data that the format or layout cannot hold. */
	readonly issues: readonly Issue[];
}

/** Why a file could not be used. */
export interface Failure {
	/** For the user. */
	readonly text: string;
	/** For `--json`. */
	readonly detail: unknown;
}

/** The result of an {@link EditJob}. */
export interface EditResult {
	readonly input: string;
	readonly written: readonly Written[];
	/** Problems found while reading. */
	readonly readIssues: readonly Issue[];
	/** Lines for the user. */
	readonly notes: readonly string[];
	/** The same for `--json`. */
	readonly report: Readonly<Record<string, unknown>>;
	/** Whether problems remain although there is a result: the exit code becomes 1. */
	readonly hasProblems: boolean;
	readonly error: Failure | null;
	/** The bytes for standard output. */
	readonly stdout: Uint8Array | null;
}
