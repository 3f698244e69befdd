import { resampleRecording } from '@handreel/core/edit';
import { defineEdit, oneResult } from '../batch/edit.ts';
import { parsePositive } from './parse-arguments.ts';

/** `handreel resample`. */
export const resample = defineEdit<{ readonly rate: number }>({
	configure: (command) => {
		command
			.description('Puts keys at regular times, with straight lines between them.')
			.requiredOption('--rate <hz>', 'keys a second', parsePositive)
			.addHelpText('after', '\nExamples:\n  handreel resample session.bin even.bin --rate 60');
	},
	edit: (recording, { rate }) => oneResult(resampleRecording(recording, { rate })),
});
