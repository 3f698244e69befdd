import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignGroup, convertToHermite, insertGroupKey } from '../../src/edit.ts';
import { createCurve, createRecording, getCurveKeys, type Recording } from '../../src/index.ts';
import { mapGroup } from '../../src/internal.ts';
import { insertKey, setWrapModes } from '../../src/keys/edit-keys.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
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

	it('makes the signs of neighboring rotations equal, so that lines can become Hermite segments', () => {
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
