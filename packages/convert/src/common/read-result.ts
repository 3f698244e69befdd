import type { Issue, Recording } from '@handreel/core';

/** What reading another format gives. */
export interface ReadResult {
	readonly recording: Recording;
	/** What could not be carried over. */
	readonly issues: readonly Issue[];
}
