import type { Issue, Side } from '@handreel/core';

/** Where a value lies in the frames that have it. */
export interface Column {
	readonly frames: number[];
	/** Offsets in the file. */
	readonly offsets: number[];
}

/** Creates a column without values. */
export function createColumn(): Column {
	return { frames: [], offsets: [] };
}

/** A hand as an update step saw it. */
export interface StepColumns {
	/** The first of 26 poses. */
	readonly joints: Column;
	/** The root where it differs from the wrist, or where there are no joints. */
	readonly roots: Column;
	/** 1 in frames in which the hand is tracked. */
	readonly tracked: Uint8Array;
}

/** The values of a hand. */
export interface HandColumns {
	readonly dynamic: StepColumns;
	readonly beforeRender: StepColumns;
	/** The bits of gestures. */
	readonly gestures: Column;
	/** The values of gestures by bit. */
	readonly gestureFields: readonly Column[];
	/** The flags of Meta's aim; the other values follow. */
	readonly aim: Column;
	readonly aimPose: Column;
}

/** Where everything in the frames lies. */
export interface FrameScan {
	/** The bits of the time stamps. */
	readonly stamps: Uint32Array;
	readonly success: Int32Array;
	readonly successBefore: Column;
	readonly headPosition: Column;
	readonly headRotation: Column;
	readonly hands: Readonly<Record<Side, HandColumns>>;
	/** Content that is not kept as it is. */
	readonly issues: readonly Issue[];
}
