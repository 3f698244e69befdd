import type { Progress, WorkerCalls, WorkerMessage } from './protocol.ts';

/** One background job, one long job, and one for a quick request in between. */
const MAX_WORKERS = 3;
const MAX_BACKGROUND = 1;

/** Options of a job. */
export interface JobOptions {
	/** Cancels the job at any time. The call rejects with the reason of the signal. */
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
	/** Background jobs wait for all others. */
	readonly isBackground?: boolean;
}

interface Job {
	readonly message: { readonly name: keyof WorkerCalls; readonly request: unknown };
	readonly options: JobOptions;
	readonly resolve: (result: never) => void;
	readonly reject: (error: unknown) => void;
}

/** Runs jobs in workers, one job per worker at a time. Workers are stateless, so they can be stopped at any time. */
export class WorkerPool {
	/** The first worker starts before it is needed. */
	readonly #idle: Worker[] = [this.#createWorker()];
	readonly #running = new Map<Worker, Job>();
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
			const background = [...this.#running.values()].filter(({ options }) => options.isBackground).length;
			const next =
				this.#waiting.find(({ options }) => !options.isBackground) ??
				(background < MAX_BACKGROUND ? this.#waiting[0] : undefined);
			if (next === undefined) return;
			this.#waiting = this.#waiting.filter((job) => job !== next);
			const worker = this.#idle.pop() ?? this.#createWorker();
			this.#running.set(worker, next);
			worker.postMessage(next.message);
		}
	}

	#createWorker(): Worker {
		const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'reader' });
		worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
			const job = this.#running.get(worker);
			if ('progress' in data) {
				job?.options.onProgress?.(data.progress);
				return;
			}
			this.#running.delete(worker);
			if (this.#renewed.has(worker)) worker.terminate();
			else this.#idle.push(worker);
			if ('error' in data) job?.reject(new Error(data.error));
			else job?.resolve(data.result as never);
			this.#start();
		};
		worker.onerror = (event) => {
			const job = this.#running.get(worker);
			if (job !== undefined) this.#stop(job, new Error(event.message || 'the worker stopped unexpectedly'));
		};
		return worker;
	}

	// A running job can only be stopped together with its worker.
	#stop(job: Job, reason: unknown): void {
		this.#waiting = this.#waiting.filter((other) => other !== job);
		for (const [worker, running] of this.#running) {
			if (running !== job) continue;
			worker.terminate();
			this.#running.delete(worker);
		}
		job.reject(reason);
		this.#start();
	}
}
