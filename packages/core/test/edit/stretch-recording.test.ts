import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchRecording } from '../../src/edit/retime-recording.ts';
import { createCurve, createRecording, getCurveKeys } from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';
import { expectSameKeys, walk } from '../support/walk.ts';

describe('stretchRecording', () => {
	it('multiplies times and divides slopes', () => {
		const slow = stretchRecording(walk, 2);
		expect([...getCurveKeys(slow.head!.position.x)]).toEqual([0, 0, 8, 8]);
		expect([...getCurveKeys(slow.head!.position.y).subarray(0, 6)]).toEqual([
			2,
			1,
			1,
			1.5,
			Math.fround(0.1),
			Math.fround(0.2),
		]);
		expect(slow.markers).toEqual([{ time: 2, name: 'one' }]);
		expect(stretchRecording(walk, 1)).toBe(walk);
	});

	it('plays the same values at the stretched times', () => {
		fc.assert(
			fc.property(arbitraryScene(), arbitraryNumber(0.2, 5), (scene, factor) => {
				expectSamePlay(scene, stretchRecording(scene, factor), [-3, 9], (time) => time * factor);
			}),
			{ seed: 1, numRuns: 50, endOnFailure: true },
		);
	});

	it('restores the recording when stretched back, to float32', () => {
		fc.assert(
			fc.property(arbitraryScene(), arbitraryNumber(0.01, 100), (scene, factor) => {
				expectSameKeys(scene, stretchRecording(stretchRecording(scene, factor), 1 / factor), 2e-6, 2e-6);
			}),
			{ seed: 1, numRuns: 50, endOnFailure: true },
		);
	});

	it('does not turn a steep slope into a step', () => {
		const steep = createCurve([0, 0, 0, 3e38, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], { stride: 7 });
		const fast = stretchRecording(createRecording({ head: { position: { x: steep } } }), 1e-3);
		expect(getCurveKeys(fast.head!.position.x)[3]).toBeLessThan(Number.POSITIVE_INFINITY);
	});

	it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the factor %s', (factor) => {
		expect(() => stretchRecording(walk, factor)).toThrow(new RangeError(`factor: ${factor} is not a number above 0`));
	});
});
