import { splitAtMarkers, splitRecording } from '@handreel/core/edit';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseTimes } from './parse-arguments.ts';

interface SplitOptions {
	readonly at?: number[];
	readonly markers?: boolean;
}

/** `handreel split`. */
export const split: CommandDefinition = defineEdit<SplitOptions>('split', {
	configure: (command) => {
		command
			.description('Split recordings into numbered files: part.bin becomes part-1.bin, part-2.bin and so on.')
			.option('--at <times>', 'comma-separated times: seconds or minutes:seconds', parseTimes)
			.option('--markers', 'split at every marker')
			.addHelpText(
				'after',
				formatExamples([
					'handreel split session.bin part.bin --at 10,20,1:05',
					'handreel split session.bin take.bin --markers',
				]),
			);
	},
	hasPieces: true,
	check: ({ at, markers }) => {
		if ((at !== undefined) === (markers === true)) throw new UsageError('use either --at or --markers');
	},
	edit: (recording, { at }) => {
		const pieces = at === undefined ? splitAtMarkers(recording) : splitRecording(recording, at);
		if (pieces.length < 2) {
			const reason = recording.markers.length === 0 ? 'has no markers' : 'has no marker between its start and its end';
			throw new Error(`nothing to split: the recording ${reason}`);
		}
		return {
			results: pieces.map((piece, i) => ({ recording: piece.recording, suffix: `-${i + 1}` })),
			report: { pieces: pieces.map(({ name, start }) => ({ name, start })) },
		};
	},
});
