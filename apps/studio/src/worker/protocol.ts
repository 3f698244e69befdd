import type { WritableFormatName } from '@handreel/convert';
import type { ByteSpan, CurveOutline, FrameTable, Issue, LayoutName, Marker, RecordingSummary } from '@handreel/core';
import type { KeptData, RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';

/** An open recording. */
export interface OpenedRecording {
	readonly name: string;
	/** The recording as a .bin file. */
	readonly file: Blob;
	/** Content of a file in another format that could not be read. */
	readonly readIssues: readonly Issue[];
	/** The facts that `handreel info` prints. */
	readonly summary: RecordingSummary;
	/** The position of each curve in the file. */
	readonly curves: readonly CurveOutline[];
	/** The meaning of each byte of the file. */
	readonly spans: readonly ByteSpan[];
	readonly markers: readonly Marker[];
	/** All poses over time, in the space of three.js. */
	readonly table: FrameTable;
	/** Rows of the table per second. */
	readonly tableFrameRate: number;
	/** The playable range in seconds. */
	readonly start: number;
	readonly end: number;
}

/** A file that could not be opened. */
export interface RefusedRecording {
	readonly name: string;
	readonly file: Blob;
	readonly issue: Issue;
	/** What a repair would keep; `null` when it would keep nothing. */
	readonly salvage: Salvage | null;
}

/** The readable part of a damaged file. */
export interface Salvage {
	/** Curves that have keys. */
	readonly curves: number;
	readonly keys: number;
	readonly markers: number;
	/** Seconds. */
	readonly duration: number;
	readonly kept: KeptData | null;
}

/** The results of a slower analysis that runs in the background. */
export interface Inspection {
	readonly issues: readonly Issue[];
	/** The times of all keys, sorted, without duplicates. */
	readonly keyTimes: Float32Array;
}

/** The result of a repair. */
export interface RepairedRecording {
	/** `null` when nothing is readable. */
	readonly copy: OpenedRecording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/** How much of the file was kept; `null` when nothing is readable. */
	readonly kept: KeptData | null;
}

/** The progress of a worker. */
export interface Progress {
	readonly phase: 'reading' | 'decoding' | 'baking';
	/** From 0 to 1. */
	readonly share: number;
}

/** A layout of a .bin file, or another format. */
export type SaveFormat = LayoutName | Exclude<WritableFormatName, 'bin'>;

/** An encoded file. */
export interface SavedFile {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Without the dot. */
	readonly extension: string;
	readonly type: string;
	/** Data that the format cannot store. */
	readonly issues: readonly Issue[];
}

/** The deviation of two recordings. */
export interface ComparedRecordings {
	readonly result: Comparison;
	readonly lane: DeviationLane;
}

/** The largest deviation at each row of the table of the first recording. */
export interface DeviationLane {
	readonly times: Float64Array;
	/** Meters, over head, joints and gaze origin. */
	readonly position: Float32Array;
	/** Degrees, over head and joints. */
	readonly rotation: Float32Array;
}

/** The calls that a worker answers. */
export interface WorkerCalls {
	open(request: { name: string; blob: Blob }): Promise<OpenedRecording | RefusedRecording>;
	inspect(request: { file: Blob }): Promise<Inspection>;
	save(request: { file: Blob; format: SaveFormat }): Promise<SavedFile>;
	compare(request: { a: Blob; b: Blob }): Promise<ComparedRecordings>;
	repair(request: { name: string; file: Blob }): Promise<RepairedRecording>;
}

/** A message to a worker. A worker has one request at a time. */
export interface WorkerRequest {
	readonly name: keyof WorkerCalls;
	readonly request: unknown;
}

/** A message from a worker: progress, a result or an error. */
export type WorkerMessage = { readonly progress: Progress } | { readonly result: unknown } | { readonly error: string };

/** True for a file that could not be opened. */
export function isRefused(result: OpenedRecording | RefusedRecording): result is RefusedRecording {
	return 'issue' in result;
}
