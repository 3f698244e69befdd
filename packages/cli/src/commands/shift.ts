import { shiftRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseTime } from './parse-arguments.ts';

/** `handreel shift`. */
export const shift: CommandDefinition = defineEdit<{ readonly by: number }>('shift', {
	configure: (command) => {
		command
			.description('Moves recordings in time: keys and markers.')
			.requiredOption('--by <seconds>', 'how far; negative is earlier', parseTime)
			.addHelpText(
				'after',
				'\nExamples:\n  handreel shift session.bin later.bin --by 2.5\n  handreel shift session.bin earlier.bin --by -0.5',
			);
	},
	edit: (recording, { by }) => oneResult(shiftRecording(recording, by)),
});
