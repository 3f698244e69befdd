import type { Progress, WorkerCalls, WorkerMessage } from './protocol.ts';

/** One background job, one long job, and one for a quick request in between. */
const MAX_WORKERS = 3;
const MAX_BACKGROUND = 1;
/** Milliseconds to read a file: at least, and per byte. Slow phones need a hundredth. */
const MIN_DEADLINE = 120_000;
const DEADLINE_PER_BYTE = 0.06;
const NOT_LOADED = 'a part of the studio could not be loaded; reload the page';

/** Options of a job. */
export interface JobOptions {
	/** Cancels the job at any time. The call rejects with the reason of the signal. */
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
	/** Background jobs wait for all others. */
	readonly isBackground?: boolean;
	/** The size of a file that somebody else may have made. The job ends with an error if it takes far too long. */
	readonly fileSize?: number;
}

interface Job {
	readonly message: { readonly name: keyof WorkerCalls; readonly request: unknown };
	readonly options: JobOptions;
	readonly resolve: (result: never) => void;
	readonly reject: (error: unknown) => void;
}

/** A job in a worker. */
interface Running {
	readonly job: Job;
	readonly deadline: ReturnType<typeof setTimeout> | undefined;
}

/** Runs jobs in workers, one job per worker at a time. Workers are stateless, so they can be stopped at any time. */
export class WorkerPool {
	/** The first worker starts before it is needed. */
	readonly #idle: Worker[] = [this.#createWorker()];
	readonly #running = new Map<Worker, Running>();
	/** Workers that have sent a message, so their script was loaded. */
	readonly #loaded = new WeakSet<Worker>();
	#waiting: readonly Job[] = [];
	/** Running workers that end with their job. */
	#renewed = new WeakSet<Worker>();

	/** Runs a job and returns its result. A failure affects this job only. */
	call<K extends keyof WorkerCalls>(
		name: K,
		request: Parameters<WorkerCalls[K]>[0],
		options: JobOptions = {},
	): Promise<Awaited<ReturnType<WorkerCalls[K]>>> {
		return new Promise((resolve, reject) => {
			const { signal } = options;
			signal?.throwIfAborted();
			const job: Job = { message: { name, request }, options, resolve, reject };
			signal?.addEventListener('abort', () => this.#stop(job, signal.reason), { once: true });
			this.#waiting = [...this.#waiting, job];
			this.#start();
		});
	}

	/** Replaces idle workers: those that started before the service worker cannot load modules through it. */
	renew(): void {
		for (const worker of this.#idle.splice(0)) worker.terminate();
		this.#renewed = new WeakSet(this.#running.keys());
		this.#idle.push(this.#createWorker());
	}

	#start(): void {
		while (this.#running.size < MAX_WORKERS) {
			const background = [...this.#running.values()].filter(({ job }) => job.options.isBackground).length;
			const next =
				this.#waiting.find(({ options }) => !options.isBackground) ??
				(background < MAX_BACKGROUND ? this.#waiting[0] : undefined);
			if (next === undefined) return;
			this.#waiting = this.#waiting.filter((job) => job !== next);
			const worker = this.#idle.pop() ?? this.#createWorker();
			this.#running.set(worker, { job: next, deadline: this.#watch(next) });
			worker.postMessage(next.message);
		}
	}

	#createWorker(): Worker {
		const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'reader' });
		worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
			this.#loaded.add(worker);
			const { job, deadline } = this.#running.get(worker) ?? {};
			if ('progress' in data) {
				job?.options.onProgress?.(data.progress);
				return;
			}
			clearTimeout(deadline);
			this.#running.delete(worker);
			if (this.#renewed.has(worker)) worker.terminate();
			else this.#idle.push(worker);
			if ('error' in data) job?.reject(new Error(data.error));
			else job?.resolve(data.result as never);
			this.#start();
		};
		worker.onerror = (event) => {
			const reason = event.message || (this.#loaded.has(worker) ? 'the worker stopped unexpectedly' : NOT_LOADED);
			const running = this.#running.get(worker);
			if (running !== undefined) {
				this.#stop(running.job, new Error(reason));
				return;
			}
			// It would never answer.
			const place = this.#idle.indexOf(worker);
			if (place >= 0) this.#idle.splice(place, 1);
			worker.terminate();
		};
		return worker;
	}

	#watch(job: Job): ReturnType<typeof setTimeout> | undefined {
		const { fileSize } = job.options;
		if (fileSize === undefined) return undefined;
		const milliseconds = MIN_DEADLINE + fileSize * DEADLINE_PER_BYTE;
		const reason = `the file takes more than ${Math.round(milliseconds / 60_000)} minutes to read; it may be damaged`;
		return setTimeout(() => this.#stop(job, new Error(reason)), milliseconds);
	}

	// A running job can only be stopped together with its worker.
	#stop(job: Job, reason: unknown): void {
		this.#waiting = this.#waiting.filter((other) => other !== job);
		for (const [worker, running] of this.#running) {
			if (running.job !== job) continue;
			clearTimeout(running.deadline);
			worker.terminate();
			this.#running.delete(worker);
		}
		job.reject(reason);
		this.#start();
	}
}
