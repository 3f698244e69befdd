import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, getCurveKeys, getKeyTime, getKeyValue } from '../../src/index.ts';
import { getCurveWords, getKeyOutTangent, getKeyWeightedMode } from '../../src/internal.ts';
import { findKey, insertKey } from '../../src/keys/edit-keys.ts';
import { removeKey, removeKeys, setKey, setKeys } from '../../src/keys/set-keys.ts';
import { arbitraryCurve, arbitraryNumber } from '../support/arbitrary-curve.ts';

const line = createCurve([0, 0, 1, 2, 3, 2]);
const states = createCurve([0, 1, 2, 0], { kind: 'boolean' });

describe('removeKey', () => {
	it('removes one key', () => {
		expect([...getCurveKeys(removeKey(line, 1))]).toEqual([0, 0, 3, 2]);
		expect(removeKey(createCurve([0, 1]), 0).count).toBe(0);
	});

	it('keeps the words of a curve to which a key was added outside of a segment that bends', () => {
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

it('removeKeys removes several keys', () => {
	expect([...getCurveKeys(removeKeys(line, [2, 0]))]).toEqual([1, 2]);
	expect(removeKeys(line, [])).toBe(line);
});

describe('setKey', () => {
	it('moves a key past other keys', () => {
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

	it('leaves keys at the same time in their order if their time does not change', () => {
		const step = createCurve([0, 0, 1, 1, 1, 2, 2, 3]);
		expect([...getCurveKeys(setKey(step, 1, { time: 1, value: 5 }))]).toEqual([0, 0, 1, 5, 1, 2, 2, 3]);
		expect([...getCurveKeys(setKey(step, 0, { time: 1 }))]).toEqual([1, 1, 1, 2, 1, 0, 2, 3]);
	});

	it('sets slopes and weights, which turns simple keys into full keys', () => {
		const bent = setKey(line, 1, { inTangent: 3, inWeight: 0.5 });
		expect(bent.stride).toBe(7);
		expect([...getCurveKeys(bent).subarray(7, 13)]).toEqual([1, 2, 3, 0, 0.5, 0]);
		expect(getKeyWeightedMode(bent, 1)).toBe(3);
		expect(getKeyWeightedMode(setKey(bent, 1, { weightedMode: 1 }), 1)).toBe(1);
		expect(getKeyOutTangent(setKey(bent, 0, { outTangent: Number.POSITIVE_INFINITY }), 0)).toBe(
			Number.POSITIVE_INFINITY,
		);
	});

	it('keeps the bits of everything else', () => {
		const words = Uint32Array.from([0, 0x7f80_0001, 0x7fc0_1234, 1, 2, 3, 77, 0x3f80_0000, 5, 6, 7, 8, 9, 78]);
		const odd: Curve = { ...createCurve([]), count: 2, stride: 7, words, floats: new Float32Array(words.buffer) };
		const changed = getCurveWords(setKey(odd, 1, { value: 1 }));
		expect([...changed]).toEqual([...words.slice(0, 8), 0x3f80_0000, ...words.slice(9)]);
	});

	it('refuses unknown indices and slopes of boolean curves', () => {
		expect(() => setKey(states, 0, { inTangent: 1 })).toThrow(TypeError);
		expect(() => setKey(line, 0, { time: Number.POSITIVE_INFINITY })).toThrow(RangeError);
		expect(() => setKey(line, 0, { weightedMode: 0.5 })).toThrow(RangeError);
		expect(() => setKey(line, 3, {})).toThrow(RangeError);
	});
});

describe('setKeys', () => {
	it('changes each key by its own change, also keys that pass each other', () => {
		const raised = setKeys(line, [0, 2], (key) => ({ value: getKeyValue(line, key) + 1 }));
		expect([...getCurveKeys(raised)]).toEqual([0, 1, 1, 2, 3, 3]);
		const later = setKeys(line, [1, 0], (key) => ({ time: getKeyTime(line, key) + 3 }));
		expect([...getCurveKeys(later)]).toEqual([3, 2, 3, 0, 4, 2]);
		const swapped = setKeys(line, [0, 1, 2], (key) => ({ time: -key, value: key }));
		expect([...getCurveKeys(swapped)]).toEqual([-2, 2, -1, 1, -0, 0]);
		expect(setKeys(line, [0], () => ({ outTangent: 1 })).stride).toBe(7);
	});

	it('does the same as one change after the other', () => {
		fc.assert(
			fc.property(arbitraryCurve({ stride: 7, minKeys: 3 }), arbitraryNumber(-3, 9), (curve, value) => {
				const change = { value, inTangent: value, weightedMode: 1 };
				const both = setKeys(curve, [0, 2], (key) => ({ ...change, time: getKeyTime(curve, key) }));
				expect(getCurveWords(both)).toEqual(getCurveWords(setKey(setKey(curve, 0, change), 2, change)));
			}),
			{ seed: 1 },
		);
	});

	it('refuses an index without a key', () => {
		expect(() => setKeys(line, [0, 3], () => ({}))).toThrow(RangeError);
		expect(() => removeKeys(line, [3])).toThrow(RangeError);
	});
});
