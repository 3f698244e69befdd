import { checkNumber, type PerformerOptions, readSettings } from './options.ts';
import { hashToNormal, hashToUnit } from './random.ts';

/** Options of {@link createVariants}: options that all takes share, and the seed of their differences. */
export interface VariantOptions extends PerformerOptions {
	/** The same seed produces the same variants. Default 1. */
	readonly seed?: number | undefined;
}

/** Standard deviations, relative to the given value. */
const SPEED_SPREAD = 0.15;
const SIZE_SPREAD = 0.06;
const HEIGHT_SPREAD = 0.04;
/** No variant is farther than this many standard deviations from the given value. */
const MAX_DEVIATION = 2;
/** Meters of tremor and noise. */
const LEAST_NOISE = 0.0001;
const MOST_NOISE = 0.0006;
const LEFT_HANDED_SHARE = 0.15;

/**
 * Returns options for performers who perform the same script in different ways: fast or slow, with small or large hands,
 * short or tall, with tremor and noise, left-handed. The first take has the given options.
 *
 * @example
 * for (const options of createVariants(20, { seed: 7 })) {
 *   const performer = new Performer(options);
 *   performer.right.reach([0.2, 1.1, 0.4]).pinch().release();
 *   save(performer.toRecording());
 * }
 */
export function createVariants(count: number, options: VariantOptions = {}): PerformerOptions[] {
	checkNumber('count', count, 1);
	if (!Number.isInteger(count)) throw new RangeError(`count: ${count} is not an integer`);
	const base = readSettings(options);
	return Array.from({ length: count }, (_, take) => {
		if (take === 0) return { ...options, seed: base.seed };
		const vary = (value: number, spread: number, channel: number): number => {
			const deviation = hashToNormal(base.seed, take, channel);
			return value * (1 + spread * Math.min(Math.max(deviation, -MAX_DEVIATION), MAX_DEVIATION));
		};
		const draw = (channel: number): number =>
			LEAST_NOISE + (MOST_NOISE - LEAST_NOISE) * hashToUnit(base.seed, take, channel);
		return {
			...options,
			speed: vary(base.speed, SPEED_SPREAD, 1),
			handSize: vary(base.handSize, SIZE_SPREAD, 2),
			eyeHeight: vary(base.eyeHeight, HEIGHT_SPREAD, 3),
			tremor: base.tremor + draw(4),
			noise: base.noise + draw(5),
			leftHanded: hashToUnit(base.seed, take, 6) < LEFT_HANDED_SHARE ? !base.leftHanded : base.leftHanded,
			seed: base.seed + take,
		};
	});
}
