import type { Issue, LayoutName } from '@handreel/core';
import type { KeptData } from '@handreel/core/diagnose';
import type { MeasureSettings, RecordingMeasures } from '@handreel/core/measure';
import type { DescribedFile, DescribeJob } from '@handreel/corpus';
import type { OutputOptions } from '../formats/encode-output.ts';
import type { InputFile } from '../formats/list-inputs.ts';
import type { RecordingChoice } from '../formats/read-input.ts';
import type { Look } from '../print/style.ts';

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
	/** The duration of the recording that was written. */
	readonly seconds: number;
	/** Its keys. Formats that sample frames store others. */
	readonly keys: number;
	readonly layout: LayoutName | null;
	/** Data that the format or layout cannot hold. */
	readonly issues: readonly Issue[];
	/** How the file differs from what was written; absent if it was not verified. */
	readonly differences?: readonly string[];
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

/** A file to check. */
export interface CheckJob extends RecordingChoice {
	readonly input: InputFile;
}

/** The result of a {@link CheckJob}. */
export interface Checked {
	readonly file: string;
	readonly issues: readonly Issue[];
	/** How much could be read; `null` if nothing could, or if the file has another format. */
	readonly readable: KeptData | null;
	readonly error: Failure | null;
}

/** A file to describe. */
export interface InfoJob extends RecordingChoice {
	readonly input: InputFile;
	/** Whether to list the content of every byte range. */
	readonly withBytes: boolean;
	/** How to describe it; `null` means JSON. */
	readonly look: Look | null;
}

/** The description of a file. */
export interface Described {
	readonly file: string;
	/** Lines, or a JSON object in a line. */
	readonly text: string;
	readonly error: Failure | null;
}

/** A file to measure. */
export interface MeasureJob {
	readonly input: InputFile;
	readonly withProblems: boolean;
	/** Numbers other than core's defaults. */
	readonly settings: Partial<MeasureSettings>;
}

/** The figures of a file. */
export interface Measured {
	readonly file: string;
	/** `null` if the file could not be read. */
	readonly measures: RecordingMeasures | null;
	/** Problems found while reading. */
	readonly readIssues: readonly Issue[];
	readonly error: Failure | null;
}

/** A file to describe for a catalog. */
export interface IndexJob {
	readonly input: InputFile;
	readonly describe: DescribeJob;
}

/** The kinds of work on a file. Jobs and results are plain data, so that they can be sent to a thread and back. */
export interface Works {
	readonly edit: { readonly job: EditJob; readonly result: EditResult };
	readonly check: { readonly job: CheckJob; readonly result: Checked };
	readonly info: { readonly job: InfoJob; readonly result: Described };
	readonly measure: { readonly job: MeasureJob; readonly result: Measured };
	readonly index: { readonly job: IndexJob; readonly result: DescribedFile };
}

/** A job of a kind of work. */
export type Job<W extends keyof Works> = Works[W]['job'];
/** Its result. */
export type Result<W extends keyof Works> = Works[W]['result'];

/** Does the work of one job. Does not throw: the result holds the error. */
export type RunJob<W extends keyof Works> = (job: Job<W>) => Promise<Result<W>>;

/** Work on files, and the results of files that nothing can be done with. */
export interface JobWork<W extends keyof Works> {
	readonly run: RunJob<W>;
	readonly fail: (job: Job<W>, error: Failure) => Result<W> | Promise<Result<W>>;
}

/** The results of files as entries for `--json`. */
export const ENTRIES: { readonly [W in 'edit' | 'check' | 'measure']: (result: Works[W]['result']) => object } = {
	edit: ({ input, report, readIssues, written, error }) =>
		error === null ? { input, ...report, readIssues, written } : { input, error: error.detail, written },
	check: ({ file, issues, readable, error }) =>
		error === null ? { file, issues, readable } : { file, error: error.detail },
	measure: ({ file, measures, error }) => (error === null ? { file, ...measures } : { file, error: error.detail }),
};
