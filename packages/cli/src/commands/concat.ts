import type { Recording } from '@handreel/core';
import { concatRecordings } from '@handreel/core/edit';
import { listInputs } from '../formats/list-inputs.ts';
import { readInput } from '../formats/read-input.ts';
import { errorText } from '../print/error-text.ts';
import { UsageError } from '../print/usage-error.ts';
import type { CommandDefinition } from './command-entry.ts';
import { addOutputOptions } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';
import { type CommonOptions, writeResult } from './run-edit.ts';

interface ConcatCommandOptions extends CommonOptions {
	readonly gap?: number;
	readonly crossFade?: number;
}

/** `handreel concat`. */
export const concat: CommandDefinition = {
	configure: (command) => {
		command
			.description('Puts recordings one after the other.')
			.usage('[options] <input...> <output>')
			.argument('<path...>', 'recordings in order, and last the file for the result, or -')
			.option('--gap <seconds>', 'hold the end of each for this long', parsePositive)
			.option('--cross-fade <seconds>', 'let each change into the next over this long', parsePositive);
		addOutputOptions(command)
			.addHelpText(
				'after',
				'\nExamples:\n  handreel concat one.bin two.bin both.bin\n  handreel concat one.bin two.bin both.bin --cross-fade 0.5',
			)
			.action(async (paths: string[], options: ConcatCommandOptions) => {
				const { gap, crossFade } = options;
				if (gap !== undefined && crossFade !== undefined) throw new UsageError('either --gap or --cross-fade');
				const output = paths[paths.length - 1];
				const inputs = listInputs(paths.slice(0, -1));
				if (output === undefined || inputs.length < 2) throw new UsageError('two recordings or more, and an output');
				const recordings: Recording[] = [];
				for (const { path } of inputs) {
					try {
						recordings.push(await readInput(path));
					} catch (error) {
						throw new Error(`${path}: ${errorText(error)}`);
					}
				}
				const joined = concatRecordings(recordings, {
					...(gap === undefined ? {} : { gap }),
					...(crossFade === undefined ? {} : { crossFade }),
				});
				await writeResult(joined, inputs.map(({ path }) => path).join(' + '), output, options);
			});
	},
};
