import type { Part } from './batch-folder.ts';
import type { Batch } from './create-batch.ts';
import type { JobReturn, QueuedFile, Settings } from './job-data.ts';

/** The result of a file. */
export interface FileResult {
	/** The entry in the report: JSON without line breaks. */
	readonly line: string;
	/** Whether the file could not be processed. */
	readonly isFailed: boolean;
}

/** A batch whose jobs have ended. Plain data, so that it can be sent to a thread. */
export interface FinishRequest {
	/** The shared folder. */
	readonly root: string;
	readonly batch: string;
	/** Jobs without results, as keys that end with their ids. */
	readonly failed: readonly string[];
}

/** The work of the command. It must give the same results however often it runs, on any machine. */
export interface Runner {
	/** Processes files. Throws a {@link ThreadLostError} if a file has ended the thread that processed it. */
	readonly run: (settings: Settings, files: readonly QueuedFile[]) => Promise<FileResult[]>;
	/** The result of a file that is set aside. */
	readonly describeLoss: DescribeLoss;
	/** Calls `finishBatch`, in a thread if that takes long: a worker that is silent loses its job. */
	readonly finish: (request: FinishRequest) => Promise<JobReturn>;
}

/** Describes a file that is set aside. */
export type DescribeLoss = (settings: Settings, file: QueuedFile, reason: string) => FileResult | Promise<FileResult>;

/** How the results of jobs become those of a batch. */
export interface Combiner {
	readonly describeLoss: DescribeLoss;
	/** Writes the results of the batch. The parts come in order. */
	readonly combine: (batch: Batch, parts: AsyncIterable<Part>) => Promise<void>;
}

/** A file has ended the thread that processed it, for example because it needs more memory than there is. */
export class ThreadLostError extends Error {}
