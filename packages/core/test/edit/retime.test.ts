import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseRecording } from '../../src/edit/reverse-recording.ts';
import { shiftRecording } from '../../src/edit/shift-recording.ts';
import { stretchRecording } from '../../src/edit/stretch-recording.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	getCurveWords,
	type Recording,
} from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryLooseRecording, curvesByPath } from '../support/arbitrary-recording.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';

const walk = createRecording({
	head: {
		position: {
			x: createCurve([0, 0, 4, 8]),
			y: createCurve([1, 1, 2, 3, 0.1, 0.2, 1, 2, 2, 4, 5, 0, 0, 0], { stride: 7 }),
		},
	},
	hands: { left: { tracked: createCurve([0, 1, 3, 0], { kind: 'boolean' }) } },
	markers: [{ time: 1, name: 'one' }],
});

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

	it('gives the recording back when it goes there and back, to float32', () => {
		fc.assert(
			fc.property(arbitraryScene(), arbitraryNumber(-100, 100), (scene, seconds) => {
				expectSameKeys(scene, shiftRecording(shiftRecording(scene, seconds), -seconds), 2e-5, 0);
			}),
			{ seed: 1, numRuns: 50, endOnFailure: true },
		);
	});

	it('keeps every word but the times, whatever the bits', () => {
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

	it('refuses what is not a finite number', () => {
		expect(() => shiftRecording(walk, Number.NaN)).toThrow(new RangeError('seconds: NaN is not a finite number'));
	});
});

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

	it('gives the recording back when it goes there and back, to float32', () => {
		fc.assert(
			fc.property(arbitraryScene(), arbitraryNumber(0.01, 100), (scene, factor) => {
				expectSameKeys(scene, stretchRecording(stretchRecording(scene, factor), 1 / factor), 2e-6, 2e-6);
			}),
			{ seed: 1, numRuns: 50, endOnFailure: true },
		);
	});

	it('makes no step of a steep slope', () => {
		const steep = createCurve([0, 0, 0, 3e38, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], { stride: 7 });
		const fast = stretchRecording(createRecording({ head: { position: { x: steep } } }), 1e-3);
		expect(getCurveKeys(fast.head!.position.x)[3]).toBeLessThan(Number.POSITIVE_INFINITY);
	});

	it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the factor %s', (factor) => {
		expect(() => stretchRecording(walk, factor)).toThrow(new RangeError(`factor: ${factor} is not a number above 0`));
	});
});

describe('reverseRecording', () => {
	it('turns keys, slopes, states and markers around', () => {
		const back = reverseRecording(walk);
		expect([...getCurveKeys(back.head!.position.x)]).toEqual([0, 8, 4, 0]);
		expect([...getCurveKeys(back.head!.position.y)].slice(7, 13)).toEqual([
			3,
			1,
			-3,
			-2,
			Math.fround(0.2),
			Math.fround(0.1),
		]);
		expect(getCurveWords(back.head!.position.y)[13]).toBe(2);
		// Tracked until 3 of 4 s: so not tracked in the first second, then tracked.
		expect([...getCurveKeys(back.hands!.left.tracked)]).toEqual([0, 0, 1, 1, 4, 1]);
		expect(back.markers).toEqual([{ time: 3, name: 'one' }]);
	});

	it('plays backwards', () => {
		fc.assert(
			fc.property(arbitraryScene(), (scene) => {
				expectSamePlay(scene, reverseRecording(scene), [0, scene.duration], (time) => scene.duration - time);
			}),
			{ seed: 1, numRuns: 100, endOnFailure: true },
		);
	});
});

function expectSameKeys(before: Recording, after: Recording, timeLimit: number, slopeLimit: number): void {
	const others = curvesByPath(after);
	for (const [path, curve] of curvesByPath(before)) {
		const other = others.get(path) as Curve;
		if (curve.count === 0) {
			if (other !== curve) expect(path).toBe('the same object');
			continue;
		}
		const keys = getCurveKeys(curve);
		const words = getCurveWords(curve);
		getCurveKeys(other).forEach((value, i) => {
			const field = i % curve.stride;
			const given = keys[i]!;
			const difference = Object.is(value, given) ? 0 : Math.abs(value - given);
			if (field === 0) expect(difference).toBeLessThanOrEqual(timeLimit * Math.max(1, Math.abs(given)));
			else if (field === 2 || field === 3)
				expect(difference).toBeLessThanOrEqual(Number.isFinite(given) ? slopeLimit * Math.abs(given) : 0);
			else if (getCurveWords(other)[i] !== words[i]) expect(field).toBe('the same bits');
		});
	}
	before.markers.forEach(({ time, name }, i) => {
		expect(after.markers[i]?.name).toBe(name);
		expect(after.markers[i]?.time).toBeCloseTo(time, 4);
	});
}
