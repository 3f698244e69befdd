import { BatchFolder } from '../batch/batch-folder.ts';
import { type Batch, type BatchPlan, createBatch, finishId, jobData, jobId } from '../batch/create-batch.ts';
import { FILES_JOB, FINISH_JOB, type FinishData } from '../batch/job-data.ts';
import type { Engine } from '../engine/open-engine.ts';
import { checkVersions } from './versions.ts';

/** What became part of the queue. */
export interface AddedBatch {
	readonly id: string;
	readonly jobs: number;
	readonly files: number;
	/** Whether the queue already holds the same work. Nothing was added then. */
	readonly isKnown: boolean;
}

/** Jobs fail for reasons outside of the recordings, for example a full disk. Then they are tried again, later and later. */
const ATTEMPTS = 5;
const BACKOFF_MS = 1000;
const KEEP_SECONDS = 7 * 24 * 60 * 60;

/**
 * Puts work into the queue. The files are paths in `root`, which all workers share. Work that is under way is not added again;
 * of work that was lost with its server, only the jobs without results run again.
 */
export async function addBatch(engine: Engine, root: string, plan: BatchPlan): Promise<AddedBatch> {
	await checkVersions(engine, plan.version);
	const batch = createBatch(plan);
	const added = { id: batch.id, jobs: batch.jobs.length, files: plan.files.length };
	const earlier = await engine.queue.getJob(finishId(batch.id));
	if (earlier !== undefined && !(await earlier.isCompleted()) && !(await earlier.isFailed())) {
		return { ...added, isKnown: true };
	}
	new BatchFolder(root, batch.id).writeBatch(batch);
	await addJobs(engine, batch, [...batch.jobs.keys()]);
	return { ...added, isKnown: false };
}

/** Adds some jobs of a batch, and the job that combines all parts after them. Replaces earlier jobs with the same ids. */
export async function addJobs({ queue, flow }: Engine, batch: Batch, indexes: readonly number[]): Promise<void> {
	// The server ignores jobs whose ids it knows.
	await queue.remove(finishId(batch.id));
	await Promise.all(indexes.map((index) => queue.remove(jobId(batch.id, index))));
	const common = {
		attempts: ATTEMPTS,
		backoff: { type: 'exponential', delay: BACKOFF_MS },
		removeOnComplete: { age: KEEP_SECONDS },
	};
	const data: FinishData = {
		version: batch.version,
		batch: batch.id,
		command: batch.command,
		jobCount: indexes.length,
		fileCount: indexes.reduce((sum, index) => sum + (batch.jobs[index]?.length ?? 0), 0),
	};
	await flow.add({
		name: FINISH_JOB,
		queueName: queue.name,
		data,
		prefix: queue.opts.prefix ?? '',
		opts: { ...common, jobId: finishId(batch.id) },
		children: indexes.map((index) => ({
			name: FILES_JOB,
			queueName: queue.name,
			prefix: queue.opts.prefix ?? '',
			data: jobData(batch, index),
			// The last job reports the files of failed jobs.
			opts: { ...common, jobId: jobId(batch.id, index), ignoreDependencyOnFailure: true },
		})),
	});
}
