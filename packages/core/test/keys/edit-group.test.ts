import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignGroup, bendCurve, insertGroupKey, mapGroup } from '../../src/edit.ts';
import { createCurve, createRecording, type Recording } from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';

const withCamera = (scene: Recording, camera: Recording['camera']): Recording => createRecording({ ...scene, camera });
const withHands = (scene: Recording, hands: Recording['hands']): Recording => createRecording({ ...scene, hands });

describe('insertGroupKey', () => {
	it('plays as before, also where rotations change their sign', () => {
		// Curves that repeat would do so with another range.
		fc.assert(
			fc.property(arbitraryScene({ wraps: [8, 1] }), arbitraryNumber(-3, 9), (scene, time) => {
				if (scene.camera !== null) {
					const camera = insertGroupKey(scene.camera, time);
					expectSamePlay(scene, withCamera(scene, camera), [-3, 9]);
					expect(camera.rotation.x.count).toBe(camera.rotation.w.count);
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

	it('is the same group where all curves have the key', () => {
		const { camera } = createRecording({ camera: { position: { x: createCurve([0, 1, 2, 3]) } } });
		expect(insertGroupKey(camera!, 2)).toBe(camera);
		expect(insertGroupKey(camera!.position.x, 1).count).toBe(3);
		expect(() => insertGroupKey(camera!, Number.NaN)).toThrow(RangeError);
	});
});

describe('alignGroup', () => {
	it('aligns vector by vector', () => {
		const { camera } = createRecording({
			camera: { position: { x: createCurve([0, 1, 2, 3]), y: createCurve([1, 1]), z: createCurve([0, 0]) } },
		});
		const aligned = alignGroup(camera!);
		expect(Object.values(aligned.position).map(({ count }) => count)).toEqual([3, 3, 3]);
		expect(aligned.rotation).toBe(camera!.rotation);
		expect(alignGroup(aligned)).toBe(aligned);
	});

	it('makes neighbouring rotations agree in sign, so that lines can be bent', () => {
		const lines = { stride: 2, wraps: [8], repeats: false } as const;
		fc.assert(
			fc.property(arbitraryScene(lines), (scene) => {
				if (scene.camera === null) return;
				const camera = alignGroup(scene.camera);
				expectSamePlay(scene, withCamera(scene, camera), [-3, 9]);
				expectSamePlay(scene, withCamera(scene, mapGroup(camera, bendCurve)), [-3, 9]);
				expect(alignGroup(camera)).toBe(camera);
			}),
			{ seed: 2, numRuns: 60, endOnFailure: true },
		);
	});
});
