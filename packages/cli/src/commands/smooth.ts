import { RECORDING_PARTS, type RecordingPart, SMOOTH_DEFAULTS, smoothRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseAmount, parsePositive, someOf } from './parse-arguments.ts';

interface SmoothCommandOptions {
	readonly cutoff: number;
	readonly positionBeta: number;
	readonly rotationBeta: number;
	readonly causal?: boolean;
	readonly only?: readonly RecordingPart[];
}

/** `handreel smooth`. */
export const smooth: CommandDefinition = defineEdit<SmoothCommandOptions>('smooth', {
	configure: (command) => {
		const { minCutoff, positionBeta, rotationBeta } = SMOOTH_DEFAULTS;
		command
			.description('Reduce tracking jitter. Slow motion is smoothed more than fast motion.')
			.option('--cutoff <hz>', 'cutoff frequency at rest; lower is smoother', parsePositive, minCutoff)
			.option('--position-beta <number>', 'cutoff increase in Hz per m/s', parseAmount, positionBeta)
			.option('--rotation-beta <number>', 'cutoff increase in Hz per rad/s', parseAmount, rotationBeta)
			.option('--causal', 'use the One Euro filter of live applications, which adds delay (default: no delay)')
			.option(
				'--only <parts>',
				`comma-separated parts to smooth: ${RECORDING_PARTS.join(', ')} (default: all)`,
				someOf(RECORDING_PARTS),
			)
			.addHelpText(
				'after',
				formatExamples([
					'handreel smooth session.bin smooth.bin',
					'handreel smooth session.bin smooth.bin --cutoff 0.5 --only left,right',
				]),
			);
	},
	edit: (recording, { cutoff, positionBeta, rotationBeta, causal, only }) =>
		oneResult(
			smoothRecording(recording, {
				form: causal ? 'causal' : 'zero-phase',
				minCutoff: cutoff,
				positionBeta,
				rotationBeta,
				...(only === undefined ? {} : { only }),
			}),
		),
});
