import type {
	ByteSpan,
	Comparison,
	Curve,
	FrameTable,
	Issue,
	LayoutName,
	Marker,
	RemainingIssue,
	RepairedIssue,
} from '@handreel/core';
import type { Summary } from '../../../../packages/cli/src/info/summary.ts';

export type { Summary };

/** What the page knows about a recording that the worker holds. Everything in it was copied or moved over. */
export interface OpenedRecording {
	readonly id: number;
	readonly name: string;
	/** What `handreel info` says. */
	readonly summary: Summary;
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
	readonly byteLength: number;
	readonly issue: Issue;
	/** What can be opened all the same, in words; `null` when that is nothing. */
	readonly salvage: string | null;
}

/** What takes longer to find out. */
export interface Inspection {
	readonly issues: readonly Issue[];
	/** Every moment at which any curve has a key, sorted. */
	readonly keyTimes: Float64Array;
}

/** A repaired copy; `null` where nothing is left. */
export interface RepairedRecording {
	readonly copy: OpenedRecording | null;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
}

/** How far the worker is with a file. */
export interface Progress {
	readonly id: number;
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

/** What the worker can be asked. */
export interface WorkerCalls {
	open(request: { id: number; name: string; blob: Blob }): Promise<OpenedRecording | RefusedRecording>;
	inspect(request: { id: number }): Inspection;
	curve(request: { id: number; path: string }): Curve | null;
	/** `base` is the address of the page, beside which the hand models lie. */
	save(request: { id: number; format: SaveFormat; base: string }): Promise<SavedFile>;
	compare(request: { a: number; b: number }): ComparedRecordings;
	repair(request: { id: number; copyId: number }): RepairedRecording;
	close(request: { id: number }): void;
}

/** A question to the worker. */
export interface WorkerRequest {
	readonly serial: number;
	readonly name: keyof WorkerCalls;
	readonly request: unknown;
}

/** What comes back: progress, an answer or a failure. */
export type WorkerMessage =
	| { readonly progress: Progress }
	| { readonly serial: number; readonly result: unknown }
	| { readonly serial: number; readonly error: string };

/** Whether a file could not be opened. */
export function isRefused(result: OpenedRecording | RefusedRecording): result is RefusedRecording {
	return 'issue' in result;
}
