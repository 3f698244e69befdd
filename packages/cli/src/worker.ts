// The entry point of threads.
import type { FileResult, FinishRequest, JobReturn } from '@handreel/queue';
import type { RunJob, Works } from './batch/job.ts';
import type { QueuedTask } from './queue/settings.ts';

const RUN: { readonly [W in keyof Works]: () => Promise<RunJob<W>> } = {
	edit: async () => {
		const [{ editFile }, { findEdit }] = await Promise.all([
			import('./batch/edit-file.ts'),
			import('./commands/table.ts'),
		]);
		return async (job) => editFile(await findEdit(job.edit), job);
	},
	check: async () => (await import('./batch/check-file.ts')).checkFile,
	info: async () => (await import('./batch/describe-file.ts')).describeFile,
	measure: async () => (await import('./batch/measure-file.ts')).measureFile,
	index: async () => (await import('./batch/index-file.ts')).indexFile,
};

/** A part of the jobs of a batch. */
export interface Task<W extends keyof Works> {
	readonly work: W;
	readonly jobs: readonly Works[W]['job'][];
	/** The number of finished files, shared by all threads. */
	readonly counter: Int32Array;
}

/** Runs the jobs of a task. */
export async function runTask<W extends keyof Works>({ work, jobs, counter }: Task<W>): Promise<Works[W]['result'][]> {
	const run = await RUN[work]();
	const results: Works[W]['result'][] = [];
	for (const job of jobs) {
		results.push(await run(job));
		Atomics.add(counter, 0, 1);
	}
	return results;
}

/** Runs the files of a job in a queue. */
export async function runQueuedTask({ settings, files }: QueuedTask): Promise<FileResult[]> {
	const { runQueuedFiles } = await import('./queue/run-queued.ts');
	return runQueuedFiles((await RUN[settings.work]()) as Parameters<typeof runQueuedFiles>[0], settings, files);
}

/** Combines the results of the jobs of a batch in a queue. */
export async function finishQueuedTask(request: FinishRequest): Promise<JobReturn> {
	const [{ finishBatch }, { describeLoss }, { writeResults }] = await Promise.all([
		import('@handreel/queue'),
		import('./queue/run-queued.ts'),
		import('./queue/write-report.ts'),
	]);
	return finishBatch(request, { describeLoss, combine: writeResults });
}
