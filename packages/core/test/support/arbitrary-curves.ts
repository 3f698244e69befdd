// fast-check arbitraries for recordings whose curves have keys at sensible times: what sampling is tested with.
import {
	type Curve,
	createCurve,
	createRecording,
	type QuatCurves,
	type Recording,
	type Vec3Curves,
} from '@handreel/core';
import fc from 'fast-check';

const { NaN: NAN, POSITIVE_INFINITY: INFINITY } = Number;
const divided = (min: number, max: number, divisor: number) => fc.integer({ min, max }).map((n) => n / divisor);
/** Seconds: often equal, often negative, also a few tenths of microseconds apart. */
const keyTime = fc.oneof(divided(-4, 8, 4), divided(-1e5, 1e5, 1e4), divided(0, 100, 1e7));
const finiteTime = fc.oneof(divided(-25e7, 25e7, 1e7), divided(-16, 32, 8));
/** Any moment, also none at all. */
export const anyTime = fc.oneof({ weight: 9, arbitrary: finiteTime }, fc.constantFrom(NAN, INFINITY, -INFINITY, -0));
const tangent = fc.oneof({ weight: 8, arbitrary: divided(-1e4, 1e4, 1e3) }, fc.constantFrom(INFINITY, -INFINITY, NAN));
const weight = fc.oneof(divided(0, 1e3, 1e3), fc.constantFrom(0, 1, 1 / 3, 0.5), divided(-3e3, 3e3, 1e3));
/** Wrap modes, also one that is none. */
export const wrap = fc.constantFrom(0, 1, 2, 3, 4, 8);
const value = fc.oneof({ weight: 8, arbitrary: divided(-2e3, 2e3, 1e3) }, fc.constantFrom(0, -0));
/** How keys are written: with two words, as lines, as Hermite segments and steps, weighted. */
type Style = 'simple' | 'line' | 'cubic' | 'weighted';

/** Curves in lockstep: with the same times and wrap modes. */
function lockstep(size: number, styles: readonly Style[]): fc.Arbitrary<Curve[]> {
	const cell = fc.tuple(value, tangent, tangent, weight, weight, fc.integer({ min: 0, max: 3 }));
	const row = fc.tuple(keyTime, fc.array(cell, { minLength: size, maxLength: size }));
	const [few, many] = [fc.array(row, { maxLength: 6 }), fc.array(row, { minLength: 12, maxLength: 40 })];
	return fc
		.tuple(fc.oneof({ weight: 5, arbitrary: few }, many), fc.constantFrom(...styles), wrap, wrap, fc.boolean())
		.map(([given, style, preWrap, postWrap, isSorted]) => {
			const rows = isSorted ? given.toSorted((a, b) => a[0] - b[0]) : given;
			return Array.from({ length: size }, (_, c) => {
				const keys = rows.flatMap(([t, cells]) => {
					const [v, ...rest] = cells[c]!;
					const cubic = [rest[0], rest[1], 0, 0, 0];
					return [t, v, ...{ simple: [], line: [0, 0, 0, 0, 3], cubic, weighted: rest }[style]];
				});
				return createCurve(keys, { stride: style === 'simple' ? 2 : 7, preWrap, postWrap });
			});
		});
}

/** Recordings of all kinds: curves in lockstep, nearly so, each for itself, without keys; sections missing. */
export function recordings(
	styles: readonly Style[] = ['simple', 'line', 'cubic', 'weighted'],
): fc.Arbitrary<Recording> {
	const single = lockstep(1, styles).map(([curve]) => curve!);
	const vector = (size: number): fc.Arbitrary<Curve[]> =>
		fc.oneof(
			{ weight: 4, arbitrary: lockstep(size, styles) },
			fc.array(single, { minLength: size, maxLength: size }),
			fc.tuple(lockstep(size, styles), single).map(([[_, ...others], odd]) => [...others, odd]),
			fc.tuple(lockstep(size, styles), wrap).map(([[x, ...others], preWrap]) => [...others, { ...x!, preWrap }]),
		);
	const vec3 = vector(3).map(([x, y, z]) => ({ x, y, z }) as Vec3Curves);
	const pose = fc.record({ position: vec3, rotation: vector(4).map(([x, y, z, w]) => ({ x, y, z, w }) as QuatCurves) });
	const state = fc
		.tuple(fc.array(fc.tuple(keyTime, fc.constantFrom(0, 1, 0.5, 0.75)), { maxLength: 5 }), wrap, wrap)
		.map(([keys, preWrap, postWrap]) => createCurve(keys.flat(), { kind: 'boolean', preWrap, postWrap }));
	const left = fc.record({ tracked: state, pinching: state, joints: fc.record({ wrist: pose, pinkyTip: pose }) });
	const gaze = fc.option(fc.record({ origin: vec3, direction: vec3 }));
	return fc.record({ head: fc.option(pose), gaze, hands: fc.option(fc.record({ left })) }).map(createRecording);
}
