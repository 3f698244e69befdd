import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { formatPlural } from '@handreel/text';
import type { Piscina } from 'piscina';
import { findTemporaryFolder, isTemporary } from '../files/write-file.ts';
import { createProgress } from '../print/progress.ts';
import type { RunJob, Works } from './job.ts';

/** How to run a batch. */
export interface BatchOptions {
	/** Default: the number of cores. */
	readonly threads?: number;
	readonly isQuiet: boolean;
	/** The files that are written. */
	readonly outputs?: readonly string[];
}

type Job<W extends keyof Works> = Works[W]['job'];
type Result<W extends keyof Works> = Works[W]['result'];

// Starting a thread takes longer than editing a few small files. Large files go to threads even if there is only one
// thread, so that Ctrl-C works in the middle of a file.
const MIN_JOBS_FOR_THREADS = 24;
const MIN_BYTES_FOR_THREADS = 4_000_000;
// Sending a task to a thread costs about as much as editing a small file, so a task has many files.
const MAX_JOBS_PER_TASK = 50;
const TASKS_PER_THREAD = 4;
// Tasks that may be done or under way before the results of an earlier task are taken. Bounds the memory of results.
const TASKS_AHEAD = 4;
// Memory of a thread for short-lived objects. Engines take twice as much, which makes nothing faster.
const YOUNG_MB = 24;
const INTERRUPTED = 130;
// Threads that take longer to stop end with the process.
const DESTROY_MS = 2000;

/**
 * Runs the jobs and calls `onResult` with their results, in the order of the jobs and as soon as they are there; results are
 * not kept. Uses `run` in this process, or threads if there are many jobs or large files. Ctrl-C ends the process with exit
 * code 130 and leaves only finished files.
 */
export async function runJobs<W extends keyof Works>(
	work: W,
	run: RunJob<W>,
	jobs: readonly Job<W>[],
	options: BatchOptions,
	onResult: (result: Result<W>) => void,
): Promise<void> {
	const threads = Math.max(1, options.threads ?? availableParallelism());
	const progress = createProgress(process.stderr, jobs.length, options.isQuiet);
	const isMuch = (threads > 1 && jobs.length >= MIN_JOBS_FOR_THREADS) || sumBytes(jobs) >= MIN_BYTES_FOR_THREADS;
	const pool = isMuch ? createPool(Math.min(threads, jobs.length)) : null;
	// The number of finished files. Threads count each file, but return results per task.
	const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	const finish: Finish<W> = (finished) => {
		progress.advance(finished.length, finished[finished.length - 1]?.input.path ?? '');
	};
	const deliver = (result: Result<W>): void => {
		progress.clear();
		onResult(result);
	};
	let isInterrupted = false;
	const interrupt = async (): Promise<void> => {
		isInterrupted = true;
		progress.end();
		await Promise.race([pool?.destroy(), new Promise((resolve) => setTimeout(resolve, DESTROY_MS))]);
		removeTemporaries(options.outputs ?? []);
		const done = Atomics.load(counter, 0);
		process.stderr.write(`handreel: interrupted after ${done} of ${formatPlural(jobs.length, 'file')}\n`);
		process.exit(INTERRUPTED);
	};
	process.once('SIGINT', interrupt);
	process.once('SIGTERM', interrupt);
	try {
		if (pool === null) await runHere(run, jobs, counter, finish, deliver);
		else await runInThreads(work, jobs, pool, threads, counter, finish, deliver);
	} catch (error) {
		// Interrupted tasks fail, but the process is about to end.
		if (isInterrupted) await new Promise<never>(() => {});
		throw error;
	} finally {
		process.off('SIGINT', interrupt);
		process.off('SIGTERM', interrupt);
		progress.end();
		await pool?.destroy();
	}
}

// Loaded by `require`, which takes less time than `import()`.
function createPool(threads: number): Piscina {
	const { Piscina: Pool }: typeof import('piscina') = createRequire(__filename)('piscina');
	return new Pool({
		filename: join(__dirname, 'worker.cjs'),
		minThreads: threads,
		maxThreads: threads,
		resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
	});
}

type Finish<W extends keyof Works> = (finished: readonly Job<W>[]) => void;

// The size of the input files. That of standard input is unknown.
function sumBytes(jobs: readonly Job<keyof Works>[]): number {
	const size = (path: string): number => {
		try {
			return statSync(path).size;
		} catch {
			return 0;
		}
	};
	return jobs.reduce((sum, { input }) => sum + (input.path === '-' ? 0 : size(input.path)), 0);
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

async function runHere<W extends keyof Works>(
	run: RunJob<W>,
	jobs: readonly Job<W>[],
	counter: Int32Array,
	finish: Finish<W>,
	onResult: (result: Result<W>) => void,
): Promise<void> {
	for (const job of jobs) {
		const result = await run(job);
		Atomics.add(counter, 0, 1);
		finish([job]);
		onResult(result);
		// Lets Ctrl-C interrupt between two files.
		await new Promise(setImmediate);
	}
}

async function runInThreads<W extends keyof Works>(
	work: W,
	jobs: readonly Job<W>[],
	pool: Piscina,
	threads: number,
	counter: Int32Array,
	finish: Finish<W>,
	onResult: (result: Result<W>) => void,
): Promise<void> {
	const size = Math.min(MAX_JOBS_PER_TASK, Math.ceil(jobs.length / (threads * TASKS_PER_THREAD)));
	const start = async (task: readonly Job<W>[]): Promise<Result<W>[]> => {
		const results: Result<W>[] = await pool.run({ work, jobs: task, counter }, { name: 'runTask' });
		finish(task);
		return results;
	};
	const ahead: Promise<Result<W>[]>[] = [];
	for (let at = 0; at < jobs.length || ahead.length > 0; ) {
		for (; at < jobs.length && ahead.length < threads * TASKS_AHEAD; at += size) {
			const results = start(jobs.slice(at, at + size));
			// The error of a task is thrown when its turn comes.
			results.catch(() => {});
			ahead.push(results);
		}
		for (const result of (await ahead.shift()) ?? []) onResult(result);
	}
}
