import type { Part } from './batch-folder.ts';
import type { Batch } from './create-batch.ts';
import type { QueuedFile, Settings } from './job-data.ts';

/** The result of a file. */
export interface FileResult {
	/** The entry in the report: JSON without line breaks. */
	readonly line: string;
	/** Whether the file could not be processed. */
	readonly isFailed: boolean;
}

/** The work of the command. It must give the same results however often it runs, on any machine. */
export interface Runner {
	/** Processes files. Throws a {@link ThreadLostError} if a file has ended the thread that processed it. */
	readonly run: (settings: Settings, files: readonly QueuedFile[]) => Promise<FileResult[]>;
	/** The result of a file that is set aside. */
	readonly describeLoss: (settings: Settings, file: QueuedFile, reason: string) => FileResult;
	/** Writes the results of the batch from those of its jobs, which come in order. */
	readonly finish: (batch: Batch, parts: Iterable<Part>) => Promise<void>;
}

/** A file has ended the thread that processed it, for example because it needs more memory than there is. */
export class ThreadLostError extends Error {}
