import { reverseRecording, stretchRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { UsageError } from '../print/usage-error.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parsePositive } from './parse-arguments.ts';

interface StretchOptions {
	readonly factor?: number;
	readonly backwards?: boolean;
}

/** `handreel stretch`. */
export const stretch: CommandDefinition = defineEdit<StretchOptions>('stretch', {
	configure: (command) => {
		command
			.description('Makes recordings longer or shorter, or turns them round in time.')
			.option('--factor <number>', '2 plays at half the speed, 0.5 at double', parsePositive)
			.option('--backwards', 'from the end to the beginning')
			.addHelpText(
				'after',
				'\nExamples:\n  handreel stretch session.bin slow.bin --factor 2\n  handreel stretch session.bin backwards.bin --backwards',
			);
	},
	check: ({ factor, backwards }) => {
		if (factor === undefined && !backwards) throw new UsageError('--factor or --backwards says what to do');
	},
	edit: (recording, { factor = 1, backwards = false }) => {
		const stretched = stretchRecording(recording, factor);
		return oneResult(backwards ? reverseRecording(stretched) : stretched);
	},
});
