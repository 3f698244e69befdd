import { mirrorRecording } from '@handreel/core/edit';
import { defineEdit, oneResult } from '../batch/edit.ts';

/** `handreel mirror`. */
export const mirror = defineEdit({
	configure: (command) => {
		command
			.description('Mirrors recordings: the left hand becomes the right one. Twice gives the recording back.')
			.addHelpText('after', '\nExamples:\n  handreel mirror right-handed.bin left-handed.bin');
	},
	edit: (recording) => oneResult(mirrorRecording(recording)),
});
