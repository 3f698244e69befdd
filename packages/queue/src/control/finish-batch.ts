import { BatchFolder, type Part } from '../batch/batch-folder.ts';
import { jobId } from '../batch/create-batch.ts';
import type { JobReturn } from '../batch/job-data.ts';
import type { Combiner, FinishRequest } from '../batch/runner.ts';

/**
 * Combines the parts of a batch. Throws if a part is missing although its job did not fail: shared folders may show files
 * late, and the next attempt finds them.
 */
export async function finishBatch({ root, batch: id, failed }: FinishRequest, combiner: Combiner): Promise<JobReturn> {
	const folder = new BatchFolder(root, id);
	const batch = folder.readBatch();
	let [files, failures] = [0, 0];
	const lost: string[] = [];
	// A part at a time: all parts may be larger than the memory.
	async function* listParts(): AsyncGenerator<Part> {
		for (const [index, jobFiles] of batch.jobs.entries()) {
			const part = folder.readPart(index) ?? (await describeFailure(index));
			if (part.lines.length !== jobFiles.length) throw new Error(`the results of job ${index} are incomplete`);
			files += part.summary.files;
			failures += part.summary.failed;
			lost.push(...part.summary.lost);
			yield part;
		}
	}
	async function describeFailure(index: number): Promise<Part> {
		const job = jobId(batch.id, index);
		if (!failed.some((key) => key === job || key.endsWith(`:${job}`))) {
			throw new Error(`the results of job ${job} are missing`);
		}
		const jobFiles = batch.jobs[index] ?? [];
		const reason = "set aside: its job failed; 'handreel queue status' shows why";
		const lines: string[] = [];
		for (const file of jobFiles) lines.push((await combiner.describeLoss(batch.settings, file, reason)).line);
		const paths = jobFiles.map(({ path }) => path);
		return { summary: { files: paths.length, failed: paths.length, lost: paths }, lines };
	}
	await combiner.combine(batch, listParts());
	return { files, failed: failures, lost };
}
