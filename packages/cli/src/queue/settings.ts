import type { QueuedFile, Settings } from '@handreel/queue';
import type { EditJob, Works } from '../batch/job.ts';

/** The kinds of work that a queue can hold. */
export type QueuedWork = 'edit' | 'check' | 'measure';

/** A command and its options as plain data, which goes through the server as JSON. */
export interface QueueSettings {
	readonly work: QueuedWork;
	/** The JSON file for the results of all files, or `null`. */
	readonly report: string | null;
	/** What all jobs of an edit have in common. */
	readonly edit?: Pick<EditJob, 'edit' | 'options' | 'write'>;
	/** For `measure`. */
	readonly withProblems?: boolean;
}

/** Files of a job, for a thread. */
export interface QueuedTask {
	readonly settings: QueueSettings;
	readonly files: readonly QueuedFile[];
}

/** Settings as they came from the server. */
export function readSettings(settings: Settings): QueueSettings {
	return settings as unknown as QueueSettings;
}

/** The job of a file, as the command without a queue has it. */
export function createJob(
	{ work, edit, withProblems = true }: QueueSettings,
	file: QueuedFile,
): Works[QueuedWork]['job'] {
	const input = { path: file.path, name: file.name };
	if (work === 'check') return { input };
	if (work === 'measure') return { input, withProblems };
	if (edit === undefined) throw new TypeError('an edit needs settings');
	// A job may run twice. That the file is new was checked when the work was added.
	return { ...edit, write: { ...edit.write, force: true }, input, output: file.output ?? '' };
}

/** The entry of a file without a result. */
export function describeFailure({ work }: QueueSettings, { path }: QueuedFile, code: string, message: string): object {
	const error = { code, message };
	return work === 'edit' ? { input: path, error, written: [] } : { file: path, error };
}
