import { type Recording, SIDES } from '@handreel/core';
import { createChannel, listReaches } from '@handreel/core/measure';
import type { SampleScript } from '@handreel/samples/scripts';

/** A figure of how hands move: a row of the table in the README of the samples. */
export interface Figure {
	readonly title: string;
	readonly unit: string;
	readonly digits: number;
	measure(recordings: readonly Recording[]): readonly number[];
}

/** Values of a channel of both hands while a share of the values is below them. */
function percentiles(channel: string, shares: readonly number[]): Figure['measure'] {
	return (recordings) => {
		const values = recordings.flatMap((recording) => collectValues(recording, channel)).sort((a, b) => a - b);
		return shares.map((share) => values[Math.round(share * (values.length - 1))] ?? Number.NaN);
	};
}

// A hand that is never tracked has no channel.
function collectValues(recording: Recording, channel: string): number[] {
	const places = channel.includes('head') ? [channel] : SIDES.map((side) => channel.replace('SIDE', side));
	return places.flatMap((place) => {
		const [, side] = /(left|right)/.exec(place) ?? [];
		const isSeen =
			side === undefined || (recording.hands?.[side as 'left' | 'right'].joints.wrist.position.x.count ?? 0) > 1;
		return isSeen ? Array.from(createChannel(recording, place).values).filter(Number.isFinite) : [];
	});
}

function medianOfReaches(figure: 'speedRatio' | 'duration' | 'smoothness'): Figure['measure'] {
	return (recordings) => {
		const values = recordings
			.flatMap((recording) => listReaches(recording))
			.map((reach) => Number(reach[figure]))
			.filter(Number.isFinite)
			.sort((a, b) => a - b);
		return [values[Math.floor(values.length / 2)] ?? Number.NaN];
	};
}

const flexions = (title: string, joint: string): Figure => ({
	title: `${title}: bent, 1st to 99th percentile`,
	unit: '°',
	digits: 0,
	measure: percentiles(`flexion(SIDE.${joint})`, [0.01, 0.99]),
});

/** All figures, in the order of the table. */
export const FIGURES: readonly Figure[] = [
	{
		title: 'wrist speed, 95th and 99th percentile',
		unit: 'm/s',
		digits: 2,
		measure: percentiles('speed(SIDE.wrist)', [0.95, 0.99]),
	},
	{
		title: 'wrist acceleration, 95th and 99th percentile',
		unit: 'm/s²',
		digits: 1,
		measure: percentiles('acceleration(SIDE.wrist)', [0.95, 0.99]),
	},
	{
		title: 'wrist jerk, 95th and 99th percentile',
		unit: 'm/s³',
		digits: 0,
		measure: percentiles('jerk(SIDE.wrist)', [0.95, 0.99]),
	},
	{
		title: 'index fingertip speed, 95th and 99th percentile',
		unit: 'm/s',
		digits: 2,
		measure: percentiles('speed(SIDE.indexTip)', [0.95, 0.99]),
	},
	{
		title: 'index fingertip jerk, 95th and 99th percentile',
		unit: 'm/s³',
		digits: 0,
		measure: percentiles('jerk(SIDE.indexTip)', [0.95, 0.99]),
	},
	{
		title: 'head turning, 95th and 99th percentile',
		unit: '°/s',
		digits: 0,
		measure: percentiles('turning(head)', [0.95, 0.99]),
	},
	{ title: 'duration of a reach, median', unit: 's', digits: 2, measure: medianOfReaches('duration') },
	{ title: 'peak speed / mean speed of a reach, median', unit: '', digits: 2, measure: medianOfReaches('speedRatio') },
	{
		title: 'smoothness of a reach (spectral arc length), median',
		unit: '',
		digits: 2,
		measure: medianOfReaches('smoothness'),
	},
	flexions('thumb, last joint', 'thumbDistal'),
	flexions('index knuckle', 'indexKnuckle'),
	flexions('index finger, middle joint', 'indexMiddle'),
	flexions('middle finger, middle joint', 'middleMiddle'),
	flexions('little finger, middle joint', 'pinkyMiddle'),
];

/** Returns the values of all figures as they are shown. */
export function measureFigures(recordings: readonly Recording[]): Record<string, readonly number[]> {
	const entries = FIGURES.map(({ title, digits, measure }) => {
		return [title, measure(recordings).map((value) => Number(value.toFixed(digits)))] as const;
	});
	return Object.fromEntries(entries);
}

/** Whether a sample is one of hands that a person could have, tracked as well as those of the captured person. */
export function isComparable({ tags, options }: SampleScript): boolean {
	return tags.includes('hands') && options?.noise === undefined;
}
