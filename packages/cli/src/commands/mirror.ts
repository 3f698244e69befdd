import { mirrorRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';

/** `handreel mirror`. */
export const mirror: CommandDefinition = defineEdit('mirror', {
	configure: (command) => {
		command
			.description('Mirrors recordings: the left hand becomes the right one. Twice gives the recording back.')
			.addHelpText('after', '\nExamples:\n  handreel mirror right-handed.bin left-handed.bin');
	},
	edit: (recording) => oneResult(mirrorRecording(recording)),
});
