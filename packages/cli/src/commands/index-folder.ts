import { DATASET_FOLDER } from '@handreel/corpus/internal';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { THREADS_OPTION, TIMEOUT_OPTION } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';
import type { IndexOptions } from './run-index.ts';

/** `handreel index`. */
export const indexFolder: CommandDefinition = {
	configure: (command) => {
		command
			.description(
				'Write a catalog of a folder: Parquet tables with all measures, problems and events of its recordings.',
			)
			.argument('<folder>', 'a folder of recordings, with its subfolders')
			.option('--out <folder>', `folder of the catalog (default: ${DATASET_FOLDER} in the folder of the recordings)`)
			.option('--frames', 'also write all frames (default: as in the existing catalog, otherwise no frames)')
			.option('--no-frames', 'remove the frames')
			.option(
				'--frame-rate <hz>',
				'frames per second (default: as in the existing catalog, otherwise a frame at each time of a key or marker)',
				parsePositive,
			)
			.option(...THREADS_OPTION)
			.option(...TIMEOUT_OPTION)
			.option('-q, --quiet', 'print errors only')
			.option('--json', 'print a JSON object')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel index recordings/',
						'handreel index recordings/ --frames --frame-rate 60',
						'handreel index recordings/ && handreel query broken recordings/',
					],
					`Unchanged files are not read again, and files that are gone disappear from the catalog. Equal
folders give equal catalogs, byte for byte. A recording that cannot be read is a row with an error.

Exit codes: 0 success, 1 the catalog could not be written, 2 usage error.`,
				),
			)
			.action(async (folder: string, options: IndexOptions) => {
				checkFrameOptions(options);
				// Loaded here, because `queue` has this command too and does not index files itself.
				const { runIndex } = await import('./run-index.ts');
				await runIndex(folder, options);
			});
	},
};

/** Throws for options that contradict each other. */
export function checkFrameOptions(options: {
	readonly frames?: boolean | undefined;
	readonly frameRate?: number | undefined;
}): void {
	if (options.frames !== false || options.frameRate === undefined) return;
	throw new UsageError('--frame-rate and --no-frames exclude each other');
}
