import { smoothRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseAmount, parsePositive, someOf } from './parse-arguments.ts';

const PARTS = ['head', 'hands', 'left', 'right', 'gaze'] as const;

interface SmoothCommandOptions {
	readonly cutoff?: number;
	readonly positionBeta?: number;
	readonly rotationBeta?: number;
	readonly causal?: boolean;
	readonly parts?: readonly (typeof PARTS)[number][];
}

/** `handreel smooth`. */
export const smooth: CommandDefinition = defineEdit<SmoothCommandOptions>('smooth', {
	configure: (command) => {
		command
			.description('Takes the jitter of trackers out of recordings: still hands come to rest, quick ones stay quick.')
			.option('--cutoff <hz>', 'cutoff at rest; less is smoother (default: 1)', parsePositive)
			.option('--position-beta <number>', 'Hz for each m/s by which the cutoff rises (default: 10)', parseAmount)
			.option('--rotation-beta <number>', 'Hz for each rad/s by which the cutoff rises (default: 2)', parseAmount)
			.option('--causal', 'as a live filter would, with its delay; by default nothing is late')
			.option('--parts <parts>', `what to smooth, with commas between: ${PARTS.join(', ')}`, someOf(PARTS))
			.addHelpText(
				'after',
				'\nExamples:\n  handreel smooth session.bin smooth.bin\n  handreel smooth session.bin smooth.bin --cutoff 0.5 --parts left,right',
			);
	},
	edit: (recording, { cutoff, positionBeta, rotationBeta, causal, parts }) =>
		oneResult(
			smoothRecording(recording, {
				form: causal ? 'causal' : 'zero-phase',
				...(cutoff === undefined ? {} : { minCutoff: cutoff }),
				...(positionBeta === undefined ? {} : { positionBeta }),
				...(rotationBeta === undefined ? {} : { rotationBeta }),
				...(parts === undefined ? {} : { only: parts.map((part) => (part === 'head' ? 'head' : part)) }),
			}),
		),
});
