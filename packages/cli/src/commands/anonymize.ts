import { anonymizeRecording, getBodyScales } from '@handreel/core/edit';
import { measureRecording } from '@handreel/core/measure';
import { oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';

interface AnonymizeCommandOptions {
	readonly removeGaze?: boolean;
}

/** `handreel anonymize`. */
export const anonymize: CommandDefinition = defineEdit<AnonymizeCommandOptions>('anonymize', {
	configure: (command) => {
		command
			.description('Remove what tells who made a recording, as far as possible, and give it a standard body.')
			.option('--remove-gaze', 'also remove the gaze')
			.addHelpText(
				'after',
				formatExamples(
					['handreel anonymize session.bin shared.bin', 'handreel anonymize recordings/ shared/ --remove-gaze'],
					`Removes subject, date, notes, unknown information and text events. Moves the start to the origin,
facing forward. Scales height (to 1.70 m), reach and hand size. Marker names stay.

Motion itself identifies people: what is left still does. The guide on privacy says how well.`,
				),
			);
	},
	edit: (recording, { removeGaze = false }) => {
		const scales = getBodyScales(measureRecording(recording));
		const result = anonymizeRecording(recording, scales, { removeGaze });
		const percent = (scale: number): string => `${(100 * scale).toFixed(1)} %`;
		const removed = [
			...Object.keys(recording.info).filter((name) => !(name in result.info)),
			...recording.tracks.filter(({ kind }) => kind === 'events').map(({ name }) => `track ${name}`),
			...(removeGaze && recording.gaze !== null ? ['gaze'] : []),
		];
		return oneResult(result, {
			notes: [
				`height ${percent(scales.height)}, reach ${percent(scales.reach)}, hands ${percent(scales.hands)} of what they were`,
				...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
				...(recording.markers.length === 0 ? [] : ['marker names were kept; check that they name nobody']),
			],
			report: { scales, removed },
		});
	},
});
