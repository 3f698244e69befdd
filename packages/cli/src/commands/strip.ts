import { STRIPPABLE_PARTS, type StrippablePart, stripRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { someOf } from './parse-arguments.ts';

/** `handreel strip`. */
export const strip: CommandDefinition = defineEdit<{ readonly parts: readonly StrippablePart[] }>('strip', {
	configure: (command) => {
		command
			.description('Remove parts of recordings, for example for privacy. Their data is not in the output.')
			.requiredOption(
				'--parts <parts>',
				`comma-separated parts to remove: ${STRIPPABLE_PARTS.join(', ')}`,
				someOf(STRIPPABLE_PARTS),
			)
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
