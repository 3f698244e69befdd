import { mirrorRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';

/** `handreel mirror`. */
export const mirror: CommandDefinition = defineEdit('mirror', {
	configure: (command) => {
		command
			.description('Swap left and right, as in a mirror. Mirroring twice restores the original.')
			.addHelpText('after', formatExamples(['handreel mirror right-handed.bin left-handed.bin']));
	},
	edit: (recording) => oneResult(mirrorRecording(recording)),
});
