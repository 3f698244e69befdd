import type { BatchFolder, Part } from '../batch/batch-folder.ts';
import { jobId } from '../batch/create-batch.ts';
import type { JobReturn } from '../batch/job-data.ts';
import type { Runner } from '../batch/runner.ts';

/**
 * Combines the parts of a batch. `failed` names the jobs that have no results, as keys that end with their ids. Throws if
 * another part is missing: shared folders may show files late, and the next attempt finds them.
 */
export async function finishBatch(folder: BatchFolder, runner: Runner, failed: readonly string[]): Promise<JobReturn> {
	const batch = folder.readBatch();
	let [files, failures] = [0, 0];
	const lost: string[] = [];
	// A part at a time: all parts may be larger than the memory.
	function* listParts(): Generator<Part> {
		for (const [index, jobFiles] of batch.jobs.entries()) {
			const part = folder.readPart(index) ?? describeFailure(index);
			if (part.lines.length !== jobFiles.length) throw new Error(`the results of job ${index} are incomplete`);
			files += part.summary.files;
			failures += part.summary.failed;
			lost.push(...part.summary.lost);
			yield part;
		}
	}
	function describeFailure(index: number): Part {
		const id = jobId(batch.id, index);
		if (!failed.some((key) => key.endsWith(`:${id}`) || key === id))
			throw new Error(`the results of job ${id} are missing`);
		const jobFiles = batch.jobs[index] ?? [];
		const reason = "set aside: its job failed; 'handreel queue status' tells why";
		return {
			summary: { files: jobFiles.length, failed: jobFiles.length, lost: jobFiles.map(({ path }) => path) },
			lines: jobFiles.map((file) => runner.describeLoss(batch.settings, file, reason).line),
		};
	}
	await runner.finish(batch, listParts());
	return { files, failed: failures, lost };
}
