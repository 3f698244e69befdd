import type { Issue, LayoutName } from '@handreel/core';
import type { EditName } from '../commands/edits.ts';
import type { FormatName } from '../formats/formats.ts';
import type { InputFile } from '../formats/list-inputs.ts';

/** How results are written. */
export interface OutputOptions {
	readonly to: FormatName;
	readonly layout?: LayoutName;
	/** Frames per second where frames are sampled. */
	readonly rate?: number;
	readonly space?: 'unity' | 'webxr';
	readonly meshes?: boolean;
	readonly force: boolean;
}

/** One file to edit and where the result goes. Plain data, so that it can go to another thread. */
export interface Job {
	readonly edit: EditName;
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
	readonly losses: readonly Issue[];
}

/** What came of a job. */
export interface JobResult {
	readonly input: string;
	readonly written: readonly Written[];
	/** What was left out or doubtful while reading. */
	readonly readLosses: readonly Issue[];
	/** What the edit has to say, line by line. */
	readonly notes: readonly string[];
	/** What the edit has to say to scripts. */
	readonly report: Readonly<Record<string, unknown>>;
	/** Problems that remain although there is a result: the exit code becomes 1. */
	readonly hasProblems: boolean;
	readonly error: { readonly text: string; readonly detail: unknown } | null;
	/** The bytes for standard output. */
	readonly stdout: Uint8Array | null;
}
