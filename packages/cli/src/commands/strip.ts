import { RECORDING_PARTS, stripRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { someOf } from './parse-arguments.ts';

const PARTS = [...RECORDING_PARTS, 'markers'] as const;

/** `handreel strip`. */
export const strip: CommandDefinition = defineEdit<{ readonly parts: readonly (typeof PARTS)[number][] }>('strip', {
	configure: (command) => {
		command
			.description('Remove parts of recordings, for example for privacy. Their data is not in the output.')
			.requiredOption('--parts <parts>', `comma-separated parts to remove: ${PARTS.join(', ')}`, someOf(PARTS))
			.addHelpText(
				'after',
				formatExamples([
					'handreel strip session.bin hands-only.bin --parts head,gaze',
					'handreel strip recordings/ anonymous/ --parts gaze,markers',
				]),
			);
	},
	edit: (recording, { parts }) => oneResult(stripRecording(recording, parts)),
});
