import type { Checked, CheckJob } from './check-file.ts';
import type { Job, JobResult } from './job.ts';

/** Each kind of work: what it takes and gives for a file. Plain data, so that it can go to another thread and back. */
export interface Works {
	readonly edit: { readonly job: Job; readonly result: JobResult };
	readonly check: { readonly job: CheckJob; readonly result: Checked };
}

/** What does each kind of work with one file; loaded when it is needed. None of it throws. */
export const WORK: {
	readonly [W in keyof Works]: () => Promise<(job: Works[W]['job']) => Promise<Works[W]['result']>>;
} = {
	edit: async () => (await import('./edit-file.ts')).runJob,
	check: async () => (await import('./check-file.ts')).checkFile,
};
