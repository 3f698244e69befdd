import { getRecordingByteLength, type Recording } from '@handreel/core';
import { compareRecordings, optimizeRecording } from '@handreel/core/edit';
import { oneOf, parseAmount } from '../arguments.ts';
import { formatCount } from '../print/text.ts';
import { chooseTolerances } from './choose-tolerances.ts';
import { countKeys } from './count-keys.ts';
import { defineEdit, oneResult } from './edit-command.ts';

interface OptimizeCommandOptions {
	readonly mm?: number;
	readonly degrees?: number;
	readonly keys?: 'simple' | 'full';
	readonly round?: boolean;
}

/** `handreel optimize`. */
export const optimize = defineEdit<OptimizeCommandOptions>({
	configure: (command) => {
		command
			.description('Leaves out keys such that what is played stays within a tolerance, and measures that it does.')
			.option('--mm <number>', 'how far positions may be off (default: 1 for joints, 2 for head and gaze)', parseAmount)
			.option('--degrees <number>', 'how far rotations and directions may be off (default: 0.2)', parseAmount)
			.option(
				'--keys <size>',
				'simple (straight lines) or full (Bézier); default: as in the file',
				oneOf(['simple', 'full']),
			)
			.option('--round', 'round values within the tolerance, so that the file compresses well')
			.addHelpText(
				'after',
				`
Examples:
  handreel optimize session.bin small.bin
  handreel optimize session.bin small.bin --mm 2 --degrees 0.5
  handreel optimize session.bin small.bin --keys full --layout documented-1.1`,
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
		const [millimetres, angle] = [(position?.max ?? 0) * 1000, rotation?.max ?? 0];
		const share = (100 * after.bytes) / before.bytes;
		return oneResult(optimized, {
			notes: [
				`${formatCount(before.keys)} keys in ${formatCount(before.bytes)} bytes → ${formatCount(after.keys)} keys in ` +
					`${formatCount(after.bytes)} bytes (${share.toFixed(1)} %), at most ${millimetres.toFixed(3)} mm and ${angle.toFixed(3)}° off`,
			],
			report: { before, after, largestMillimetres: millimetres, largestDegrees: angle },
		});
	},
});

function measure(recording: Recording): { keys: number; bytes: number } {
	return { keys: countKeys(recording), bytes: getRecordingByteLength(recording) };
}
