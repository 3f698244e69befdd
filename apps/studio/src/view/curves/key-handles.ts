import type { Curve } from '@handreel/core';
import { convertSegmentsToHermite } from '@handreel/core/edit';
import type uPlot from 'uplot';
import type { PlottedLine } from '../../state/curve-plot.svelte.ts';
import { type CurveKeys, type KeyEntry, readKey } from '../../worker/key-edits.ts';

/** Handles of more keys would hide the curve. */
const MAX_KEYS = 8;
/** Pixels from a key to a handle without a weight. */
const LENGTH = 44;
const THIRD = 1 / 3;

/** The end of a tangent in a plot. Positions are pixels inside of the axes. */
export interface Handle {
	readonly path: string;
	readonly scale: string;
	/** The index of its key in the order of time. */
	readonly index: number;
	readonly side: 'in' | 'out';
	readonly x: number;
	readonly y: number;
	readonly keyX: number;
	readonly keyY: number;
	/** Seconds to the neighboring key. */
	readonly length: number;
	readonly isWeighted: boolean;
	/** Whether both slopes of the key are equal. They stay equal. */
	readonly isSmooth: boolean;
}

/** Lists the handles of selected keys, unless there are many. Steps have none. */
export function listHandles(
	plot: uPlot,
	lines: readonly PlottedLine[],
	keys: readonly CurveKeys[],
	find: (path: string, curve: Curve) => Curve,
): Handle[] {
	if (keys.reduce((sum, { indices }) => sum + indices.length, 0) > MAX_KEYS) return [];
	return lines.flatMap((line) => {
		const indices = keys.find(({ path }) => path === line.path)?.indices;
		if (!('curve' in line) || line.curve.kind === 'boolean' || indices === undefined) return [];
		const curve = convertSegmentsToHermite(find(line.path, line.curve), indices);
		return [...indices].flatMap((index) =>
			(['in', 'out'] as const).flatMap((side) => createHandle(plot, line, curve, index, side) ?? []),
		);
	});
}

function createHandle(
	plot: uPlot,
	{ path, scale }: PlottedLine,
	curve: Curve,
	index: number,
	side: 'in' | 'out',
): Handle | null {
	const direction = side === 'in' ? -1 : 1;
	const time = readKey(curve, index, 'time');
	const value = readKey(curve, index, 'value');
	const neighbor = index + direction;
	if (neighbor < 0 || neighbor >= curve.count) return null;
	const length = Math.abs(readKey(curve, neighbor, 'time') - time);
	const slopes = [readKey(curve, index, 'inTangent'), readKey(curve, index, 'outTangent')] as const;
	const slope = slopes[side === 'in' ? 0 : 1];
	if (!Number.isFinite(slope) || !Number.isFinite(value) || length === 0) return null;
	const isWeighted = (readKey(curve, index, 'weightedMode') & (side === 'in' ? 1 : 2)) !== 0;
	const weight = isWeighted ? readKey(curve, index, side === 'in' ? 'inWeight' : 'outWeight') : THIRD;
	const [keyX, keyY] = [plot.valToPos(time, 'x'), plot.valToPos(value, scale)];
	const reach = weight * length * direction;
	const dx = plot.valToPos(time + reach, 'x') - keyX;
	const dy = plot.valToPos(value + slope * reach, scale) - keyY;
	// A weight is shown by the length. Without one, the length is free, and handles can be grabbed at any zoom.
	const stretch = isWeighted ? 1 : LENGTH / Math.max(Math.hypot(dx, dy), 1e-6);
	return {
		path,
		scale,
		index,
		side,
		x: keyX + dx * stretch,
		y: keyY + dy * stretch,
		keyX,
		keyY,
		length,
		isWeighted,
		isSmooth: slopes[0] === slopes[1],
	};
}

/** The change of a key whose handle is dragged to a place in pixels. Without `isSmooth`, only its own side changes. */
export function dragHandle(plot: uPlot, handle: Handle, x: number, y: number, isSmooth: boolean): KeyEntry[] {
	const { scale, side, keyX, keyY, length, isWeighted } = handle;
	const direction = side === 'in' ? -1 : 1;
	// A handle stays on its side of the key.
	const dx = Math.max((x - keyX) * direction, 1) * direction;
	const time = plot.posToVal(keyX + dx, 'x') - plot.posToVal(keyX, 'x');
	const slope = (plot.posToVal(y, scale) - plot.posToVal(keyY, scale)) / time;
	const entries: KeyEntry[] = [];
	const set = (field: KeyEntry['field'], number: number): void => {
		entries.push({ field, operation: 'set', number });
	};
	if (side === 'in' || isSmooth) set('inTangent', slope);
	if (side === 'out' || isSmooth) set('outTangent', slope);
	if (isWeighted) set(side === 'in' ? 'inWeight' : 'outWeight', Math.min(Math.abs(time) / length, 1));
	return entries;
}
