import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { isTemporary } from '@handreel/node/internal';
import { formatPlural } from '@handreel/text';
import { readSize } from '../files/read-file.ts';
import { findTemporaryFolder } from '../files/write-file.ts';
import { writeError } from '../print/output.ts';
import { createProgress, NO_PROGRESS, type Progress } from '../print/progress.ts';
import type { Job, JobWork, Result, Works } from './job.ts';
import { planThreads, type ThreadPlan } from './plan-threads.ts';
import type { ThreadBatch } from './thread-batch.ts';

/** How to run a batch. */
export interface BatchOptions {
	/** Fewer with little memory. Default: the number of cores. */
	readonly threads?: number | undefined;
	/** Seconds that a file may take. Default: by its size. */
	readonly timeout?: number | undefined;
	readonly isQuiet: boolean;
	/** The files that are written. */
	readonly outputs?: readonly string[];
}

// Starting a thread takes longer than working on a few small files, so these have a single thread. A single file has none,
// unless it is large: then Ctrl-C works in the middle of it.
const MIN_JOBS_FOR_THREADS = 24;
const MIN_BYTES_FOR_THREADS = 4_000_000;
/** What shells add to the number of a signal. */
const SIGNALED = 128;
// Threads that take longer to stop end with the process.
const CLOSE_MS = 2000;

/**
 * Runs the jobs and calls `onResult` with their results, in the order of the jobs and as soon as they are there; results are
 * not kept. Uses this process for a single small file, otherwise threads: a file that kills its thread fails alone. Ctrl-C ends
 * the process with exit code 130, SIGTERM with 143, and both leave only finished files.
 */
export async function runJobs<W extends keyof Works>(
	work: W,
	{ run, fail }: JobWork<W>,
	jobs: readonly Job<W>[],
	options: BatchOptions,
	onResult: (result: Result<W>) => void,
): Promise<void> {
	const { outputs = [], timeout } = options;
	// Loading the stream of standard error takes a tenth of the time of `info`.
	const progress = options.isQuiet ? NO_PROGRESS : createProgress(process.stderr, jobs.length, false);
	let done = 0;
	const finish = ({ input }: Job<W>): void => {
		done++;
		progress.advance(1, input.path);
	};
	// A catalog stays locked if the process ends.
	const isSafe = jobs.length === 1 && work !== 'index' && timeout === undefined && !isLarge(jobs);
	const batch = isSafe
		? null
		: await startBatch(work, fail, jobs, { plan: choosePlan(jobs, options.threads), timeout }, finish);
	let isInterrupted = false;
	const interrupt = async (_: NodeJS.Signals, number: number): Promise<void> => {
		isInterrupted = true;
		progress.end();
		await Promise.race([batch?.pool.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
		removeTemporaries(outputs);
		writeError(`handreel: interrupted after ${done} of ${formatPlural(jobs.length, 'file')}`);
		process.exit(SIGNALED + number);
	};
	process.once('SIGINT', interrupt);
	process.once('SIGTERM', interrupt);
	try {
		for await (const result of batch?.results() ?? runHere(run, jobs, finish)) deliver(progress, result, onResult);
	} catch (error) {
		// Interrupted jobs fail, but the process is about to end.
		if (isInterrupted) await new Promise<never>(() => {});
		throw error;
	} finally {
		process.off('SIGINT', interrupt);
		process.off('SIGTERM', interrupt);
		progress.end();
		await batch?.pool.close();
		if (batch?.hasLosses) removeTemporaries(outputs);
	}
}

// A single small file needs no code of threads.
async function startBatch<W extends keyof Works>(
	...args: ConstructorParameters<typeof ThreadBatch<W>>
): Promise<ThreadBatch<W>> {
	const { ThreadBatch: Batch } = await import('./thread-batch.ts');
	return new Batch(...args);
}

function deliver<R>(progress: Progress, result: R, onResult: (result: R) => void): void {
	progress.clear();
	onResult(result);
}

function isLarge(jobs: readonly Job<keyof Works>[]): boolean {
	// The size of standard input is unknown.
	const sizes = jobs.map(({ input }) => (input.path === '-' ? 0 : readSize(input.path)));
	return sizes.reduce((sum, size) => sum + size, 0) >= MIN_BYTES_FOR_THREADS;
}

function choosePlan(jobs: readonly Job<keyof Works>[], given: number | undefined): ThreadPlan {
	const isWorth = jobs.length >= MIN_JOBS_FOR_THREADS || isLarge(jobs);
	return planThreads(jobs.length, isWorth ? given : 1, { cores: availableParallelism(), memoryMB: getMemoryMB() });
}

// Containers may have less memory than the machine.
function getMemoryMB(): number {
	const limit = process.constrainedMemory?.() ?? 0;
	return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 2 ** 20;
}

// Removes unfinished files.
function removeTemporaries(outputs: readonly string[]): void {
	for (const folder of new Set(outputs.filter((output) => output !== '-').map(findTemporaryFolder))) {
		if (!existsSync(folder)) continue;
		for (const name of readdirSync(folder).filter(isTemporary)) {
			// `recursive` is what turns retries on. Windows refuses while a thread that is ending has the file open.
			rmSync(join(folder, name), { force: true, recursive: true, maxRetries: 5 });
		}
	}
}

async function* runHere<W extends keyof Works>(
	run: JobWork<W>['run'],
	jobs: readonly Job<W>[],
	finish: (job: Job<W>) => void,
): AsyncGenerator<Result<W>> {
	for (const job of jobs) {
		const result = await run(job);
		finish(job);
		yield result;
		// Lets Ctrl-C interrupt between two files.
		await new Promise(setImmediate);
	}
}
