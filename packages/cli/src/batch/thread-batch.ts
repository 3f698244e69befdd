import { join } from 'node:path';
import { describeError } from '../print/errors.ts';
import type { Job, JobWork, Result, Works } from './job.ts';
import type { ThreadPlan } from './plan-threads.ts';
import { ThreadPool } from './thread-pool.ts';

// Sending a task to a thread costs about as much as editing a small file, so a task has many files.
const MAX_JOBS_PER_TASK = 50;
const TASKS_PER_THREAD = 4;
// Tasks that may be done or under way before the results of an earlier task are taken. Bounds the memory of results.
const TASKS_AHEAD = 4;

/** Jobs in threads, with their results in the order of the jobs. */
export class ThreadBatch<W extends keyof Works> {
	readonly pool: ThreadPool<W>;
	/** Whether a file has killed its thread, which may have left a part of a file. */
	hasLosses = false;
	readonly #jobs: readonly Job<W>[];
	readonly #threads: number;
	/** Results that came before their turn. */
	readonly #early = new Map<number, Result<W> | Promise<Result<W>>>();
	#wake: () => void = () => {};

	constructor(
		work: W,
		fail: JobWork<W>['fail'],
		jobs: readonly Job<W>[],
		{ plan, timeout }: { readonly plan: ThreadPlan; readonly timeout: number | undefined },
		finish: (job: Job<W>) => void,
	) {
		this.#jobs = jobs;
		this.#threads = plan.threads;
		const script = join(__dirname, 'worker.cjs');
		const settle = (index: number, result: Result<W> | Promise<Result<W>>): void => {
			this.#early.set(index, result);
			finish(jobs[index]!);
			this.#wake();
		};
		this.pool = new ThreadPool(
			work,
			jobs,
			{ script, plan, seconds: timeout },
			{
				onResult: settle,
				onLoss: (index, reason) => {
					this.hasLosses = true;
					const detail = describeError(Object.assign(new Error(reason), { code: 'set-aside' }));
					settle(index, fail(jobs[index]!, { text: reason, detail }));
				},
			},
		);
	}

	async *results(): AsyncGenerator<Result<W>> {
		const count = this.#jobs.length;
		const size = Math.min(MAX_JOBS_PER_TASK, Math.ceil(count / (this.#threads * TASKS_PER_THREAD)));
		let added = 0;
		for (let next = 0; next < count; next++) {
			for (; added < count && added < next + size * this.#threads * TASKS_AHEAD; added += size) {
				this.pool.add(added, Math.min(added + size, count));
			}
			while (!this.#early.has(next)) {
				await new Promise<void>((resolve) => {
					this.#wake = resolve;
				});
			}
			yield (await this.#early.get(next)) as Result<W>;
			this.#early.delete(next);
		}
	}
}
