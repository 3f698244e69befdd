import { hashIntegers } from '../math/hash.ts';

// Random numbers that depend on their arguments alone, so that any moment can be sampled in any order.

const UINT32 = 2 ** 32;

/** Returns a number from 0 up to but not including 1. */
export function hashToUnit(...integers: number[]): number {
	return hashIntegers(...integers) / UINT32;
}

/** Returns a number with mean 0 and standard deviation 1, at most 3.5: the sum of four uniform numbers. */
export function hashToNormal(...integers: number[]): number {
	let sum = 0;
	for (let i = 0; i < 4; i++) sum += hashIntegers(...integers, i) / UINT32;
	return (sum - 2) * Math.sqrt(3);
}

/** Seconds, as an integer for {@link hashToNormal}. */
export function toMicroseconds(time: number): number {
	return Math.round(time * 1e6);
}

const TREMOR_WAVES = 3;
/** Hz. */
const TREMOR_FROM = 8;
const TREMOR_RANGE = 3;
const SWAY_FROM = 0.15;
const SWAY_RANGE = 0.4;

/** Returns physiological tremor around 0 with an amplitude of about 1: a few waves from 8 to 11 Hz. */
export function sampleTremor(time: number, seed: number, channel: number): number {
	return sumWaves(time, seed, channel, TREMOR_FROM, TREMOR_RANGE);
}

/** Returns the sway of a standing body around 0 with an amplitude of about 1: a few slow waves. */
export function sampleSway(time: number, seed: number, channel: number): number {
	return sumWaves(time, seed, channel, SWAY_FROM, SWAY_RANGE);
}

function sumWaves(time: number, seed: number, channel: number, from: number, range: number): number {
	let sum = 0;
	for (let i = 0; i < TREMOR_WAVES; i++) {
		const frequency = from + range * hashToUnit(seed, channel, i, 1);
		sum += Math.sin(2 * Math.PI * (frequency * time + hashToUnit(seed, channel, i, 2)));
	}
	return sum / Math.sqrt(TREMOR_WAVES);
}
