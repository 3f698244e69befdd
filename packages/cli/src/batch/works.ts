import type { Checked, CheckJob } from './check-file.ts';
import type { EditJob, EditResult } from './job.ts';

/** The kinds of work on a file. Jobs and results are plain data, so that they can be sent to a thread and back. */
export interface Works {
	readonly edit: { readonly job: EditJob; readonly result: EditResult };
	readonly check: { readonly job: CheckJob; readonly result: Checked };
}

/** Does the work of one job. Does not throw: the result holds the error. */
export type RunJob<W extends keyof Works> = (job: Works[W]['job']) => Promise<Works[W]['result']>;

/** Runs jobs one after the other. `onDone` is called after each. */
export async function runInOrder<W extends keyof Works>(
	run: RunJob<W>,
	jobs: readonly Works[W]['job'][],
	onDone: (job: Works[W]['job']) => void | Promise<void>,
): Promise<Works[W]['result'][]> {
	const results: Works[W]['result'][] = [];
	for (const job of jobs) {
		results.push(await run(job));
		await onDone(job);
	}
	return results;
}
