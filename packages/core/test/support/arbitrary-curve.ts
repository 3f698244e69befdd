// fast-check arbitraries for curves as animators make them: finite, of all kinds of segments, sorted or not.
import { type Curve, createCurve, evaluateCurve } from '@handreel/core';
import fc from 'fast-check';

/** What an arbitrary curve may have. */
export interface CurveShape {
	readonly stride?: 2 | 7;
	readonly maxKeys?: number;
	readonly minKeys?: number;
	/** Wrap modes to choose from. Default: all of Unity's. */
	readonly wraps?: readonly number[];
	/** Weighted modes to choose from. Default: all four. */
	readonly modes?: readonly number[];
	/** Whether tangents may be infinite. Default `true`. */
	readonly steps?: boolean;
	/** Whether two keys may stand at one time. Default `true`. */
	readonly repeats?: boolean;
}

/** A float32 between two limits, evenly spread: `fc.float` spreads bits, so that most of its numbers are tiny. */
export function arbitraryNumber(min: number, max: number): fc.Arbitrary<number> {
	return fc.integer({ min: 0, max: 1_000_000 }).map((step) => Math.fround(min + ((max - min) * step) / 1_000_000));
}

/** A float curve with keys between −2 and 10 s that lie 100 ms apart or more, or at one time. */
export function arbitraryCurve(shape: CurveShape = {}): fc.Arbitrary<Curve> {
	const {
		maxKeys = 6,
		minKeys = 0,
		wraps = [8, 1, 2, 4, 0],
		modes = [0, 1, 2, 3],
		steps = true,
		repeats = true,
	} = shape;
	const tangent = fc.oneof(
		{ weight: 6, arbitrary: arbitraryNumber(-5, 5) },
		{ weight: 2, arbitrary: fc.constant(0) },
		...(steps ? [{ weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) }] : []),
	);
	const weight = fc.oneof(arbitraryNumber(0, 1), fc.constantFrom(0, 1 / 3, 1));
	const gap = fc.oneof(
		{ weight: 8, arbitrary: arbitraryNumber(0.1, 2) },
		{ weight: repeats ? 1 : 0, arbitrary: fc.constant(0) },
	);
	const key = fc.tuple(gap, arbitraryNumber(-3, 3), tangent, tangent, weight, weight, fc.constantFrom(...modes));
	return fc
		.record({
			stride: shape.stride === undefined ? fc.constantFrom(2 as const, 7 as const) : fc.constant(shape.stride),
			first: arbitraryNumber(-2, 2),
			keys: fc.array(key, { minLength: minKeys, maxLength: maxKeys }),
			preWrap: fc.constantFrom(...wraps),
			postWrap: fc.constantFrom(...wraps),
		})
		.map(({ stride, first, keys, preWrap, postWrap }) => {
			let time = first;
			const numbers = keys.flatMap(([step, ...fields]) => {
				time += step;
				return [time, ...fields].slice(0, stride);
			});
			return createCurve(numbers, { stride, preWrap, postWrap });
		});
}

/** A boolean curve. */
export function arbitraryStates(shape: Pick<CurveShape, 'maxKeys' | 'wraps'> = {}): fc.Arbitrary<Curve> {
	const { maxKeys = 6, wraps = [8, 1, 2, 4, 0] } = shape;
	const key = fc.tuple(arbitraryNumber(0.1, 2), fc.constantFrom(0, 1));
	const mode = fc.constantFrom(...wraps);
	return fc
		.tuple(arbitraryNumber(-2, 2), fc.array(key, { maxLength: maxKeys }), mode, mode)
		.map(([first, keys, preWrap, postWrap]) => {
			let time = first;
			const numbers = keys.flatMap(([step, value]) => {
				time += step;
				return [time, value];
			});
			return createCurve(numbers, { kind: 'boolean', preWrap, postWrap });
		});
}

/** Times all over a span, none of them near a place where a curve may jump: given times and `margin` around them. */
export function timesBetween(from: number, to: number, jumps: Iterable<number>, margin = 1e-5): number[] {
	const avoided = [...jumps];
	return Array.from({ length: 97 }, (_, i) => from + ((to - from) * (i + 0.37)) / 97).filter((time) =>
		avoided.every((jump) => Math.abs(time - jump) > margin),
	);
}

/**
 * How far the value of a curve is from what another one plays within `slack` seconds of a time: key times are float32,
 * so a steep curve may be off in value although it is right in time.
 */
export function playedDifference(value: number, other: Curve, time: number, slack: number): number {
	const values = Array.from({ length: 5 }, (_, i) => evaluateCurve(other, time + ((i - 2) / 2) * slack));
	// A loop whose keys all lie at one time is NaN before it.
	if (Number.isNaN(value) && values.every(Number.isNaN)) return 0;
	const low = Math.min(...values);
	const high = Math.max(...values);
	return Math.max(0, low - value, value - high);
}
