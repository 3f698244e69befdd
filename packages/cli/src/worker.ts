// The entry point of threads.
import { parentPort, workerData } from 'node:worker_threads';
import type { FileResult, FinishRequest, JobReturn } from '@handreel/queue';
import type { RunJob, Works } from './batch/job.ts';
import { BATCH_THREAD, type ThreadRequest } from './batch/thread-pool.ts';
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

// The queue starts its threads with other data.
if (workerData === BATCH_THREAD) {
	parentPort?.on('message', async ({ work, jobs }: ThreadRequest) => {
		const run = (await RUN[work]()) as RunJob<keyof Works>;
		for (const job of jobs) parentPort?.postMessage(await run(job));
	});
}
