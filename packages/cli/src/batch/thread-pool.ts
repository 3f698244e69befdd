import { Worker } from 'node:worker_threads';
import { formatPlural } from '@handreel/text';
import { readSize } from '../files/read-file.ts';
import type { Works } from './job.ts';
import type { ThreadPlan } from './plan-threads.ts';

/** What a thread of a batch is started with, so that the script knows what it is for. */
export const BATCH_THREAD = 'batch';

/** A message to a thread: some jobs, whose results it returns one by one. */
export interface ThreadRequest<W extends keyof Works = keyof Works> {
	readonly work: W;
	readonly jobs: readonly Works[W]['job'][];
}

/** How a {@link ThreadPool} works. */
export interface PoolOptions {
	readonly script: string;
	readonly plan: ThreadPlan;
	/** Seconds that a file may take. Default: {@link chooseSeconds}. */
	readonly seconds?: number | undefined;
}

/** What happens with the jobs of a {@link ThreadPool}. */
export interface PoolEvents<W extends keyof Works> {
	/** A job has a result. */
	readonly onResult: (index: number, result: Works[W]['result']) => void;
	/** The thread of a job is gone. */
	readonly onLoss: (index: number, reason: string) => void;
}

/** A part of the jobs, by their indices. */
interface Range {
	readonly from: number;
	readonly to: number;
}

interface Thread {
	readonly worker: Worker;
	/** `null` while there is nothing to do. */
	range: Range | null;
	/** The job that is under way. */
	at: number;
	deadline: ReturnType<typeof setTimeout> | undefined;
	/** Why the thread is gone, as far as that is known. */
	reason: string | null;
}

/** The longest time of a timer, 24 days. A longer one would end at once. */
const MAX_TIMER = 2 ** 31 - 1;
/** Seconds to work on a file: at least, and per million bytes. Slow machines need a hundredth. */
const MIN_SECONDS = 120;
const SECONDS_PER_MB = 60;

/** Seconds that a file of a size may take, unless the user chooses otherwise. */
export function chooseSeconds(bytes: number): number {
	return MIN_SECONDS + Math.ceil((bytes / 1e6) * SECONDS_PER_MB);
}

/**
 * Runs jobs in threads that a file may kill: by taking too much memory, or by not ending. Then only the job of that file is
 * lost, and another thread does the others.
 */
export class ThreadPool<W extends keyof Works> {
	readonly #work: W;
	readonly #jobs: readonly Works[W]['job'][];
	readonly #options: PoolOptions;
	readonly #events: PoolEvents<W>;
	readonly #threads = new Set<Thread>();
	#waiting: Range[] = [];
	#isClosed = false;

	constructor(work: W, jobs: readonly Works[W]['job'][], options: PoolOptions, events: PoolEvents<W>) {
		this.#work = work;
		this.#jobs = jobs;
		this.#options = options;
		this.#events = events;
	}

	/** Adds the jobs from one index to another, which a single thread does as long as none kills it. */
	add(from: number, to: number): void {
		this.#waiting.push({ from, to });
		this.#start();
	}

	/** Stops all threads. */
	async close(): Promise<void> {
		this.#isClosed = true;
		for (const { deadline } of this.#threads) clearTimeout(deadline);
		await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
	}

	#start(): void {
		while (this.#waiting.length > 0 && !this.#isClosed) {
			const idle = [...this.#threads].find(({ range }) => range === null);
			if (idle === undefined && this.#threads.size >= this.#options.plan.threads) return;
			const thread = idle ?? this.#createThread();
			const range = this.#waiting.shift()!;
			Object.assign(thread, { range, at: range.from });
			const request: ThreadRequest<W> = { work: this.#work, jobs: this.#jobs.slice(range.from, range.to) };
			thread.worker.postMessage(request);
			this.#watch(thread);
		}
	}

	#createThread(): Thread {
		const { script, plan } = this.#options;
		const { heapMB, youngMB } = plan;
		const worker = new Worker(script, {
			workerData: BATCH_THREAD,
			resourceLimits: { maxYoungGenerationSizeMb: youngMB, maxOldGenerationSizeMb: heapMB },
		});
		const thread: Thread = { worker, range: null, at: 0, deadline: undefined, reason: null };
		this.#threads.add(thread);
		worker.on('message', (result: Works[W]['result']) => this.#take(thread, result));
		worker.on('error', (error: Error & { readonly code?: string }) => {
			const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
			thread.reason ??= isMemory ? `takes more than ${heapMB} MB of memory; it may be damaged` : error.message;
		});
		// Comes after all messages.
		worker.on('exit', () => this.#lose(thread));
		return thread;
	}

	#take(thread: Thread, result: Works[W]['result']): void {
		clearTimeout(thread.deadline);
		const index = thread.at++;
		if (thread.at === thread.range?.to) thread.range = null;
		else this.#watch(thread);
		this.#events.onResult(index, result);
		this.#start();
	}

	#watch(thread: Thread): void {
		const { path } = this.#jobs[thread.at]!.input;
		const seconds = this.#options.seconds ?? chooseSeconds(path === '-' ? 0 : readSize(path));
		thread.deadline = setTimeout(
			() => {
				thread.reason = `takes more than ${formatPlural(seconds, 'second')}; it may be damaged, or needs a longer --timeout`;
				void thread.worker.terminate();
			},
			Math.min(seconds * 1000, MAX_TIMER),
		);
	}

	#lose(thread: Thread): void {
		clearTimeout(thread.deadline);
		this.#threads.delete(thread);
		const { range, at, reason } = thread;
		if (range === null || this.#isClosed) return;
		if (at + 1 < range.to) this.#waiting.unshift({ from: at + 1, to: range.to });
		this.#events.onLoss(at, reason ?? 'ended the thread that worked on it');
		this.#start();
	}
}
