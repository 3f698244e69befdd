import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignGroup, convertToHermite, insertGroupKey, mapGroup } from '../../src/edit.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	getCurveWords,
	getKeyOutTangent,
	getKeyTime,
	getKeyValue,
	getKeyWeightedMode,
	type Recording,
} from '../../src/index.ts';
import { findKey, insertKey, removeKey, setKey, setWrapModes } from '../../src/keys/edit-keys.ts';
import { arbitraryCurve, arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';

const line = createCurve([0, 0, 1, 2, 3, 2]);
const states = createCurve([0, 1, 2, 0], { kind: 'boolean' });

describe('insertKey', () => {
	it('keeps the shape without a value, and sets a given value', () => {
		expect([...getCurveKeys(insertKey(line, 0.5))]).toEqual([0, 0, 0.5, 1, 1, 2, 3, 2]);
		expect([...getCurveKeys(insertKey(line, 0.5, 9))]).toEqual([0, 0, 0.5, 9, 1, 2, 3, 2]);
		expect([...getCurveKeys(insertKey(states, 1))]).toEqual([0, 1, 1, 1, 2, 0]);
	});

	it('keeps an existing key, or sets its value', () => {
		expect(insertKey(line, 1)).toBe(line);
		expect([...getCurveKeys(insertKey(line, 1, 5))]).toEqual([0, 0, 1, 5, 3, 2]);
	});

	it('refuses times that are not finite', () => {
		expect(() => insertKey(line, Number.NaN)).toThrow(new RangeError('time: NaN is not a finite number'));
		expect(() => insertKey(line, 1e300)).toThrow(RangeError);
	});
});

describe('removeKey', () => {
	it('removes one key', () => {
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

describe('setWrapModes', () => {
	it('sets the given modes', () => {
		const looped = setWrapModes(line, { postWrap: 2 });
		expect([looped.preWrap, looped.postWrap]).toEqual([8, 2]);
		const named = setWrapModes(line, { preWrap: 'loop', postWrap: 'ping-pong' });
		expect([named.preWrap, named.postWrap]).toEqual([2, 4]);
		expect(setWrapModes(line, { preWrap: 8 })).toBe(line);
		expect(() => setWrapModes(line, { preWrap: 'forever' as 'loop' })).toThrow(/^modes\.preWrap: 'forever'/);
		expect(() => setWrapModes(line, { preWrap: 0.5 })).toThrow(RangeError);
	});
});

const withHead = (scene: Recording, head: Recording['head']): Recording => createRecording({ ...scene, head });
const withHands = (scene: Recording, hands: Recording['hands']): Recording => createRecording({ ...scene, hands });

describe('insertGroupKey', () => {
	it('plays as before, also between rotations of different sign', () => {
		// Curves that repeat would do so with another range.
		fc.assert(
			fc.property(arbitraryScene({ wraps: [8, 1] }), arbitraryNumber(-3, 9), (scene, time) => {
				if (scene.head !== null) {
					const head = insertGroupKey(scene.head, time);
					expectSamePlay(scene, withHead(scene, head), [-3, 9]);
					expect(head.rotation.x.count).toBe(head.rotation.w.count);
				}
				if (scene.hands !== null) {
					const hands = insertGroupKey(scene.hands, time);
					expectSamePlay(scene, withHands(scene, hands), [-3, 9]);
					expect(hands.right).toBe(scene.hands.right);
				}
			}),
			{ seed: 1, numRuns: 60, endOnFailure: true },
		);
	});

	it('returns the same group if all curves have the key', () => {
		const { head } = createRecording({ head: { position: { x: createCurve([0, 1, 2, 3]) } } });
		expect(insertGroupKey(head!, 2)).toBe(head);
		expect(insertGroupKey(head!.position.x, 1).count).toBe(3);
		expect(() => insertGroupKey(head!, Number.NaN)).toThrow(RangeError);
	});
});

describe('alignGroup', () => {
	it('aligns vector by vector', () => {
		const { head } = createRecording({
			head: { position: { x: createCurve([0, 1, 2, 3]), y: createCurve([1, 1]), z: createCurve([0, 0]) } },
		});
		const aligned = alignGroup(head!);
		expect(Object.values(aligned.position).map(({ count }) => count)).toEqual([3, 3, 3]);
		expect(aligned.rotation).toBe(head!.rotation);
		expect(alignGroup(aligned)).toBe(aligned);
	});

	it('gives neighboring rotations the same sign, so that lines can become Hermite segments', () => {
		const lines = { stride: 2, wraps: [8], repeats: false } as const;
		fc.assert(
			fc.property(arbitraryScene(lines), (scene) => {
				if (scene.head === null) return;
				const head = alignGroup(scene.head);
				expectSamePlay(scene, withHead(scene, head), [-3, 9]);
				expectSamePlay(scene, withHead(scene, mapGroup(head, convertToHermite)), [-3, 9]);
				expect(alignGroup(head)).toBe(head);
			}),
			{ seed: 2, numRuns: 60, endOnFailure: true },
		);
	});
});
