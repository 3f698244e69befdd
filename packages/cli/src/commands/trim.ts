import { getKeyTime, iterateCurves, type Recording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { formatSeconds } from '@handreel/text';
import { oneResult } from '../batch/edit.ts';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseTime } from './parse-arguments.ts';

interface TrimOptions {
	readonly start?: number;
	readonly end?: number;
	readonly keepTimes?: boolean;
}

/** `handreel trim`. */
export const trim: CommandDefinition = defineEdit<TrimOptions>('trim', {
	configure: (command) => {
		command
			.description('Crop recordings to a time range. Playback inside the range does not change.')
			.option('--start <time>', 'seconds or minutes:seconds (default: the start of the recording)', parseTime)
			.option('--end <time>', 'seconds or minutes:seconds (default: the end of the recording)', parseTime)
			.option('--keep-times', 'keep original times (default: the result starts at 0)')
			.addHelpText(
				'after',
				formatExamples([
					'handreel trim session.bin part.bin --start 2 --end 8.5',
					'handreel trim session.bin tail.bin --start 1:30',
					'handreel trim recordings/ first-seconds/ --end 5',
				]),
			);
	},
	check: ({ start, end }) => {
		if (start === undefined && end === undefined) throw new UsageError('use --start, --end or both');
		if (start !== undefined && end !== undefined && !(end > start)) {
			throw new UsageError(`--end ${end} must be greater than --start ${start}`);
		}
	},
	edit: (recording, { start = 0, end = Math.max(start, recording.duration), keepTimes = false }) => {
		const first = start < 0 ? findFirstTime(recording) : 0;
		if (start < first) {
			throw new Error(
				`--start ${formatSeconds(start)} is before the start of the recording at ${formatSeconds(first)}`,
			);
		}
		if (start > recording.duration) {
			throw new Error(
				`--start ${formatSeconds(start)} is after the end of the recording at ${formatSeconds(recording.duration)}`,
			);
		}
		return oneResult(trimRecording(recording, { start, end, keepTimes }));
	},
});

// 0, or the first key if that is before 0.
function findFirstTime(recording: Recording): number {
	let first = 0;
	for (const [, curve] of iterateCurves(recording)) if (curve.count > 0) first = Math.min(first, getKeyTime(curve, 0));
	return first;
}
