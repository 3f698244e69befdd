import type { Part } from './batch-folder.ts';
import type { JobData, QueuedFile } from './job-data.ts';
import { type FileResult, type Runner, ThreadLostError } from './runner.ts';

/** A file that has ended this many workers is set aside. */
export const MAX_LOSSES = 2;
const SET_ASIDE = 'set aside: this file has ended its worker several times';

/** What a job knows about the workers that it has lost. Kept by the server. */
export interface Blame {
	/** The file that a worker is processing, or `null`. */
	readonly at: number | null;
	/** The number of workers that each file has ended, by the number of the file. */
	readonly losses: Readonly<Record<number, number>>;
}

/** A delivery of a job to a worker. */
export interface Delivery {
	readonly data: JobData;
	/** Whether another worker had the job and is gone. */
	readonly isRepeated: boolean;
	readonly blame: Blame | null;
	readonly saveBlame: (blame: Blame) => Promise<void>;
}

/**
 * Processes the files of a job. All files at once for the first time. If that has ended a worker or a thread, file by file, so
 * that the file to blame is known: it is set aside after {@link MAX_LOSSES} more losses, and the other files get their results.
 */
export async function processFiles({ data, isRepeated, blame, saveBlame }: Delivery, runner: Runner): Promise<Part> {
	const { settings, files } = data;
	if (!isRepeated) {
		try {
			return collect(files, await runner.run(settings, files), []);
		} catch (error) {
			if (!(error instanceof ThreadLostError)) throw error;
		}
	}
	const losses: Record<number, number> = { ...blame?.losses };
	if (blame !== null && blame.at !== null) losses[blame.at] = (losses[blame.at] ?? 0) + 1;
	const lost: string[] = [];
	const results: FileResult[] = [];
	for (const [at, file] of files.entries()) {
		let result: FileResult | null = null;
		while (result === null && (losses[at] ?? 0) < MAX_LOSSES) {
			await saveBlame({ at, losses });
			try {
				[result = null] = await runner.run(settings, [file]);
			} catch (error) {
				if (!(error instanceof ThreadLostError)) {
					// The file is not to blame.
					await saveBlame({ at: null, losses });
					throw error;
				}
				losses[at] = (losses[at] ?? 0) + 1;
			}
		}
		if (result === null) lost.push(file.path);
		results.push(result ?? (await runner.describeLoss(settings, file, SET_ASIDE)));
	}
	await saveBlame({ at: null, losses });
	return collect(files, results, lost);
}

function collect(files: readonly QueuedFile[], results: readonly FileResult[], lost: readonly string[]): Part {
	if (results.length !== files.length) throw new RangeError(`${results.length} results for ${files.length} files`);
	const failed = results.filter(({ isFailed }) => isFailed).length;
	return { summary: { files: files.length, failed, lost }, lines: results.map(({ line }) => line) };
}
