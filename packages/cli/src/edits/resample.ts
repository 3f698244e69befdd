import { resampleRecording } from '@handreel/core/edit';
import { parsePositive } from '../arguments.ts';
import { defineEdit, oneResult } from './edit-command.ts';

/** `handreel resample`. */
export const resample = defineEdit<{ readonly rate: number }>({
	configure: (command) => {
		command
			.description('Puts keys at regular times, with straight lines between them.')
			.requiredOption('--rate <hz>', 'keys a second', parsePositive)
			.addHelpText('after', '\nExamples:\n  handreel resample session.bin even.bin --rate 60');
	},
	edit: (recording, { rate }) => oneResult(resampleRecording(recording, { frameRate: rate })),
});
