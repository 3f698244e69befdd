import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type FileResult, type JobReturn, type Runner, ThreadLostError } from '@handreel/queue';
import { describeLoss } from './run-queued.ts';
import { type QueuedTask, readSettings } from './settings.ts';

/** A runner with threads. */
export interface ThreadRunner extends Runner {
	readonly close: () => Promise<void>;
}

/** Processes files in threads, so that the process can tell the server at any time that it is alive. */
export function createRunner(threads: number): ThreadRunner {
	const { Piscina }: typeof import('piscina') = createRequire(__filename)('piscina');
	const pool = new Piscina({ filename: join(__dirname, 'worker.cjs'), minThreads: 1, maxThreads: threads });
	// Tasks get the error of a lost thread.
	pool.on('error', () => {});
	return {
		run: async (settings, files) => {
			const task: QueuedTask = { settings: readSettings(settings), files };
			try {
				return (await pool.run(task, { name: 'runQueuedTask' })) as FileResult[];
			} catch (error) {
				// Errors of files are in the results, so this is the error of a thread.
				throw new ThreadLostError(error instanceof Error ? error.message : String(error), { cause: error });
			}
		},
		describeLoss,
		finish: (request) => pool.run(request, { name: 'finishQueuedTask' }) as Promise<JobReturn>,
		close: () => pool.destroy(),
	};
}
