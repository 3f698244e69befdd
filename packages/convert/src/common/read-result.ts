import type { Issue, Recording } from '@handreel/core';

/** A recording that was read from another format. */
export interface ReadResult {
	readonly recording: Recording;
	/** Doubtful or unreadable content, as warnings. */
	readonly issues: readonly Issue[];
}
