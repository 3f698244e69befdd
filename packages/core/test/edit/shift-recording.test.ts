import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftRecording } from '../../src/edit/shift-recording.ts';
import { type Curve, getCurveKeys, getCurveWords } from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryLooseRecording, curvesByPath } from '../support/arbitrary-recording.ts';
import { arbitraryScene } from '../support/arbitrary-scene.ts';
import { expectSameKeys, walk } from '../support/walk.ts';

describe('shiftRecording', () => {
	it('moves keys and markers, and nothing else', () => {
		const later = shiftRecording(walk, 0.5);
		expect([...getCurveKeys(later.head!.position.x)]).toEqual([0.5, 0, 4.5, 8]);
		expect([...getCurveWords(later.head!.position.y).subarray(1, 7)]).toEqual([
			...getCurveWords(walk.head!.position.y).subarray(1, 7),
		]);
		expect(later.markers).toEqual([{ time: 1.5, name: 'one' }]);
		expect(later.duration).toBe(4.5);
		expect(later.hands!.right).toBe(walk.hands!.right);
		expect(shiftRecording(walk, 0)).toBe(walk);
	});

	it('restores the recording when shifted back, to float32', () => {
		fc.assert(
			fc.property(arbitraryScene(), arbitraryNumber(-100, 100), (scene, seconds) => {
				expectSameKeys(scene, shiftRecording(shiftRecording(scene, seconds), -seconds), 2e-5, 0);
			}),
			{ seed: 1, numRuns: 50, endOnFailure: true },
		);
	});

	it('keeps every word except the times, for any bits', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const shifted = curvesByPath(shiftRecording(recording, 1.5));
				for (const [path, curve] of curvesByPath(recording)) {
					const other = shifted.get(path) as Curve;
					const isTime = (_: number, i: number): boolean => i % curve.stride !== 0;
					expect(getCurveWords(other).filter(isTime)).toEqual(getCurveWords(curve).filter(isTime));
				}
			}),
			{ seed: 1, numRuns: 20, endOnFailure: true },
		);
	});

	it('refuses times that are not finite', () => {
		expect(() => shiftRecording(walk, Number.NaN)).toThrow(new RangeError('seconds: NaN is not a finite number'));
	});
});
