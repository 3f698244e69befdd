import type { Issue } from '@handreel/core';
import type { RemainingIssue, RepairedIssue } from '@handreel/core/diagnose';
import type { Comparison } from '@handreel/core/edit';
import type { DeviationLane, OpenedRecording, Progress, RefusedRecording } from '../worker/protocol.ts';

/** A recording on the page. */
export interface OpenDocument extends OpenedRecording {
	readonly id: number;
	/** Where it can be fetched again, relative to the page; `null` for files of the user. */
	readonly address: string | null;
	/** `null` until a worker has looked for them. */
	readonly issues: readonly Issue[] | null;
	/** Moments at which any curve has a key; `null` until a worker has listed them. */
	readonly keyTimes: Float32Array | null;
	/** What was mended, for a recording that came out of a repair. */
	readonly repair: RepairReport | null;
}

/** What a repair did. */
export interface RepairReport {
	/** The recording that was repaired. */
	readonly from: number;
	readonly repaired: readonly RepairedIssue[];
	readonly remaining: readonly RemainingIssue[];
}

/** A file that is being opened or repaired. */
export interface Task extends Progress {
	readonly id: number;
	readonly kind: 'open' | 'repair';
	readonly name: string;
	/** Where it comes from, relative to the page; `null` for files of the user. */
	readonly address: string | null;
	readonly cancel: () => void;
}

/** A file that could not be opened. */
export interface RefusedFile extends RefusedRecording {
	readonly id: number;
}

/** Two recordings side by side. */
export interface ComparisonState {
	readonly a: number;
	readonly b: number;
	/** `null` while a worker compares. */
	readonly result: Comparison | null;
	/** The largest deviation at each row of the first recording's table. */
	readonly lane: DeviationLane | null;
}
