import { type Recording, SIDES } from '@handreel/core';
import { anonymizeRecording, getBodyScales } from '@handreel/core/edit';
import { measureRecording, type RecordingMeasures } from '@handreel/core/measure';
import { type EditFacts, oneResult } from '../batch/edit.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';

interface AnonymizeCommandOptions {
	readonly removeGaze?: boolean;
}

/** `handreel anonymize`. */
export const anonymize: CommandDefinition = defineEdit<AnonymizeCommandOptions>('anonymize', {
	configure: (command) => {
		command
			.description('Remove data that identifies a person, as far as possible, and scale the body to a standard size.')
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
		const before = measureRecording(recording);
		const result = anonymizeRecording(recording, getBodyScales(before), { removeGaze });
		return oneResult(result, {
			measure: ([written]) => describeResult(recording, before, written?.recording ?? null, result),
		});
	},
});

// `written` is what the file holds, which may be less than the result; `null` for formats that cannot be read.
function describeResult(
	recording: Recording,
	before: RecordingMeasures,
	written: Recording | null,
	result: Recording,
): EditFacts {
	const after = written ?? result;
	const [then, now] = [measureBody(before), measureBody(measureRecording(after))];
	const changes = Object.entries(BODY_NAMES).flatMap(([part, name]) => {
		const [was, is] = [then[part as keyof Body], now[part as keyof Body]];
		return was === null || is === null ? [] : [`${name} ${is.toFixed(3)} m instead of ${was.toFixed(3)} m`];
	});
	const tracks = new Set(after.tracks.map(({ name }) => name));
	const removed = [
		...Object.keys(recording.info).filter((name) => !(name in after.info)),
		...recording.tracks.filter(({ name }) => !tracks.has(name)).map(({ name }) => `track ${name}`),
		...(recording.gaze !== null && after.gaze === null ? ['gaze'] : []),
	];
	return {
		notes: [
			...(changes.length === 0 ? [] : [(written === null ? 'before writing: ' : '') + changes.join(', ')]),
			...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
			...(after.markers.length === 0 ? [] : ['marker names were kept; check that they name nobody']),
		],
		report: { before: then, after: written === null ? null : now, removed },
	};
}

/** Sizes of a body in meters; `null` where nothing is known. */
interface Body {
	readonly height: number | null;
	readonly reach: number | null;
	readonly hand: number | null;
}

const BODY_NAMES: Readonly<Record<keyof Body, string>> = { height: 'head at', reach: 'reach', hand: 'hands' };

function measureBody({ head, hands }: RecordingMeasures): Body {
	const mean = (values: readonly (number | null | undefined)[]): number | null => {
		const given = values.filter((value) => value !== null && value !== undefined);
		return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0) / given.length;
	};
	return {
		height: head?.height?.median ?? null,
		reach: mean(SIDES.map((side) => hands?.[side].reach?.median)),
		hand: mean(SIDES.map((side) => hands?.[side].size?.length)),
	};
}
