import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type Curve,
	createCurve,
	evaluateCurve,
	getCurveKeys,
	getCurveWords,
	getKeyInTangent,
	getKeyOutTangent,
	getKeyTime,
	getKeyValue,
	getKeyWeightedMode,
} from '../../src/index.ts';
import { convertToHermite, convertToLinear } from '../../src/keys/convert-keys.ts';
import { findKey, insertKey, removeKey, setKey, setWrapModes } from '../../src/keys/edit-keys.ts';
import { setTangents } from '../../src/keys/set-tangents.ts';
import { arbitraryCurve, arbitraryNumber, playedDifference, timesBetween } from '../support/arbitrary-curve.ts';

const line = createCurve([0, 0, 1, 2, 3, 2]);
const states = createCurve([0, 1, 2, 0], { kind: 'boolean' });
const keyTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('insertKey', () => {
	it('keeps the shape without a value and takes one that is given', () => {
		expect([...getCurveKeys(insertKey(line, 0.5))]).toEqual([0, 0, 0.5, 1, 1, 2, 3, 2]);
		expect([...getCurveKeys(insertKey(line, 0.5, 9))]).toEqual([0, 0, 0.5, 9, 1, 2, 3, 2]);
		expect([...getCurveKeys(insertKey(states, 1))]).toEqual([0, 1, 1, 1, 2, 0]);
	});

	it('leaves a key that is there alone, or gives it the value', () => {
		expect(insertKey(line, 1)).toBe(line);
		expect([...getCurveKeys(insertKey(line, 1, 5))]).toEqual([0, 0, 1, 5, 3, 2]);
	});

	it('refuses times that are no times', () => {
		expect(() => insertKey(line, Number.NaN)).toThrow(new RangeError('time: NaN is not a finite number'));
		expect(() => insertKey(line, 1e300)).toThrow(RangeError);
	});
});

describe('removeKey', () => {
	it('takes one key away', () => {
		expect([...getCurveKeys(removeKey(line, 1))]).toEqual([0, 0, 3, 2]);
		expect(removeKey(createCurve([0, 1]), 0).count).toBe(0);
	});

	it('gives back the words of a curve to which a key was added outside of a segment that bends', () => {
		fc.assert(
			fc.property(arbitraryCurve({ stride: 2, minKeys: 1, repeats: false }), arbitraryNumber(-3, 9), (curve, time) => {
				const inserted = insertKey(curve, time);
				if (inserted === curve) return;
				expect(getCurveWords(removeKey(inserted, findKey(inserted, time)))).toEqual(getCurveWords(curve));
			}),
			{ seed: 1 },
		);
	});

	it.each([-1, 3, 0.5, Number.NaN])('refuses the index %s', (index) => {
		expect(() => removeKey(line, index)).toThrow(new RangeError(`index: ${index} is not one of the 3 keys`));
	});
});

describe('setKey', () => {
	it('moves a key in time past others', () => {
		const moved = setKey(line, 0, { time: 2, value: 7 });
		expect([...getCurveKeys(moved)]).toEqual([1, 2, 2, 7, 3, 2]);
		expect(findKey(moved, 2)).toBe(1);
		expect(findKey(moved, 2.5)).toBe(-1);
		// Onto another key, from both sides.
		for (const index of [0, 2]) {
			const onto = setKey(line, index, { time: getKeyTime(line, 1), value: 7 });
			expect(getKeyValue(onto, findKey(onto, getKeyTime(line, 1)))).toBe(7);
		}
	});

	it('sets slopes and weights, making full keys of simple ones', () => {
		const bent = setKey(line, 1, { inTangent: 3, inWeight: 0.5 });
		expect(bent.stride).toBe(7);
		expect([...getCurveKeys(bent).subarray(7, 13)]).toEqual([1, 2, 3, 0, 0.5, 0]);
		expect(getKeyWeightedMode(bent, 1)).toBe(3);
		expect(getKeyWeightedMode(setKey(bent, 1, { weightedMode: 1 }), 1)).toBe(1);
		expect(getKeyOutTangent(setKey(bent, 0, { outTangent: Number.POSITIVE_INFINITY }), 0)).toBe(
			Number.POSITIVE_INFINITY,
		);
	});

	it('leaves the bits of everything else alone', () => {
		const words = Uint32Array.from([0, 0x7f80_0001, 0x7fc0_1234, 1, 2, 3, 77, 0x3f80_0000, 5, 6, 7, 8, 9, 78]);
		const odd: Curve = { ...createCurve([]), count: 2, stride: 7, words, floats: new Float32Array(words.buffer) };
		const changed = getCurveWords(setKey(odd, 1, { value: 1 }));
		expect([...changed]).toEqual([...words.slice(0, 8), 0x3f80_0000, ...words.slice(9)]);
	});

	it('refuses what keys do not have', () => {
		expect(() => setKey(states, 0, { inTangent: 1 })).toThrow(TypeError);
		expect(() => setKey(line, 0, { time: Number.POSITIVE_INFINITY })).toThrow(RangeError);
		expect(() => setKey(line, 0, { weightedMode: 0.5 })).toThrow(RangeError);
		expect(() => setKey(line, 3, {})).toThrow(RangeError);
	});
});

describe('setWrapModes', () => {
	it('sets what is given', () => {
		const looped = setWrapModes(line, { postWrap: 2 });
		expect([looped.preWrap, looped.postWrap]).toEqual([8, 2]);
		expect(setWrapModes(line, { preWrap: 8 })).toBe(line);
		expect(() => setWrapModes(line, { preWrap: 0.5 })).toThrow(RangeError);
	});
});

describe('setTangents', () => {
	const peak = createCurve([0, 0, 1, 1, 3, 9, 4, 2]);
	const slopes = (curve: Curve) =>
		Array.from({ length: curve.count }, (_, i) => [getKeyInTangent(curve, i), getKeyOutTangent(curve, i)]);

	it('chooses slopes by the mode', () => {
		expect(slopes(setTangents(peak))).toEqual([
			[1, 1],
			[2.5, 2.5],
			[-1.5, -1.5],
			[-7, -7],
		]);
		expect(slopes(setTangents(peak, { mode: 'clamped' }))).toEqual([
			[0, 0],
			[2.5, 2.5],
			[0, 0],
			[0, 0],
		]);
		expect(slopes(setTangents(peak, { mode: 'linear' }))).toEqual([
			[1, 1],
			[1, 4],
			[4, -7],
			[-7, -7],
		]);
		expect(evaluateCurve(setTangents(peak, { mode: 'step' }), 2.9)).toBe(1);
	});

	it('keeps clamped curves between their keys', () => {
		fc.assert(
			fc.property(arbitraryCurve({ minKeys: 2, wraps: [8], repeats: false }), (curve) => {
				const smooth = setTangents(curve, { mode: 'clamped' });
				const times = keyTimes(curve);
				for (const time of timesBetween(times[0]!, times.at(-1)!, [])) {
					const next = times.findIndex((other) => other > time);
					const value = evaluateCurve(smooth, time);
					const [low, high] = [Math.min(...keysOf(smooth, next)), Math.max(...keysOf(smooth, next))];
					expect(value).toBeGreaterThanOrEqual(low - 1e-5);
					expect(value).toBeLessThanOrEqual(high + 1e-5);
				}
			}),
			{ seed: 1, numRuns: 100 },
		);
	});

	it('changes only the keys that are named', () => {
		const some = setTangents(peak, { mode: 'flat', keys: [1] });
		expect(getKeyWeightedMode(some, 0)).toBe(3);
		expect(getKeyWeightedMode(some, 1)).toBe(0);
	});

	it('refuses what it cannot do', () => {
		expect(() => setTangents(states)).toThrow(TypeError);
		expect(() => setTangents(peak, { mode: 'soft' as 'auto' })).toThrow(TypeError);
		expect(() => setTangents(peak, { keys: [4] })).toThrow(RangeError);
	});
});

describe('convertToHermite', () => {
	it('makes Hermite segments of lines that play the same', () => {
		const bent = convertToHermite(line);
		expect(bent.stride).toBe(7);
		expect(getKeyWeightedMode(bent, 1)).toBe(0);
		fc.assert(
			fc.property(arbitraryCurve({ wraps: [8] }), (curve) => {
				const other = convertToHermite(curve);
				for (const time of timesBetween(-2, 9, keyTimes(curve))) {
					expect(evaluateCurve(other, time)).toBeCloseTo(evaluateCurve(curve, time), 4);
				}
			}),
			{ seed: 1, numRuns: 200 },
		);
		expect(convertToHermite(states)).toBe(states);
	});

	it('also makes them of lines too short to be Hermite segments', () => {
		const bent = convertToHermite(createCurve([0, 0, 5e-5, 1, 1, 1]));
		expect(evaluateCurve(bent, 2.5e-5)).toBeCloseTo(0.5, 5);
	});
});

describe('convertToLinear', () => {
	it('stays within the tolerance', () => {
		fc.assert(
			fc.property(arbitraryCurve({ stride: 7 }), fc.constantFrom(0.1, 0.001), (curve, tolerance) => {
				const straight = convertToLinear(curve, tolerance);
				expect(straight.stride).toBe(2);
				for (const time of timesBetween(-2, 9, keyTimes(curve))) {
					expect(playedDifference(evaluateCurve(straight, time), curve, time, 1e-5)).toBeLessThan(tolerance * 1.01);
				}
			}),
			{ seed: 1, numRuns: 200 },
		);
	});

	it('is exact where the curve is straight', () => {
		expect([...getCurveKeys(convertToLinear(convertToHermite(line), 1e-6))]).toEqual([...getCurveKeys(line)]);
		expect(convertToLinear(line, 1)).toBe(line);
	});

	it.each([0, -1, Number.NaN])('refuses the tolerance %s', (tolerance) => {
		expect(() => convertToLinear(line, tolerance)).toThrow(RangeError);
	});
});

function keysOf(curve: Curve, next: number): number[] {
	const keys = getCurveKeys(curve);
	return [keys[(next - 1) * 7 + 1]!, keys[next * 7 + 1]!];
}
