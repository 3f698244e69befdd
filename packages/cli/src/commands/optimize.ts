import { getRecordingByteLength, type Recording } from '@handreel/core';
import { compareRecordings, optimizeRecording } from '@handreel/core/edit';
import { formatCount, formatDegrees, formatMillimeters, formatPercent } from '@handreel/text';
import { countKeys } from '../batch/count-keys.ts';
import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { formatExamples } from './help-text.ts';
import { oneOf } from './parse-arguments.ts';
import { addToleranceOptions, chooseTolerances, type ToleranceOptions } from './tolerance-options.ts';

interface OptimizeCommandOptions extends ToleranceOptions {
	readonly keys?: 'simple' | 'full';
	readonly round?: boolean;
}

/** `handreel optimize`. */
export const optimize: CommandDefinition = defineEdit<OptimizeCommandOptions>('optimize', {
	configure: (command) => {
		command.description('Remove keys that a tolerance makes redundant, then verify the result.');
		addToleranceOptions(command)
			.option(
				'--keys <kind>',
				'simple (8 bytes, linear) or full (28 bytes, Bézier); default: as in the file',
				oneOf(['simple', 'full']),
			)
			.option('--round', 'round values within the tolerance, so that the file compresses better')
			.addHelpText(
				'after',
				formatExamples([
					'handreel optimize session.bin small.bin',
					'handreel optimize session.bin small.bin --mm 2 --degrees 0.5',
					'handreel optimize session.bin small.bin --keys full --layout documented-1.1',
				]),
			);
	},
	edit: (recording, options) => {
		const { keys, round = false } = options;
		const optimized = optimizeRecording(recording, {
			tolerances: chooseTolerances(options),
			round,
			...(keys === undefined ? {} : { keys }),
		});
		const before = measure(recording);
		const after = measure(optimized);
		const { position, rotation } = compareRecordings(recording, optimized);
		const [meters, degrees] = [position?.max ?? 0, rotation?.max ?? 0];
		return oneResult(optimized, {
			notes: [
				`${formatCount(before.keys)} keys in ${formatCount(before.bytes)} bytes → ${formatCount(after.keys)} keys in ` +
					`${formatCount(after.bytes)} bytes (${formatPercent(after.bytes, before.bytes)}), ` +
					`largest deviation ${formatMillimeters(meters)} and ${formatDegrees(degrees)}`,
			],
			report: { before, after, largestMillimeters: meters * 1000, largestDegrees: degrees },
		});
	},
});

function measure(recording: Recording): { keys: number; bytes: number } {
	return { keys: countKeys(recording), bytes: getRecordingByteLength(recording) };
}
