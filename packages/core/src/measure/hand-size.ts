import { JOINT_NAMES, JOINTS, type JointName } from '../model/joints.ts';
import { type HandCurves, hasKeys } from '../model/recording.ts';
import type { Grid, Run } from './grid.ts';
import { samplePoints } from './played-curve.ts';
import { takeQuantile } from './statistics.ts';

/** The size of a hand, from the median lengths of its bones in meters. A length is `null` if a joint is absent. */
export interface HandSize {
	/** From the wrist over the middle finger's joints to its tip. */
	readonly length: number | null;
	/** From the wrist to the middle knuckle. */
	readonly palm: number | null;
	/** From the middle knuckle to the last joint of the middle finger: comparable between devices. */
	readonly finger: number | null;
	/**
	 * The median over all bones of the standard deviation of their length, as a share of the length. A rigid hand has 0.
	 */
	readonly variation: number;
}

/** Bones are measured at so many tracked samples at most, evenly spaced. */
const MAX_SAMPLES = 16;

/** Measures the bones of a hand while it is tracked; `null` if there are none. */
export function measureHandSize(hand: HandCurves, grid: Grid): HandSize | null {
	const few = thinGrid(grid);
	if (few.total === 0) return null;
	const positions = new Map<JointName, Float64Array>();
	for (const name of JOINT_NAMES) {
		if (name !== 'none' && hasKeys(hand.joints[name])) positions.set(name, samplePositions(hand, name, few));
	}
	const scratch = new Float64Array(few.total);
	const median = (a: JointName, b: JointName): number | null => {
		const [from, to] = [positions.get(a), positions.get(b)];
		if (from === undefined || to === undefined) return null;
		writeDistances(from, to, scratch);
		return takeQuantile(scratch, few.total, 0.5);
	};
	const variations: number[] = [];
	for (const { name, parent } of JOINTS) {
		const [from, to] = [parent === null ? undefined : positions.get(parent), positions.get(name)];
		if (from === undefined || to === undefined || name === 'palm') continue;
		writeDistances(from, to, scratch);
		const variation = measureVariation(scratch);
		if (Number.isFinite(variation)) variations.push(variation);
	}
	if (variations.length === 0) return null;
	const palm = median('wrist', 'middleKnuckle');
	const parts = [
		palm,
		median('middleKnuckle', 'middleMiddle'),
		median('middleMiddle', 'middleDistal'),
		median('middleDistal', 'middleTip'),
	];
	const sum = (lengths: readonly (number | null)[]): number | null =>
		lengths.reduce((total, length) => (total === null || length === null ? null : total + length), 0);
	return {
		length: sum(parts),
		palm,
		finger: sum(parts.slice(1, 3)),
		variation: takeQuantile(Float64Array.from(variations), variations.length, 0.5),
	};
}

// Some of the samples of a grid, each as a separate run.
function thinGrid({ runs, total, rate, origin }: Grid): Grid {
	const count = Math.min(total, MAX_SAMPLES);
	const few: Run[] = [];
	let run = 0;
	for (let i = 0; i < count; i++) {
		const at = Math.floor(((i + 0.5) * total) / count);
		while (at >= runs[run]!.offset + runs[run]!.count) run++;
		const { start, end, first, offset } = runs[run]!;
		few.push({ start, end, first: first + at - offset, count: 1, offset: i });
	}
	return { rate, origin, runs: few, total: count };
}

// All x, then all y, then all z.
function samplePositions(hand: HandCurves, name: JointName, grid: Grid): Float64Array {
	const { x, y, z } = hand.joints[name].position;
	const count = grid.total;
	const positions = new Float64Array(3 * count);
	samplePoints(x, grid, positions, 0);
	samplePoints(y, grid, positions, count);
	samplePoints(z, grid, positions, 2 * count);
	return positions;
}

function writeDistances(a: Float64Array, b: Float64Array, out: Float64Array): void {
	const count = out.length;
	for (let i = 0; i < count; i++) {
		const [y, z] = [count + i, 2 * count + i];
		out[i] = Math.sqrt((b[i]! - a[i]!) ** 2 + (b[y]! - a[y]!) ** 2 + (b[z]! - a[z]!) ** 2);
	}
}

// The standard deviation as a share of the mean.
function measureVariation(lengths: Float64Array): number {
	let mean = 0;
	for (const length of lengths) mean += length / lengths.length;
	let squares = 0;
	for (const length of lengths) squares += (length - mean) ** 2;
	return Math.sqrt(squares / lengths.length) / mean;
}
