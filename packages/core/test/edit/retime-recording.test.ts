import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseRecording, shiftRecording, stretchRecording } from '../../src/edit/retime-recording.ts';
import { concatRecordings, type RoundingOptions } from '../../src/edit.ts';
import { type Curve, createCurve, createRecording, getCurveKeys, type Issue, type Recording } from '../../src/index.ts';
import { getCurveWords } from '../../src/internal.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { arbitraryLooseRecording, curvesByPath } from '../support/arbitrary-recording.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';
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
				const shifted = curvesByPath(shiftRecording(recording, 1.5, { allowRounding: true }));
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

describe('edits that float32 times cannot hold', () => {
	// 100 keys at 64 Hz.
	const frames = createRecording({
		head: { position: { x: createCurve(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? i / 128 : i))) } },
	});
	const tiny = createRecording({
		head: { position: { x: createCurve([1e-7, 0, 2e-7, 1, 100, 2]) } },
		markers: [{ time: 1, name: 'one' }],
	});
	const marked = createRecording({
		markers: [
			{ time: 0, name: 'a' },
			{ time: 1, name: 'b' },
		],
	});
	const edits: [name: string, edit: (options: RoundingOptions) => Recording][] = [
		['shift', (options) => shiftRecording(frames, 1.7e9, options)],
		['shift markers', (options) => shiftRecording(marked, 1.7e9, options)],
		['shift beyond float32', (options) => shiftRecording(frames, 3.5e38, options)],
		['stretch', (options) => stretchRecording(frames, 1e-44, options)],
		['reverse', (options) => reverseRecording(tiny, options)],
		['concat with a gap', (options) => concatRecordings([frames, frames], { gap: 1e8, ...options })],
		['concat', (options) => concatRecordings([shiftRecording(frames, 2 ** 17), tiny], options)],
	];

	it.each(edits)('%s refuses, unless rounding is allowed', (_, edit) => {
		expect(() => edit({})).toThrow(
			expect.objectContaining({ issue: expect.objectContaining({ code: 'time-precision-lost', severity: 'error' }) }),
		);
		const issues: Issue[] = [];
		expect(edit({ allowRounding: true, onIssue: (issue) => issues.push(issue) })).toBeDefined();
		expect(issues.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning time-precision-lost']);
	});

	it('names the times and how far apart float32 times are', () => {
		expect(() => shiftRecording(frames, 1.7e9)).toThrow(
			'head position x: the times 0 s and 0.015625 s would both become 1700000000 s, where float32 times are 128 s apart; pass allowRounding: true to edit anyway',
		);
	});

	it('warns if rounding exceeds 1 % of the median step', () => {
		const rounded = (seconds: number): string[] => {
			const issues: Issue[] = [];
			shiftRecording(frames, seconds, { onIssue: (issue) => issues.push(issue) });
			return issues.map(({ message }) => message);
		};
		expect(rounded(1000.1)).toEqual([]);
		// Exact: float32 times are 1/1024 s apart.
		expect(rounded(2 ** 13)).toEqual([]);
		expect(rounded(2 ** 13 + 1 / 4096)).toEqual([
			'rounding moves keys by up to 0.244 ms, 1.6 % of the median step of 15.6 ms',
		]);
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

describe('reverseRecording', () => {
	it('reverses keys, slopes, states and markers', () => {
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
