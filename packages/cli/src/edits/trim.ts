import { trimRecording } from '@handreel/core/edit';
import { parseTime } from '../arguments.ts';
import { UsageError } from '../files/plan-outputs.ts';
import { formatSeconds } from '../print/text.ts';
import { defineEdit, oneResult } from './edit-command.ts';

interface TrimOptions {
	readonly start?: number;
	readonly end?: number;
	readonly keepTimes?: boolean;
}

/** `handreel trim`. */
export const trim = defineEdit<TrimOptions>({
	configure: (command) => {
		command
			.description('Cuts recordings to a span of time. What is played inside the span stays the same.')
			.option('--start <time>', 'from when on, in seconds or as minutes:seconds (default: the beginning)', parseTime)
			.option('--end <time>', 'until when (default: the end)', parseTime)
			.option('--keep-times', 'leave times as they are; otherwise the result starts at 0')
			.addHelpText(
				'after',
				`
Examples:
  handreel trim session.bin part.bin --start 2 --end 8.5
  handreel trim session.bin tail.bin --start 1:30
  handreel trim recordings/ first-seconds/ --end 5`,
			);
	},
	check: ({ start, end }) => {
		if (start === undefined && end === undefined) throw new UsageError('--start or --end says what to keep');
		if (start !== undefined && end !== undefined && !(end > start)) {
			throw new UsageError(`--end ${end} is not after --start ${start}`);
		}
	},
	edit: (recording, { start = 0, end = Math.max(start, recording.duration), keepTimes = false }) => {
		if (start > recording.duration) {
			throw new Error(`ends at ${formatSeconds(recording.duration)}, before --start ${formatSeconds(start)}`);
		}
		return oneResult(trimRecording(recording, { start, end, keepTimes }));
	},
});
