import { resampleRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

/** `handreel resample`. */
export const resample: CommandDefinition = defineEdit<{ readonly rate: number }>('resample', {
	configure: (command) => {
		command
			.description('Puts keys at regular times, with straight lines between them.')
			.requiredOption('--rate <hz>', 'keys a second', parsePositive)
			.addHelpText('after', '\nExamples:\n  handreel resample session.bin even.bin --rate 60');
	},
	edit: (recording, { rate }) => oneResult(resampleRecording(recording, { rate })),
});
