import type { Issue, Recording } from '@handreel/core';
import { concatRecordings } from '@handreel/core/edit';
import { listInputs } from '../formats/list-inputs.ts';
import { becomesReel } from '../formats/plan-outputs.ts';
import { readWithFormat } from '../formats/read-input.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { printIssues } from '../print/print-issues.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addOutputOptions, addPaths } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';
import { addRoundingOption, type RoundingFlags } from './rounding-option.ts';
import { type CommonOptions, writeResults } from './run-edit.ts';

interface ConcatCommandOptions extends CommonOptions, RoundingFlags {
	readonly gap?: number;
	readonly crossFade?: number;
}

/** `handreel concat`. */
export const concat: CommandDefinition = {
	configure: (command) => {
		command
			.description('Join recordings end to end.')
			.option('--gap <seconds>', 'hold the last pose of each recording for this long', parsePositive)
			.option('--cross-fade <seconds>', 'blend from each recording to the next over this long', parsePositive);
		addPaths(command, 'recordings in order, or folders of recordings', 'file to write, or - for standard output');
		addRoundingOption(command);
		addOutputOptions(command)
			.addHelpText(
				'after',
				formatExamples([
					'handreel concat one.bin two.bin both.bin',
					'handreel concat one.bin two.bin both.bin --cross-fade 0.5',
				]),
			)
			.action(async (paths: string[], options: ConcatCommandOptions) => {
				const { gap, crossFade, allowRounding = false } = options;
				if (gap !== undefined && crossFade !== undefined) throw new UsageError('use either --gap or --cross-fade');
				const output = paths[paths.length - 1];
				const inputs = listInputs(paths.slice(0, -1));
				if (output === undefined || inputs.length < 2)
					throw new UsageError('at least two recordings and an output are required');
				const recordings: Recording[] = [];
				let isReel = false;
				for (const { path } of inputs) {
					try {
						const { recording, format } = await readWithFormat(path);
						recordings.push(recording);
						isReel ||= becomesReel(format);
					} catch (error) {
						throw new Error(`${path}: ${errorText(error)}`);
					}
				}
				const issues: Issue[] = [];
				const joined = concatRecordings(recordings, {
					allowRounding,
					onIssue: (issue) => issues.push(issue),
					...(gap === undefined ? {} : { gap }),
					...(crossFade === undefined ? {} : { crossFade }),
				});
				const input = inputs.map(({ path }) => path).join(' + ');
				await writeResults([{ recording: joined, input, output, isReel }], 1, options);
				if (!options.quiet) printIssues(issues.map((issue) => ({ path: output, issue })));
			});
	},
};
