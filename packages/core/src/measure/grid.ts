import type { TimeSpan } from '../curves/state-changes.ts';

/** Neighboring samples of a grid. */
export interface Run {
	/** The index of the first sample: it lies at `first / rate` seconds. */
	readonly first: number;
	readonly count: number;
	/** The place of the first sample in arrays that hold all runs, one after the other. */
	readonly offset: number;
}

/** Even sample times, i / rate seconds, inside some spans. */
export interface Grid {
	readonly rate: number;
	readonly runs: readonly Run[];
	/** Samples of all runs. */
	readonly total: number;
}

/** Shorter runs are left out: their derivatives would be those of the filter. */
const MIN_SAMPLES = 7;
/** 39 hours at 60 Hz. */
const MAX_SAMPLES = 2 ** 23;
/** Key times are float32, so the last sample may lie a little after the end of a span. */
const SLACK = 1e-3;

/**
 * Creates the grid of some spans in time order. Throws `RangeError` for spans that would take more than 8 million
 * samples.
 */
export function createGrid(spans: readonly TimeSpan[], rate: number): Grid {
	const runs: Run[] = [];
	let total = 0;
	for (const { start, end } of spans) {
		const first = Math.ceil(start * rate - SLACK);
		const count = Math.floor(end * rate + SLACK) - first + 1;
		if (count < MIN_SAMPLES) continue;
		if (!(total + count <= MAX_SAMPLES)) {
			throw new RangeError(`recording: too long to measure; ${end} s at ${rate} Hz exceed ${MAX_SAMPLES} samples`);
		}
		runs.push({ first, count, offset: total });
		total += count;
	}
	return { rate, runs, total };
}

/** Finds the sample nearest to a time, as its place in arrays; −1 if the time is in no run. */
export function findSample({ runs, rate }: Grid, time: number): number {
	const index = Math.round(time * rate);
	const run = runs.find(({ first, count }) => index >= first && index < first + count);
	return run === undefined ? -1 : run.offset + index - run.first;
}
