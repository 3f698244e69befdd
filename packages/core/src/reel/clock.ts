import { fromOrdinal, ordinalOf } from './ordinal.ts';
import type { BitCoder } from './range-coder.ts';
import { codeInteger, INTEGER_CONTEXTS } from './symbols.ts';
import { VALUE_CONTEXTS, ValueCoder } from './value-coder.ts';

// The clock of a block: all key times, sorted (REEL.md, "Clock"). Most recorders tick at a frame rate or in units such as 0.1
// ms; then the times are whole numbers of ticks.

/** Contexts of {@link codeClock}. */
export const CLOCK_CONTEXTS: number = VALUE_CONTEXTS + INTEGER_CONTEXTS;

/** Ticks per second, by number in the file; the first means times without ticks. */
const TICK_RATES: readonly number[] = [
	0, 24, 25, 30, 50, 60, 72, 90, 120, 144, 1000, 10_000, 2, 8, 32, 64, 128, 256, 1024, 4096, 16_384, 65_536, 262_144,
];
const RATE_BITS = 5;
/** Differences of differences must stay below this. */
const MAX_TICKS = 2 ** 22;

/**
 * Codes the ordinals of times, in place. `rateIndex`: see {@link chooseRate}; not used when reading. Decoding returns false if they are
 * not in order.
 */
export function codeClock(coder: BitCoder, context: number, ordinals: Int32Array, rateIndex: number): boolean {
	const rate = TICK_RATES[coder.codeBits(RATE_BITS, rateIndex)];
	if (rate === undefined) return false;
	if (rate === 0) codeTimes(coder, context, ordinals);
	else codeTicks(coder, context + VALUE_CONTEXTS, ordinals, rate);
	for (let i = 0; i < ordinals.length; i++) {
		if (!Number.isFinite(fromOrdinal(ordinals[i]!)) || (i > 0 && ordinals[i]! < ordinals[i - 1]!)) return false;
	}
	return true;
}

function codeTicks(coder: BitCoder, context: number, ordinals: Int32Array, rate: number): void {
	let last = 0;
	let step = 0;
	for (let i = 0; i < ordinals.length; i++) {
		const tick = coder.isReading ? 0 : toTick(ordinals[i]!, rate);
		step += codeInteger(coder, context, tick - last - step);
		last += step;
		ordinals[i] = ordinalOf(last / rate);
	}
}

function codeTimes(coder: BitCoder, context: number, ordinals: Int32Array): void {
	const values = new ValueCoder(coder, context, new Float64Array(2));
	const predictions = new Int32Array(2);
	for (let i = 0; i < ordinals.length; i++) {
		const last = i > 0 ? fromOrdinal(ordinals[i - 1]!) : 0;
		const older = i > 1 ? fromOrdinal(ordinals[i - 2]!) : last;
		const oldest = i > 2 ? fromOrdinal(ordinals[i - 3]!) : older;
		predictions[0] = ordinalOf(last + (last - older));
		predictions[1] = ordinalOf(last + (last - oldest) / 2);
		ordinals[i] = values.code(predictions, 2, ordinals[i]!, 0);
	}
}

/** Returns the index of the rate at which times tick. Encoders only. */
export function chooseRate(ordinals: Int32Array): number {
	for (let index = 1; index < TICK_RATES.length; index++) {
		const rate = TICK_RATES[index]!;
		let last = 0;
		let step = 0;
		const fits = ordinals.every((ordinal) => {
			const tick = toTick(ordinal, rate);
			const change = tick - last - step;
			step += change;
			last = tick;
			return Math.abs(change) < MAX_TICKS && ordinalOf(tick / rate) === ordinal;
		});
		if (fits) return index;
	}
	return 0;
}

function toTick(ordinal: number, rate: number): number {
	// Adding 0 turns −0 into 0: ticks have no sign, so a time of −0 has none.
	return Math.round(fromOrdinal(ordinal) * rate) + 0;
}
