import type { Comparison, Issue, RemainingIssue, RepairedIssue } from '@handreel/core';
import type { DeviationLane, OpenedRecording, RefusedRecording } from '../worker/protocol.ts';

/** A recording on the page. */
export interface OpenDocument extends OpenedRecording {
	/** Where it can be fetched again, relative to the page; `null` for files of the user. */
	readonly address: string | null;
	/** `null` until the worker has looked for them. */
	readonly issues: readonly Issue[] | null;
	/** Moments at which any curve has a key; `null` until the worker has listed them. */
	readonly keyTimes: Float64Array | null;
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

/** A file that is being opened. */
export interface OpeningTask {
	readonly id: number;
	readonly name: string;
	/** Where it comes from, relative to the page; `null` for files of the user. */
	readonly address: string | null;
	readonly phase: string;
	/** From 0 to 1. */
	readonly share: number;
}

/** A file that could not be opened. */
export interface RefusedFile extends RefusedRecording {
	readonly id: number;
}

/** Two recordings side by side. */
export interface ComparisonState {
	readonly a: number;
	readonly b: number;
	/** `null` while the worker compares. */
	readonly result: Comparison | null;
	/** The largest deviation at each row of the first recording's table. */
	readonly lane: DeviationLane | null;
}
