import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { BatchFolder, listBatches } from '../batch/batch-folder.ts';
import { finishId } from '../batch/create-batch.ts';
import { isFilesData, type JobReturn } from '../batch/job-data.ts';
import { type Blame, processFiles } from '../batch/process-files.ts';
import type { Runner } from '../batch/runner.ts';
import type { Engine, QueueJob } from '../engine/open-engine.ts';
import { checkVersion, checkVersions } from './versions.ts';

/** How a worker runs. */
export interface WorkOptions {
	/** The folder that all workers share. */
	readonly root: string;
	readonly version: string;
	/** Jobs at a time. */
	readonly concurrency: number;
	/** A worker without a heartbeat for this long has lost its jobs. */
	readonly leaseSeconds: number;
	/** Whether to stop when the queue has no unfinished work, including the work of others. */
	readonly untilDone: boolean;
	/** Stops the worker after the jobs that it is processing. */
	readonly signal: AbortSignal;
	readonly onEvent: (event: WorkEvent) => void;
	/** Called with the errors of lost connections, which the worker establishes again. */
	readonly onError: (error: Error) => void;
}

/** What a worker has to tell. */
export type WorkEvent =
	| { readonly kind: 'done'; readonly job: string; readonly result: JobReturn }
	| { readonly kind: 'finished'; readonly command: string; readonly result: JobReturn }
	| { readonly kind: 'failed'; readonly job: string; readonly message: string }
	/** A worker was lost, and its job is processed again. */
	| { readonly kind: 'repeated'; readonly job: string };

/** The lease in seconds if there is no other. */
export const DEFAULT_LEASE_SECONDS = 30;

/**
 * The number of lost workers after which a job fails as a whole. Files are set aside long before that, so only a job with
 * dozens of such files gets here.
 */
const MAX_STALLED_COUNT = 100;
// How often a worker asks whether all work is done: seldom while it has jobs, and soon after it has run out of them.
const POLL_MS = 500;
const MIN_POLL_MS = 50;
/** The share of its idle time that a worker waits before it asks again. */
const IDLE_SHARE = 0.1;
const WAIT_SECONDS = 2;
/** The time before a worker asks a server again that did not answer. */
const RETRY_MS = 1000;

/** Processes jobs until there is nothing left to do or `signal` aborts. Throws if the worker does not fit the queue. */
export async function runWorker(engine: Engine, runner: Runner, options: WorkOptions): Promise<void> {
	const { version, concurrency, leaseSeconds, untilDone, signal, onEvent } = options;
	await checkVersions(engine, version);
	await sweepFolders(engine, options.root);
	const stop = new AbortController();
	let refusal: unknown = null;
	let running = 0;
	let idleSince = performance.now();
	const worker = engine.createWorker(
		async (job, token) => {
			try {
				checkVersion(job.data.version, version);
				checkFolder(job, options.root);
			} catch (error) {
				// Other workers can do the job, so it does not count as failed.
				refusal ??= error;
				stop.abort();
				await job.moveToWait(token);
				throw new engine.bullmq.WaitingError();
			}
			running++;
			try {
				return await processJob(job, runner, options);
			} finally {
				running--;
				idleSince = performance.now();
			}
		},
		{
			concurrency,
			lockDuration: leaseSeconds * 1000,
			stalledInterval: (leaseSeconds * 1000) / 2,
			maxStalledCount: MAX_STALLED_COUNT,
			drainDelay: WAIT_SECONDS,
			runRetryDelay: RETRY_MS,
			autorun: false,
		},
	);
	worker.on('error', options.onError);
	report(worker, options.root, onEvent);
	let wake = new AbortController();
	// The server has no job for this worker, or the job that ends a batch is done: this may have been the last.
	worker.on('drained', () => wake.abort());
	worker.on('completed', ({ data }) => {
		if (!isFilesData(data)) wake.abort();
	});
	const isStopped = (): boolean => signal.aborted || stop.signal.aborted;
	const ended = worker.run().catch((error: unknown) => {
		refusal ??= error;
		stop.abort();
	});
	for (;;) {
		wake = new AbortController();
		if (isStopped() || (untilDone && (await isDone(engine)))) break;
		const idleMs = running > 0 ? Number.POSITIVE_INFINITY : performance.now() - idleSince;
		const pause = Math.min(POLL_MS, Math.max(MIN_POLL_MS, idleMs * IDLE_SHARE));
		await setTimeout(pause, undefined, { signal: AbortSignal.any([signal, stop.signal, wake.signal]) }).catch(() => {});
	}
	await worker.close();
	await ended;
	await sweepFolders(engine, options.root).catch(() => {});
	if (refusal !== null) throw refusal;
}

async function processJob(job: QueueJob, runner: Runner, { root }: WorkOptions): Promise<JobReturn> {
	const { data } = job;
	const folder = new BatchFolder(root, data.batch);
	if (!isFilesData(data)) {
		const failed = Object.keys(await job.getIgnoredChildrenFailures());
		return runner.finish({ root, batch: data.batch, failed });
	}
	// A worker may be lost after it has published its results.
	const earlier = folder.readPart(data.index);
	if (earlier !== null) return earlier.summary;
	const part = await processFiles(
		{
			data,
			isRepeated: job.stalledCounter > 0,
			blame: readBlame(job.progress),
			saveBlame: async (blame) => {
				// Without its server, a worker continues. At worst, a file is blamed later.
				await job.updateProgress(blame).catch(() => {});
			},
		},
		runner,
	);
	folder.writePart(data.index, part);
	return part.summary;
}

function readBlame(progress: unknown): Blame | null {
	return typeof progress === 'object' && progress !== null && 'losses' in progress ? (progress as Blame) : null;
}

function checkFolder({ data }: QueueJob, root: string): void {
	if (new BatchFolder(root, data.batch).exists()) return;
	throw new Error(
		'this folder is not the folder in which the work was added; start workers in the folder that all machines share',
	);
}

function report(worker: Worker<QueueJob['data'], JobReturn>, root: string, onEvent: WorkOptions['onEvent']): void {
	worker.on('completed', ({ data, id = '' }, result) => {
		if (isFilesData(data)) {
			onEvent({ kind: 'done', job: id, result });
			return;
		}
		// Not before: a worker that is lost here leaves a folder, but no unfinished job.
		if (result.lost.length === 0) new BatchFolder(root, data.batch).remove();
		onEvent({ kind: 'finished', command: data.command, result });
	});
	worker.on('failed', (job, error) => onEvent({ kind: 'failed', job: job?.id ?? '', message: error.message }));
	worker.on('stalled', (job) => onEvent({ kind: 'repeated', job }));
}

// Removes the state of finished batches whose workers were lost, or lost their server, before they could do that.
async function sweepFolders({ queue }: Engine, root: string): Promise<void> {
	for (const batch of listBatches(root)) {
		const last = await queue.getJob(finishId(batch));
		if (last !== undefined && (await last.isCompleted()) && last.returnvalue.lost.length === 0) {
			new BatchFolder(root, batch).remove();
		}
	}
}

// `false` if the server does not answer.
async function isDone({ queue }: Engine): Promise<boolean> {
	try {
		return (await queue.getJobCountByTypes('waiting', 'active', 'delayed', 'waiting-children')) === 0;
	} catch {
		return false;
	}
}
