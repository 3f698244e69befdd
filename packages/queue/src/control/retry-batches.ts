import { BatchFolder } from '../batch/batch-folder.ts';
import { isFilesData } from '../batch/job-data.ts';
import type { Engine } from '../engine/open-engine.ts';
import { addJobs } from './add-batch.ts';
import { checkVersion } from './versions.ts';

/** What is processed again. */
export interface Retried {
	readonly jobs: number;
	readonly files: number;
}

/** Processes the jobs again that have failed or have set files aside. Runs in the shared folder. */
export async function retryBatches(engine: Engine, root: string, version: string): Promise<Retried> {
	let [jobs, files] = [0, 0];
	for (const job of await engine.queue.getJobs(['completed', 'failed'])) {
		if (isFilesData(job.data)) continue;
		const folder = new BatchFolder(root, job.data.batch);
		if (!folder.exists()) continue;
		checkVersion(job.data.version, version);
		const batch = folder.readBatch();
		const again = [...batch.jobs.keys()].filter((index) => folder.readPart(index)?.summary.lost.length !== 0);
		for (const index of again) folder.removePart(index);
		// Without jobs, the parts are combined again.
		await addJobs(engine, batch, again);
		jobs += again.length;
		files += again.reduce((sum, index) => sum + (batch.jobs[index]?.length ?? 0), 0);
	}
	return { jobs, files };
}
