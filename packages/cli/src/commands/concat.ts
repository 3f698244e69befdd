import type { Issue, Recording } from '@handreel/core';
import { CONCAT_OPTIONS, type ConcatOptions, concatRecordings, ROUNDING_OPTIONS } from '@handreel/core/edit';
import { listDroppedParts } from '@handreel/core/internal';
import { listInputs } from '../formats/list-inputs.ts';
import { becomesReel } from '../formats/plan-outputs.ts';
import { readWithFormat } from '../formats/read-input.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { printIssues } from '../print/print-issues.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addOutputOptions, addPaths } from './define-edit.ts';
import { addOptionFlags } from './option-flags.ts';
import { type CommonOptions, writeResults } from './run-edit.ts';

/** `handreel concat`. */
export const concat: CommandDefinition = {
	configure: (command) => {
		addOptionFlags(command.description('Join recordings end to end.'), { ...CONCAT_OPTIONS, ...ROUNDING_OPTIONS });
		addPaths(command, 'recordings in order, or folders of recordings', 'file to write, or - for standard output');
		addOutputOptions(command)
			.addHelpText(
				'after',
				formatExamples([
					'handreel concat one.bin two.bin both.bin',
					'handreel concat one.bin two.bin both.bin --cross-fade 0.5',
				]),
			)
			.action(async (paths: string[], options: CommonOptions) => {
				const { gap, crossFade, frameRate, allowRounding } = options as ConcatOptions;
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
				const onIssue = (issue: Issue): void => void issues.push(issue);
				const joined = concatRecordings(recordings, { gap, crossFade, frameRate, allowRounding, onIssue });
				for (const recording of recordings) issues.push(...listDroppedParts(recording, joined));
				const input = inputs.map(({ path }) => path).join(' + ');
				// The frame rate is that of the cross-fade.
				const { frameRate: _, ...writing } = options;
				process.exitCode = await writeResults([{ recording: joined, input, output, isReel }], 1, writing);
				if (!options.quiet) printIssues(issues.map((issue) => ({ path: output, issue })));
			});
	},
};
