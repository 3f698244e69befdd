import type { TimeSpan } from '../curves/state-changes.ts';
import { countKeys } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';

/** Neighboring samples of a grid. */
export interface Run extends TimeSpan {
	/** The index of the first sample: it lies at `origin + first / rate` seconds. */
	readonly first: number;
	readonly count: number;
	/** The place of the first sample in arrays that hold all runs, one after the other. */
	readonly offset: number;
}

/** Even sample times, origin + i / rate seconds, inside some spans. */
export interface Grid {
	readonly rate: number;
	/** Seconds: the start of the recording, so that its figures do not depend on the origin of time. */
	readonly origin: number;
	readonly runs: readonly Run[];
	/** Samples of all runs. */
	readonly total: number;
}

/** Shorter runs are left out: their derivatives would be those of the filter. */
const MIN_SAMPLES = 7;
/** 39 hours at 60 Hz. */
const MAX_SAMPLES = 2 ** 23;
/**
 * Samples that every recording may have, 2.4 hours at 60 Hz, and samples per key beyond that: memory follows the size of a
 * recording, which may be somebody else's, not its duration.
 */
const FREE_SAMPLES = 2 ** 19;
const SAMPLES_PER_KEY = 4;
/** Key times are float32, so the last sample may lie a little after the end of a span. */
const SLACK = 1e-3;

/** Throws `RangeError` for a recording that would take far more samples than it has keys. */
export function checkLength(recording: Recording, rate: number): void {
	const { duration } = recording;
	const samples = Math.ceil(duration * rate);
	if (samples <= FREE_SAMPLES) return;
	const keys = countKeys(recording);
	if (samples <= FREE_SAMPLES + SAMPLES_PER_KEY * keys) return;
	const advice = 'cut off the time without keys, or choose a lower sampleRate';
	throw new RangeError(
		`recording: too long to measure; ${duration} s at ${rate} Hz are ${samples} samples for ${keys} keys; ${advice}`,
	);
}

/**
 * Creates the grid of some spans in time order. A run keeps the start and the end of its span. Throws `RangeError` for
 * spans that would take more than 8 million samples.
 */
export function createGrid(spans: readonly TimeSpan[], rate: number, origin: number): Grid {
	const runs: Run[] = [];
	let total = 0;
	for (const { start, end } of spans) {
		const first = Math.ceil((start - origin) * rate - SLACK);
		const count = Math.floor((end - origin) * rate + SLACK) - first + 1;
		if (count < MIN_SAMPLES) continue;
		if (!(total + count <= MAX_SAMPLES)) {
			throw new RangeError(
				`recording: too long to measure; ${end - start} s at ${rate} Hz exceed ${MAX_SAMPLES} samples`,
			);
		}
		runs.push({ start, end, first, count, offset: total });
		total += count;
	}
	return { rate, origin, runs, total };
}
