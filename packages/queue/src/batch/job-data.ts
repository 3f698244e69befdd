/** A file in a queue. */
export interface QueuedFile {
	/** The path as given, relative to the shared folder. */
	readonly path: string;
	/** The path relative to the folder that was given. */
	readonly name: string;
	/** The SHA-256 of its content, or `null` if it could not be read. */
	readonly hash: string | null;
	/** The file to write. */
	readonly output?: string;
	/** Why the file cannot be read, if that was known when it was added. */
	readonly reason?: string;
}

/** The command and its options as plain data. Only the command understands them. */
export type Settings = Readonly<Record<string, unknown>>;

/** The data of a job that processes files. */
export interface JobData {
	readonly version: string;
	readonly batch: string;
	/** The number of the job in its batch. */
	readonly index: number;
	readonly settings: Settings;
	readonly files: readonly QueuedFile[];
}

/** The data of the job that combines the parts of a batch. */
export interface FinishData {
	readonly version: string;
	readonly batch: string;
	/** For status. */
	readonly command: string;
	readonly jobCount: number;
	readonly fileCount: number;
}

/** What jobs return. */
export interface JobReturn {
	readonly files: number;
	/** Files that could not be processed. */
	readonly failed: number;
	/** Paths of the files that are set aside, which are among the failed files. */
	readonly lost: readonly string[];
}

/** The names of the two kinds of jobs. */
export const FILES_JOB = 'files';
export const FINISH_JOB = 'finish';

/** Whether the data is that of a job that processes files. */
export function isFilesData(data: JobData | FinishData): data is JobData {
	return 'files' in data;
}
