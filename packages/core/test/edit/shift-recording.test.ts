import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftRecording } from '../../src/edit/retime-recording.ts';
import { concatRecordings, type RoundingOptions, reverseRecording, stretchRecording } from '../../src/edit.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	getCurveWords,
	type Issue,
	type Recording,
} from '../../src/index.ts';
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
			'head.position.x: the times 0 s and 0.015625 s would both become 1700000000 s, where float32 times are 128 s apart; allow rounding to edit anyway',
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
