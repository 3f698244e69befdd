import { WORK, type Works } from './work.ts';

/** What a thread does with the jobs it is given. */
export async function runTask<W extends keyof Works>(task: {
	readonly work: W;
	readonly jobs: readonly Works[W]['job'][];
}): Promise<Works[W]['result'][]> {
	const run = await WORK[task.work]();
	const results: Works[W]['result'][] = [];
	for (const job of task.jobs) results.push(await run(job));
	return results;
}
