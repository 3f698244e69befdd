import type { Issue } from '@handreel/core';
import type { KeptData, RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';
import type { DeviationLane, OpenedRecording, Progress, RefusedRecording } from '../worker/protocol.ts';

/** An open recording. */
export interface OpenDocument extends OpenedRecording {
	readonly id: number;
	/** Its path relative to the page; `null` for local files. */
	readonly address: string | null;
	/** `null` until a worker has inspected the file. */
	readonly issues: readonly Issue[] | null;
	/** The times of all keys; `null` until a worker has inspected the file. */
	readonly keyTimes: Float32Array | null;
	/** Set for a repaired copy. */
	readonly repair: RepairReport | null;
}

/** The result of a repair. */
export interface RepairReport {
	/** The id of the original. */
	readonly from: number;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
	/** How much of the original was kept. */
	readonly kept: KeptData | null;
}

/** A file that is being opened or repaired. */
export interface Task extends Progress {
	readonly id: number;
	readonly kind: 'open' | 'repair';
	readonly name: string;
	/** Its path relative to the page; `null` for local files. */
	readonly address: string | null;
	readonly cancel: () => void;
}

/** A file that could not be opened. */
export interface RefusedFile extends RefusedRecording {
	readonly id: number;
}

/** A comparison of two open recordings by id. */
export interface ComparisonState {
	readonly a: number;
	readonly b: number;
	/** `null` until the worker is done. */
	readonly result: Comparison | null;
	/** The largest deviation at each row of the first recording's table. */
	readonly lane: DeviationLane | null;
}
