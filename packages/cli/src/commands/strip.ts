import { stripRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { someOf } from './parse-arguments.ts';

const PARTS = ['head', 'hands', 'left', 'right', 'gaze', 'markers'] as const;

/** `handreel strip`. */
export const strip: CommandDefinition = defineEdit<{ readonly parts: readonly (typeof PARTS)[number][] }>('strip', {
	configure: (command) => {
		command
			.description('Takes parts out of recordings, for privacy. They are gone from the result.')
			.requiredOption('--parts <parts>', `what to take out, with commas between: ${PARTS.join(', ')}`, someOf(PARTS))
			.addHelpText(
				'after',
				'\nExamples:\n  handreel strip session.bin hands-only.bin --parts head,gaze\n  handreel strip recordings/ anonymous/ --parts gaze,markers',
			);
	},
	edit: (recording, { parts }) =>
		oneResult(
			stripRecording(
				recording,
				parts.map((part) => (part === 'head' ? 'head' : part)),
			),
		),
});
