import { listTicks } from '@handreel/plot';
import uPlot from 'uplot';
import type { PlottedLine } from '../../state/curve-plot.svelte.ts';
import type { ValueRanges } from '../../state/value-ranges.svelte.ts';

/** Pixels at the left of the plot that hold its vertical axes. The timeline has the same. */
export const GUTTER = 132;
/** More axes would have no room for their labels. */
const MAX_AXES = 3;
/** Pixels between two labels. */
const TICK = 30;

/** A vertical axis. */
export interface ValueAxis {
	readonly scale: string;
	readonly unit: string;
	/** The path of its only line; `null` if lines share it. */
	readonly path: string | null;
	/** Pixels from the left edge of the plot. */
	readonly left: number;
	readonly width: number;
}

/** Lists the axes that have room, from right to left: the first is next to the plot. */
export function listAxes(lines: readonly PlottedLine[]): ValueAxis[] {
	const scales = [...new Set(lines.map(({ scale }) => scale))].slice(0, MAX_AXES);
	const width = GUTTER / Math.max(scales.length, 1);
	return scales.map((scale, i) => {
		const own = lines.filter((line) => line.scale === scale);
		return {
			scale,
			unit: own[0]?.unit ?? '',
			path: own.length === 1 && scales.length > 1 ? (own[0]?.path ?? null) : null,
			left: GUTTER - (i + 1) * width,
			width,
		};
	});
}

/** The scales of a plot for uPlot: as zoomed, or wide enough for all values. */
export function createScales(lines: readonly PlottedLine[], ranges: ValueRanges): uPlot.Scales {
	const names = new Set(lines.map(({ scale }) => scale));
	ranges.shown.clear();
	return Object.fromEntries(
		[...names].map((name): [string, uPlot.Scale] => [
			name,
			{
				range: (_, min, max) => {
					const zoomed = ranges.zoomed.get(name) ?? (ranges.isHeld ? ranges.shown.get(name) : undefined);
					const [low, high] = zoomed ?? findWhole(min, max);
					ranges.shown.set(name, [low, high]);
					return [low, high];
				},
			},
		]),
	);
}

/** The axes of a plot for uPlot, with round labels. */
export function createAxes(
	axes: readonly ValueAxis[],
	style: Pick<uPlot.Axis, 'font' | 'grid' | 'ticks'>,
	findColor: (axis: ValueAxis) => string,
): uPlot.Axis[] {
	return axes.map((axis, i): uPlot.Axis => {
		const listLabels = (low: number, high: number, height: number) =>
			listTicks({ low, high }, Math.max(2, height / TICK));
		return {
			...style,
			scale: axis.scale,
			side: 3,
			size: axis.width,
			gap: axes.length > 1 ? 3 : 8,
			stroke: findColor(axis),
			// Several grids would be unreadable.
			grid: { ...style.grid, show: i === 0 },
			ticks: { ...style.ticks, size: axes.length > 1 ? 4 : 10 },
			splits: (self, _, min, max) => [...listLabels(min, max, self.height).values],
			values: (self) => {
				const { min = 0, max = 1 } = self.scales[axis.scale] ?? {};
				return [...listLabels(min, max, self.height).labels];
			},
		};
	});
}

function findWhole(min: number | null, max: number | null): readonly [number, number] {
	if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
	const [low, high] = uPlot.rangeNum(min, max, 0.1, true);
	return low !== null && high !== null && low < high ? [low, high] : [min - 0.5, min + 0.5];
}
