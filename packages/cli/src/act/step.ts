import type { Stage } from './stage.ts';

/** Something that was done, which a test does again. */
export interface Step {
	/** The line of the test. */
	readonly code: string;
	/** Does it again, on a page that was opened later. Throws `Error` if it does not succeed. */
	readonly run: (stage: Stage) => Promise<void>;
}
