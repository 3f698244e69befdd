import { type Channel, sampleChannel } from '@handreel/core/measure';
import { sumUpColumns } from '@handreel/plot';
import type { PlottedLine } from '../../state/curve-plot.svelte.ts';
import { type Plotted, plotCurves, readCurve } from './series.ts';

const slopes = new WeakMap<Channel, Channel>();

/** The value of a line at a time, or its change per second. NaN without data. */
export function readLine(line: PlottedLine, time: number, isSpeed: boolean): number {
	return 'curve' in line
		? readCurve(line.curve, time, isSpeed)
		: sampleChannel(isSpeed ? differentiate(line.channel) : line.channel, time);
}

/** Samples lines for a plot: at the same times, two per pixel, with the lowest and the highest value of each pixel. */
export function plotLines(
	lines: readonly PlottedLine[],
	range: readonly [start: number, end: number],
	pixels: number,
	isSpeed: boolean,
): Plotted {
	const curves = lines.flatMap((line) => ('curve' in line ? [line.curve] : []));
	const { times, rows } = plotCurves(curves, range, pixels, isSpeed);
	let next = 0;
	return {
		times,
		rows: lines.map((line) =>
			'curve' in line
				? rows[next++]!
				: plotChannel(isSpeed ? differentiate(line.channel) : line.channel, range, pixels),
		),
	};
}

function plotChannel(channel: Channel, [start, end]: readonly [number, number], pixels: number): Float64Array {
	const { low, high } = sumUpColumns(channel, start, end, pixels);
	const row = new Float64Array(pixels * 2);
	for (let i = 0; i < pixels; i++) {
		row[2 * i] = low[i]!;
		row[2 * i + 1] = high[i]!;
	}
	return row;
}

// The slope at each sample, from its neighbors.
function differentiate(channel: Channel): Channel {
	let slope = slopes.get(channel);
	if (slope === undefined) {
		const { values, sampleRate } = channel;
		const last = values.length - 1;
		slope = {
			...channel,
			values: values.map((_, i) => {
				const [from, to] = [Math.max(i - 1, 0), Math.min(i + 1, last)];
				return ((values[to]! - values[from]!) * sampleRate) / (to - from);
			}),
		};
		slopes.set(channel, slope);
	}
	return slope;
}
