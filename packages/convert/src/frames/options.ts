import type { SampleOptions } from '@handreel/core';

/**
 * Which frames are written, and how they are sampled. Without `frameRate` and `times` there is a row at each time that has
 * a marker or a key with a column.
 */
export interface FrameOptions extends SampleOptions {
	/** Rows per second, from 0 to the duration. */
	readonly frameRate?: number;
	/** The times of the rows in seconds, in increasing order, instead of `frameRate`. */
	readonly times?: ArrayLike<number>;
}
