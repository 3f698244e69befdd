import { SIDES } from '@handreel/core';
import { createChannel, listPoints, measureRecording } from '@handreel/core/measure';
import { countValues, type Histogram } from './histogram.ts';
import type { Statistics } from './protocol.ts';
import { loadStored, type StoredRecording } from './stored-recording.ts';

/** The channels that have a histogram, as far as the recording has them. */
const CHANNELS: readonly string[] = [
	...SIDES.map((side) => `speed(${side}.wrist)`),
	...SIDES.map((side) => `aperture(${side})`),
	...SIDES.map((side) => `speed(${side}.controller)`),
	'speed(head)',
	'turning(head)',
];

/** Measures a recording, and counts the values of its most telling figures. */
export async function measureStored({ stored }: { stored: StoredRecording }): Promise<Statistics> {
	const { recording } = await loadStored(stored);
	const points = new Set(listPoints(recording));
	const histograms = CHANNELS.flatMap((expression): Histogram[] => {
		const [, inner = ''] = /\((.*)\)/.exec(expression) ?? [];
		const needed = inner.includes('.') || inner === 'head' ? [inner] : [`${inner}.thumbTip`, `${inner}.indexTip`];
		if (!needed.every((point) => points.has(point))) return [];
		const histogram = countValues(createChannel(recording, expression));
		return histogram === null ? [] : [histogram];
	});
	return { measures: measureRecording(recording), histograms };
}
