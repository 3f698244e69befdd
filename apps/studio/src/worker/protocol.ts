import type { ByteSpan, CurveOutline, FrameTable, Issue, LayoutName, Marker, RecordingSummary } from '@handreel/core';
import type { RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';

/** What the page knows about a recording. */
export interface OpenedRecording {
	readonly name: string;
	/** The .bin file that it is or would become. */
	readonly file: Blob;
	/** What could not be read of a file in another format. */
	readonly losses: readonly Issue[];
	/** What `handreel info` says. */
	readonly summary: RecordingSummary;
	/** Where each curve lies in the file. */
	readonly curves: readonly CurveOutline[];
	/** What each byte of the file is. */
	readonly spans: readonly ByteSpan[];
	readonly markers: readonly Marker[];
	/** All poses over time in three.js' space. */
	readonly table: FrameTable;
	/** Rows of the table a second. */
	readonly rowRate: number;
	/** The span that can be played, in seconds. */
	readonly start: number;
	readonly end: number;
}

/** Why a file could not be opened, and what could. */
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
}

/** What takes longer to find out. */
export interface Inspection {
	readonly issues: readonly Issue[];
	/** Every moment at which any curve has a key, sorted. */
	readonly keyTimes: Float32Array;
}

/** A repaired copy; `null` where nothing is left. */
export interface RepairedRecording {
	readonly copy: OpenedRecording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
}

/** How far a worker is with a file. */
export interface Progress {
	readonly phase: 'reading' | 'understanding' | 'baking';
	/** From 0 to 1. */
	readonly share: number;
}

/** A way to save: one of the six layouts or a converter. */
export type SaveFormat = LayoutName | 'json' | 'csv' | 'glb' | 'gltf';

/** A file to be saved. */
export interface SavedFile {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly extension: string;
	readonly type: string;
	/** What the format cannot hold. */
	readonly losses: readonly Issue[];
}

/** Two recordings side by side. */
export interface ComparedRecordings {
	readonly result: Comparison;
	readonly lane: DeviationLane;
}

/** How far apart two recordings are over time: the largest deviation at each row of the first one's table. */
export interface DeviationLane {
	readonly times: Float64Array;
	/** Metres, over head, joints and gaze origin. */
	readonly position: Float32Array;
	/** Degrees, over head and joints. */
	readonly rotation: Float32Array;
}

/** What workers can be asked: everything about files that are handed to them. */
export interface WorkerCalls {
	open(request: { name: string; blob: Blob }): Promise<OpenedRecording | RefusedRecording>;
	inspect(request: { file: Blob }): Promise<Inspection>;
	/** `base` is the address of the page, beside which the hand models lie. */
	save(request: { file: Blob; format: SaveFormat; base: string }): Promise<SavedFile>;
	compare(request: { a: Blob; b: Blob }): Promise<ComparedRecordings>;
	repair(request: { name: string; file: Blob }): Promise<RepairedRecording>;
}

/** A question to a worker, which gets one after the other. */
export interface WorkerRequest {
	readonly name: keyof WorkerCalls;
	readonly request: unknown;
}

/** What comes back: progress, an answer or a failure. */
export type WorkerMessage = { readonly progress: Progress } | { readonly result: unknown } | { readonly error: string };

/** Whether a file could not be opened. */
export function isRefused(result: OpenedRecording | RefusedRecording): result is RefusedRecording {
	return 'issue' in result;
}
