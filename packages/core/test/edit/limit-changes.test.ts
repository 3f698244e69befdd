import { describe, expect, test } from 'vitest';
import { compareRecordings } from '../../src/compare/compare-recordings.ts';
import { limitChanges } from '../../src/edit/limit-changes.ts';
import { mirrorRecording } from '../../src/edit/mirror-recording.ts';
import { moveRecording } from '../../src/edit/move-recording.ts';
import { smoothRecording } from '../../src/edit/smooth-recording.ts';
import {
	createCurve,
	createFrameSample,
	createRecording,
	evaluateCurve,
	iterateCurves,
	type Recording,
	sampleFrame,
} from '../../src/index.ts';
import { getCurveWords, getKeyTime } from '../../src/model/curve.ts';
import { optimizeRecording } from '../../src/optimize/optimize-recording.ts';
import { createFullRecording } from '../support/full-recording.ts';
import { makeLongRecording } from '../support/reel-files.ts';

const full = createFullRecording();
const moved = moveRecording(full, [0, 1, 0, 0, 0, 0, 1]);

describe('limitChanges', () => {
	test('keeps changes in the chosen parts, and shares the curves of all others', () => {
		const limited = limitChanges(full, moved, { paths: ['hands.left'] });
		expect(limited.hands!.left).toEqual(moved.hands!.left);
		expect(limited.hands!.right).toBe(full.hands!.right);
		expect(limited.head).toBe(full.head);
		expect(limited.markers).toBe(full.markers);
	});

	test('changes a single curve of a position, but rotations as a whole', () => {
		const turned = moveRecording(full, [0, 1, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
		const limited = limitChanges(full, turned, { paths: ['head.position.y', 'head.rotation.w'] });
		expect(limited.head!.position.y).toEqual(turned.head!.position.y);
		expect(limited.head!.position.x).toBe(full.head!.position.x);
		expect(limited.head!.rotation).toEqual(turned.head!.rotation);
	});

	test('leaves every key outside of a range as it is, bit for bit, and has all changed keys inside', () => {
		const given = makeLongRecording(2, 30);
		const smoothed = smoothRecording(given, { minCutoff: 0.5 });
		const [start, end] = [Math.fround(0.51), Math.fround(1.3)];
		const limited = limitChanges(given, smoothed, { start, end });
		expect(compareRecordings(given, limited).position!.max).toBeGreaterThan(5e-6);
		const others = new Map(iterateCurves(limited));
		for (const [path, curve] of iterateCurves(given)) {
			const keys = listKeys(curve, (time) => time < start || time > end);
			expect(
				listKeys(others.get(path)!, (time) => time < start || time > end),
				path,
			).toEqual(keys);
		}
		const inside = (curve: Parameters<typeof listKeys>[0]) => listKeys(curve, (time) => time > start && time < end);
		expect(inside(limited.head!.position.x)).toEqual(inside(smoothed.head!.position.x));
		// Playback outside is the same, and there is no jump at the ends.
		expect(compareRecordings(given, limited, { start: 0, end: start }).position!.max).toBeLessThan(1e-6);
		expect(compareRecordings(given, limited, { start: end, end: 2 }).position!.max).toBeLessThan(1e-6);
	});

	test('adds at most the deviation at the ends where an edit removes keys', () => {
		const optimized = optimizeRecording(full, { tolerances: { jointPosition: 0.02, headPosition: 0.02 } });
		const limited = limitChanges(full, optimized, { start: 0.4, end: 1.6 });
		const whole = compareRecordings(full, optimized);
		const part = compareRecordings(full, limited);
		expect(part.position!.max).toBeLessThanOrEqual(2 * whole.position!.max);
	});

	test('joins curves with slopes and weights without a jump', () => {
		const keys = [0, 0, 0, 2, 0, 0, 0, 1, 1, 2, 2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0];
		const before = createRecording({ head: { position: { x: createCurve(keys, { stride: 7 }) } } });
		const after = moveRecording(before, [1, 0, 0, 0, 0, 0, 1]);
		const curve = limitChanges(before, after, { start: 0.5, end: 1.5 }).head!.position.x;
		const [given, changed] = [before.head!.position.x, after.head!.position.x];
		for (const time of [0.1, 0.3, 0.5, 1.5, 1.8])
			expect(evaluateCurve(curve, time)).toBeCloseTo(evaluateCurve(given, time), 5);
		expect(evaluateCurve(curve, 1)).toBeCloseTo(evaluateCurve(changed, 1), 5);
	});

	test('changes states from the start to the end only', () => {
		const mirrored = mirrorRecording(full);
		const limited = limitChanges(full, mirrored, { paths: ['hands.left.pinching'], start: 0.25, end: 1.75 });
		for (const [time, source] of [
			[0.2, full],
			[0.25, mirrored],
			[0.6, mirrored],
			[1.7, mirrored],
			[1.75, full],
			[1.9, full],
		] as const) {
			const isPinching = (recording: Recording) =>
				sampleFrame(recording, time, createFrameSample()).hands.left.pinching;
			expect(isPinching(limited), `${time}`).toBe(isPinching(source));
		}
	});

	test('keeps rotations short where an edit flipped their signs', () => {
		const flip = (sign: number) =>
			createRecording({
				head: { rotation: { y: createCurve([0, 0, 2, 0]), w: createCurve([0, sign, 1, sign, 2, sign]) } },
			});
		const limited = limitChanges(flip(1), flip(-1), { start: 0.5, end: 1.5 });
		for (const time of [0.25, 0.5, 0.75, 1, 1.4]) expect(evaluateCurve(limited.head!.rotation.w, time)).toBe(1);
	});
});

function listKeys(curve: ReturnType<typeof createCurve>, isListed: (time: number) => boolean): number[][] {
	const words = [...getCurveWords(curve)];
	return Array.from({ length: curve.count }, (_, i) => i)
		.filter((i) => isListed(getKeyTime(curve, i)))
		.map((i) => words.slice(i * curve.stride, (i + 1) * curve.stride));
}
