import type { Job, JobResult } from './job.ts';
import { runJob } from './run-job.ts';

/** What a thread does with the jobs it is given. */
export async function runTask(jobs: readonly Job[]): Promise<JobResult[]> {
	const results: JobResult[] = [];
	for (const job of jobs) results.push(await runJob(job));
	return results;
}
