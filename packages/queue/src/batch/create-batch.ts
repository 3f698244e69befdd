import { createHash } from 'node:crypto';
import { parseForeignJson } from '@handreel/node/internal';
import type { JobData, QueuedFile, Settings } from './job-data.ts';

/** Work to put into the queue. */
export interface BatchPlan {
	/** The version of the command. Workers must have the same version. */
	readonly version: string;
	/** For status, for example `check recordings/`. */
	readonly command: string;
	readonly settings: Settings;
	readonly files: readonly QueuedFile[];
	readonly filesPerJob: number;
}

/** A batch: the files that are added together, in jobs. */
export interface Batch {
	/** Depends on version, settings, and the paths and contents of all files, and on nothing else. */
	readonly id: string;
	readonly version: string;
	readonly command: string;
	readonly settings: Settings;
	readonly filesPerJob: number;
	readonly jobs: ReadonlyArray<readonly QueuedFile[]>;
}

const ID_LENGTH = 24;

/** Splits the files into jobs and names the batch after its content. */
export function createBatch({ version, command, settings, files, filesPerJob }: BatchPlan): Batch {
	const jobs: QueuedFile[][] = [];
	for (let at = 0; at < files.length; at += filesPerJob) jobs.push(files.slice(at, at + filesPerJob));
	const hash = createHash('sha256').update(JSON.stringify([version, settings, filesPerJob]));
	for (const { path, name, hash: content, output = null, reason = null } of files) {
		hash.update(JSON.stringify([path, name, content, output, reason]));
	}
	return { id: hash.digest('hex').slice(0, ID_LENGTH), version, command, settings, filesPerJob, jobs };
}

/** Whether a text has the form of an id. Names of folders and ids of servers may come from strangers. */
export function isBatchId(text: unknown): text is string {
	return typeof text === 'string' && text.length === ID_LENGTH && /^[0-9a-f]+$/.test(text);
}

/** Reads a batch from JSON. Throws if it is not the batch with this id: the id covers everything that workers use. */
export function parseBatch(text: string, id: string): Batch {
	try {
		const { version, command, settings, filesPerJob, jobs } = parseForeignJson(text) as Batch;
		if (!Number.isSafeInteger(filesPerJob) || filesPerJob < 1) throw new RangeError('filesPerJob');
		const batch = createBatch({ version, command: String(command), settings, files: jobs.flat(), filesPerJob });
		if (batch.id === id) return batch;
	} catch {
		// The same as another batch.
	}
	throw new Error(`the file of batch ${id} is damaged; add the work again`);
}

/** The id of a job of a batch. Adding the same work twice creates the same ids, so the server keeps a single job. */
export function jobId(batch: string, index: number): string {
	return `${batch}-${index}`;
}

/** The id of the job that combines the parts. */
export function finishId(batch: string): string {
	return `${batch}-finish`;
}

/** The data of a job. */
export function jobData({ id, version, settings, jobs }: Batch, index: number): JobData {
	return { version, batch: id, index, settings, files: jobs[index] ?? [] };
}
