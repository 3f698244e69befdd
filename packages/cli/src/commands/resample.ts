import { resampleRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

/** `handreel resample`. */
export const resample: CommandDefinition = defineEdit<{ readonly frameRate: number }>('resample', {
	configure: (command) => {
		command
			.description('Replace keys with evenly spaced keys and linear interpolation.')
			.requiredOption('--frame-rate <hz>', 'keys per second', parsePositive)
			.addHelpText('after', formatExamples(['handreel resample session.bin even.bin --frame-rate 60']));
	},
	edit: (recording, { frameRate }) => oneResult(resampleRecording(recording, { frameRate })),
});
