import { reverseRecording, stretchRecording } from '@handreel/core/edit';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';
import { addRoundingOption, editTimes, type RoundingFlags } from './rounding-option.ts';

interface StretchOptions extends RoundingFlags {
	readonly factor?: number;
	readonly backwards?: boolean;
}

/** `handreel stretch`. */
export const stretch: CommandDefinition = defineEdit<StretchOptions>('stretch', {
	configure: (command) => {
		addRoundingOption(
			command
				.description('Slow down, speed up or reverse recordings.')
				.option('--factor <number>', 'multiply all times: 2 plays at half speed, 0.5 at double speed', parsePositive)
				.option('--backwards', 'play the recording in reverse'),
		).addHelpText(
			'after',
			formatExamples([
				'handreel stretch session.bin slow.bin --factor 2',
				'handreel stretch session.bin backwards.bin --backwards',
			]),
		);
	},
	check: ({ factor, backwards }) => {
		if (factor === undefined && !backwards) throw new UsageError('use --factor, --backwards or both');
	},
	edit: (recording, { factor = 1, backwards = false, ...flags }) =>
		editTimes(flags, (options) => {
			const stretched = stretchRecording(recording, factor, options);
			return backwards ? reverseRecording(stretched, options) : stretched;
		}),
});
