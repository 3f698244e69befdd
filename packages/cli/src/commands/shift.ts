import { shiftRecording } from '@handreel/core/edit';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseTime } from './parse-arguments.ts';
import { addRoundingOption, editTimes, type RoundingFlags } from './rounding-option.ts';

interface ShiftOptions extends RoundingFlags {
	readonly by: number;
}

/** `handreel shift`. */
export const shift: CommandDefinition = defineEdit<ShiftOptions>('shift', {
	configure: (command) => {
		addRoundingOption(
			command
				.description('Move keys and markers in time.')
				.requiredOption('--by <seconds>', 'offset; negative values move keys to earlier times', parseTime),
		).addHelpText(
			'after',
			formatExamples([
				'handreel shift session.bin later.bin --by 2.5',
				'handreel shift session.bin earlier.bin --by -0.5',
			]),
		);
	},
	edit: (recording, { by, ...flags }) => editTimes(flags, (options) => shiftRecording(recording, by, options)),
});
