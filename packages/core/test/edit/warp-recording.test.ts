import { describe, expect, test } from 'vitest';
import { findEdit } from '../../src/edit/edits.ts';
import { type TimePoint, warpRecording } from '../../src/edit/warp-recording.ts';
import { shiftRecording, stretchRecording } from '../../src/edit.ts';
import { createCurve, createRecording, evaluateCurve, iterateCurves, type Recording } from '../../src/index.ts';
import { createFullRecording } from '../support/full-recording.ts';

const full = createFullRecording();
const POINTS: readonly TimePoint[] = [
	[0, 0],
	[0.51, 1.5],
	[1.3, 1.9],
	[2, 3],
];

function invert(points: readonly TimePoint[], time: number): number {
	const at = points.findIndex(([, to]) => to >= time);
	const [before, after] = [points[Math.max(at - 1, 0)]!, points[Math.max(at, 1)]!];
	return before[0] + ((time - before[1]) * (after[0] - before[0])) / (after[1] - before[1]);
}

function expectSamePlay(warped: Recording, given: Recording, map: (time: number) => number, times: readonly number[]) {
	const curves = new Map(iterateCurves(given));
	for (const [path, curve] of iterateCurves(warped)) {
		for (const time of times) {
			const wanted = evaluateCurve(curves.get(path)!, map(time));
			expect(Math.abs(evaluateCurve(curve, time) - wanted), `${path} at ${time} s`).toBeLessThan(
				1e-4 * (1 + Math.abs(wanted)),
			);
		}
	}
}

describe('warpRecording', () => {
	test('plays each moment when it should, states, markers and spans included', () => {
		const warped = warpRecording(full, POINTS);
		expect(warped.duration).toBeCloseTo(3, 6);
		expectSamePlay(warped, full, (time) => invert(POINTS, time), [0.01, 0.4, 1.2, 1.49, 1.51, 1.7, 1.95, 2.2, 2.9]);
		expect(warped.markers.map(({ time }) => time)).toEqual(
			full.markers.map(({ time }) => Math.fround(time === 0.5 ? (0.5 * 1.5) / 0.51 : 1.9 + (0.2 * 1.1) / 0.7)),
		);
		const [first] = warped.tracks.flatMap((track) => (track.kind === 'spans' ? track.spans : []));
		expect(first!.start).toBeCloseTo((0.25 * 1.5) / 0.51, 9);
	});

	test('plays curves with slopes and weights the same', () => {
		const keys = [0, 0, 0, 2, 0, 0.4, 2, 1, 1, 2, 2, 0.3, 0.6, 3, 2, 0, -1, 0, 0, 0, 0];
		const given = createRecording({ head: { position: { x: createCurve(keys, { stride: 7 }) } } });
		const warped = warpRecording(given, POINTS);
		expectSamePlay(warped, given, (time) => invert(POINTS, time), [0.1, 0.9, 1.4, 1.6, 2.1, 2.6, 2.99]);
	});

	test('is a shift with one point, and a stretch with two', () => {
		expect([...iterateCurves(warpRecording(full, [[1, 1.5]]))]).toEqual([...iterateCurves(shiftRecording(full, 0.5))]);
		const stretched = stretchRecording(full, 2);
		const warped = warpRecording(full, [
			[0, 0],
			[2, 4],
		]);
		expectSamePlay(warped, stretched, (time) => time, [0.1, 1.7, 3.3]);
		expect(warped.markers).toEqual(stretched.markers);
	});

	test('keeps the object if nothing moves', () => {
		expect(warpRecording(full, [])).toBe(full);
		expect(warpRecording(full, [[1, 1]])).toBe(full);
	});

	test('changes the speed gradually, in the same order of time', () => {
		const ramp = createRecording({
			head: { position: { x: createCurve(Array.from({ length: 41 }, (_, i) => [i / 20, i / 20]).flat()) } },
		});
		const x = warpRecording(ramp, POINTS, { smooth: true }).head!.position.x;
		for (const [from, to] of POINTS) expect(evaluateCurve(x, to)).toBeCloseTo(from, 5);
		const speeds = Array.from(
			{ length: 59 },
			(_, i) => evaluateCurve(x, (i + 1.5) / 20) - evaluateCurve(x, (i + 0.5) / 20),
		);
		expect(Math.min(...speeds)).toBeGreaterThan(0);
		const sharp = warpRecording(ramp, POINTS).head!.position.x;
		const jump = (curve: typeof x) =>
			Math.abs(evaluateCurve(curve, 1.55) - 2 * evaluateCurve(curve, 1.5) + evaluateCurve(curve, 1.45));
		expect(jump(x)).toBeLessThan(jump(sharp) / 2);
	});

	test('plays the repetitions of a curve that loops', () => {
		const given = createRecording({
			head: {
				position: {
					x: createCurve([0, 0, 0.5, 1, 1, 0], { preWrap: 'loop', postWrap: 'loop' }),
					y: createCurve([0, 0, 4, 1]),
				},
			},
		});
		const warped = warpRecording(given, [
			[0, 0],
			[4, 8],
		]);
		expectSamePlay(warped, given, (time) => time / 2, [0.5, 2.6, 5.1, 7.7]);
	});

	test.each([
		[['1'], "points[0]: '1' is not two numbers"],
		[['1=2', '0=3'], 'points[1]: 0=3 is not after 1=2'],
		[['0=2', '1=2'], 'points[1]: 1=2 is not after 0=2'],
	])('refuses %j', (points, message) => {
		expect(() => findEdit('retime').apply(full, { points })).toThrow(message);
	});

	test('refuses times that would become equal', () => {
		expect(() =>
			warpRecording(full, [
				[0, 1000],
				[1, 1000.00001],
			]),
		).toThrow('would both become 1000 s');
	});
});
