import { BatchFolder } from '../batch/batch-folder.ts';
import { isFilesData } from '../batch/job-data.ts';
import type { Engine } from '../engine/open-engine.ts';

/**
 * Removes all jobs and returns the number of those that were unfinished. Results that are written stay. Throws while workers
 * process jobs, unless `force` is set: then they finish their files in vain.
 */
export async function drainQueue({ queue }: Engine, root: string, force: boolean): Promise<number> {
	const { active = 0, waiting = 0, delayed = 0 } = await queue.getJobCounts('active', 'waiting', 'delayed');
	if (active > 0 && !force) {
		throw new Error(`workers are processing ${active} jobs; stop them first, or use --force`);
	}
	const last = await queue.getJobs(['waiting-children', 'waiting', 'active', 'completed', 'failed']);
	await queue.obliterate({ force });
	for (const { data } of last) if (!isFilesData(data)) new BatchFolder(root, data.batch).remove();
	return active + waiting + delayed;
}
