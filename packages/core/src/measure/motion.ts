import type { Path } from './path.ts';
import { type Percentiles, takePercentiles } from './statistics.ts';

/** How a point moves while it is tracked. */
export interface MotionMeasures {
	/** Meters: the distance traveled, without samples below the still speed, of which noise would add up. */
	readonly pathLength: number;
	/** m/s. */
	readonly speed: Percentiles;
	/** m/s²; `null` if no span is long enough. */
	readonly acceleration: Percentiles | null;
	/** m/s³; `null` if no span is long enough. */
	readonly jerk: Percentiles | null;
	/** The share of samples below the still speed. */
	readonly stillShare: number;
}

/** Measures the motion along a path; `null` if it has no samples. Overwrites the path's acceleration and jerk. */
export function measureMotion(path: Path, stillSpeed: number): MotionMeasures | null {
	const { grid, speed, acceleration, jerk, inner } = path;
	if (grid.total === 0) return null;
	const measured = { acceleration: takePercentiles(acceleration, inner), jerk: takePercentiles(jerk, inner) };
	// No longer needed, and as long as the speed, whose order the reaches need.
	acceleration.set(speed.subarray(0, grid.total));
	const speeds = takePercentiles(acceleration, grid.total);
	if (speeds === null) return null;
	const { sum, still } = sumSpeeds(path, stillSpeed);
	return { pathLength: sum / grid.rate, speed: speeds, ...measured, stillShare: still / grid.total };
}

// The sum of the speeds that are not still, by the trapezoidal rule (the first and last sample of a run count for half an
// interval), and the number of still samples.
function sumSpeeds({ grid, speed }: Path, limit: number): { readonly sum: number; readonly still: number } {
	let sum = 0;
	let still = 0;
	for (const { offset, count } of grid.runs) {
		const end = offset + count;
		for (let i = offset; i < end; i++) {
			const value = speed[i]!;
			if (value >= limit) sum += value;
			else still++;
		}
		const [first, last] = [speed[offset]!, speed[end - 1]!];
		if (first >= limit) sum -= first / 2;
		if (last >= limit) sum -= last / 2;
	}
	return { sum, still };
}
