import { WORK, type Works } from './batch/work.ts';

/** What a thread does with the jobs it is given. */
export async function runTask<W extends keyof Works>(task: {
	readonly work: W;
	readonly jobs: readonly Works[W]['job'][];
	/** Shared by all threads: its one number grows with every file. */
	readonly counter: Int32Array;
}): Promise<Works[W]['result'][]> {
	const run = await WORK[task.work]();
	const results: Works[W]['result'][] = [];
	for (const job of task.jobs) {
		results.push(await run(job));
		Atomics.add(task.counter, 0, 1);
	}
	return results;
}
