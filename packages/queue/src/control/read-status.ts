import { isFilesData, type JobReturn } from '../batch/job-data.ts';
import type { Engine, QueueJob } from '../engine/open-engine.ts';

/** The state of a queue. */
export interface QueueStatus {
	readonly workers: number;
	readonly jobs: { readonly waiting: number; readonly active: number; readonly done: number; readonly failed: number };
	readonly batches: readonly BatchStatus[];
	/** Files per second over the last jobs, or `null` if that is unknown. */
	readonly filesPerSecond: number | null;
	/** `null` if unknown. */
	readonly secondsLeft: number | null;
	/** Jobs that have failed, with the reason. */
	readonly failures: ReadonlyArray<{
		readonly job: string;
		readonly message: string;
		readonly files: readonly string[];
	}>;
}

/** The state of a batch. */
export interface BatchStatus {
	readonly command: string;
	readonly version: string;
	readonly isFinished: boolean;
	readonly files: number;
	readonly done: number;
	/** Files that could not be processed. */
	readonly failed: number;
	/** Files that are set aside because they have ended their worker. */
	readonly lost: readonly string[];
}

/** The rate is that of the jobs that ended in this time. */
const RATE_SECONDS = 60;
const PAGE = 500;

interface Tally {
	done: number;
	failed: number;
	lost: string[];
}

/** Reads the state of a queue again and again. Asks the server only for the jobs that are new since the last time. */
export class StatusReader {
	readonly #engine: Engine;
	readonly #tallies = new Map<string, Tally>();
	readonly #seen = new Set<string>();
	/** The last jobs of finished batches. */
	readonly #finished = new Map<string, QueueJob>();
	#recent: Array<{ readonly at: number; readonly files: number }> = [];

	constructor(engine: Engine) {
		this.#engine = engine;
	}

	/** @param now - milliseconds since 1970. */
	async read(now: number): Promise<QueueStatus> {
		const { queue } = this.#engine;
		await this.#countCompleted();
		const [counts, workers, failedJobs, last] = await Promise.all([
			queue.getJobCounts('waiting', 'active', 'delayed', 'completed', 'failed'),
			queue.getWorkersCount(),
			queue.getJobs(['failed']),
			this.#findLastJobs(),
		]);
		const batches = await Promise.all(last.map((job) => this.#describeBatch(job)));
		const filesPerSecond = this.#measureRate(now);
		const left = batches.reduce((sum, { isFinished, files, done }) => sum + (isFinished ? 0 : files - done), 0);
		const { waiting = 0, delayed = 0, active = 0, completed = 0, failed = 0 } = counts;
		return {
			workers,
			jobs: { waiting: waiting + delayed, active, done: completed, failed },
			batches,
			filesPerSecond,
			secondsLeft: left === 0 ? 0 : filesPerSecond === null ? null : left / filesPerSecond,
			failures: failedJobs.map(({ id = '', data, failedReason }) => ({
				job: id,
				message: failedReason,
				files: isFilesData(data) ? data.files.map(({ path }) => path) : [],
			})),
		};
	}

	// Completed jobs come newest first.
	async #countCompleted(): Promise<void> {
		for (let at = 0; ; at += PAGE) {
			const jobs = await this.#engine.queue.getJobs(['completed'], at, at + PAGE - 1);
			const fresh = jobs.filter(({ id = '' }) => !this.#seen.has(id));
			for (const job of fresh) this.#count(job);
			if (jobs.length < PAGE || fresh.length < jobs.length) return;
		}
	}

	#count(job: QueueJob): void {
		const { id = '', data, returnvalue, finishedOn = 0 } = job;
		this.#seen.add(id);
		if (!isFilesData(data)) {
			this.#finished.set(id, job);
			return;
		}
		const { files, failed, lost } = returnvalue;
		const tally = this.#tallies.get(data.batch) ?? { done: 0, failed: 0, lost: [] };
		this.#tallies.set(data.batch, tally);
		tally.done += files;
		tally.failed += failed;
		tally.lost.push(...lost);
		this.#recent.push({ at: finishedOn, files });
	}

	async #findLastJobs(): Promise<QueueJob[]> {
		const { queue } = this.#engine;
		const [unfinished, waiting] = await Promise.all([
			queue.getJobs(['waiting-children', 'active', 'failed']),
			queue.getJobs(['waiting'], 0, PAGE),
		]);
		const jobs = [...this.#finished.values(), ...waiting, ...unfinished].filter(({ data }) => !isFilesData(data));
		// A batch that is processed again is in both lists.
		const latest = new Map(jobs.map((job) => [job.id, job]));
		return [...latest.values()].sort((a, b) => a.timestamp - b.timestamp);
	}

	async #describeBatch(job: QueueJob): Promise<BatchStatus> {
		const { data } = job;
		if (isFilesData(data)) throw new TypeError('not the last job of a batch');
		const tally = this.#tallies.get(data.batch) ?? { done: 0, failed: 0, lost: [] };
		const isFinished = await job.isCompleted();
		const whole: JobReturn | null = isFinished ? job.returnvalue : null;
		return {
			command: data.command,
			version: data.version,
			isFinished,
			files: whole?.files ?? data.fileCount,
			done: whole?.files ?? tally.done,
			failed: whole?.failed ?? tally.failed,
			lost: whole?.lost ?? tally.lost,
		};
	}

	#measureRate(now: number): number | null {
		this.#recent = this.#recent.filter(({ at }) => now - at < RATE_SECONDS * 1000);
		const times = this.#recent.map(({ at }) => at);
		const [first, last] = [Math.min(...times), Math.max(...times)];
		if (times.length < 2 || first === last) return null;
		// The files of the first job were processed before the time begins.
		const files = this.#recent.reduce((sum, { at, files }) => sum + (at === first ? 0 : files), 0);
		return files / ((last - first) / 1000);
	}
}
