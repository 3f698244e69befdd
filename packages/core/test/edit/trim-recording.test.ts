import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureStart, trimRecording } from '../../src/edit/trim-recording.ts';
import { createCurve, createRecording, evaluateCurve, getCurveKeys } from '../../src/index.ts';
import { arbitraryNumber } from '../support/arbitrary-curve.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';
import { arbitraryScene, expectSamePlay } from '../support/arbitrary-scene.ts';

const walk = createRecording({
	head: { position: { x: createCurve([0, 0, 4, 8]), y: createCurve([1, 1, 2, 2]) } },
	hands: { left: { tracked: createCurve([0, 1, 3, 0], { kind: 'boolean' }) } },
	markers: [
		{ time: 0, name: 'begin' },
		{ time: 1, name: 'one' },
		{ time: 3, name: 'three' },
	],
});

describe('trimRecording', () => {
	it('cuts exactly, starts at 0 and keeps the markers from cut to cut', () => {
		const part = trimRecording(walk, { start: 1, end: 3 });
		expect([...getCurveKeys(part.head!.position.x)]).toEqual([0, 2, 2, 6]);
		expect([...getCurveKeys(part.head!.position.y)]).toEqual([0, 1, 1, 2]);
		expect([...getCurveKeys(part.hands!.left.tracked)]).toEqual([0, 1, 2, 0]);
		expect(part.markers).toEqual([
			{ time: 0, name: 'one' },
			{ time: 2, name: 'three' },
		]);
		expect(part.duration).toBe(2);
		expect(part.head!.position.z.count).toBe(0);
	});

	it('keeps times if asked to, and shares curves that lie inside', () => {
		const part = trimRecording(walk, { start: 0.5, end: 3.5, keepTimes: true });
		expect([...getCurveKeys(part.head!.position.x)]).toEqual([0.5, 1, 3.5, 7]);
		expect(part.head!.position.y).toBe(walk.head!.position.y);
		expect(part.hands!.left.joints).toBe(walk.hands!.left.joints);
		expect(trimRecording(walk, { start: 0, end: 4 })).toBe(walk);
		expect(trimRecording(walk)).toBe(walk);
	});

	it('shares curves that lie inside, also if their keys are unsorted', () => {
		const x = createCurve([2, 1, 1, 0, 3, 5]);
		const recording = createRecording({ head: { position: { x } } });
		expect(trimRecording(recording, { start: 0, end: 3, keepTimes: true })).toBe(recording);
		const endless = createRecording({ head: { position: { x: createCurve([0, 1, 1, 2, Infinity, 3]) } } });
		expect(trimRecording(endless, { start: 0, end: 2 }).duration).toBe(1);
	});

	it('keeps the value that plays if all keys lie outside', () => {
		const part = trimRecording(walk, { start: 2.5, end: 3 });
		expect([...getCurveKeys(part.head!.position.y)]).toEqual([0, 2]);
	});

	it('turns repetitions into keys', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([0, 0, 1, 1], { preWrap: 2, postWrap: 4 }), y: createCurve([0, 0, 9, 9]) } },
		});
		const part = trimRecording(recording, { start: 0.5, end: 2.5 });
		expect([...getCurveKeys(part.head!.position.x)]).toEqual([0, 0.5, 0.5, 1, 0.5, 1, 1.5, 0, 1.5, 0, 2, 0.5]);
		expect(part.head!.position.x.postWrap).toBe(8);
	});

	it('cuts rotations between q and −q as they are sampled', () => {
		const curve = (from: number, to: number) => createCurve([0, from, 2, to]);
		const s = Math.SQRT1_2;
		const head = { rotation: { x: curve(0, 0), y: curve(0, -s), z: curve(0, 0), w: curve(1, -s) } };
		const recording = createRecording({ head });
		expectSamePlay(recording, trimRecording(recording, { start: 0.5, end: 1.5 }), [0.5, 1.5], (time) => time - 0.5);
		const tail = trimRecording(recording, { start: 1, end: 2 });
		expect(evaluateCurve(tail.head!.rotation.w, 0)).toBeLessThan(-0.8);
		expect(evaluateCurve(tail.head!.rotation.w, 1)).toBe(Math.fround(-s));
	});

	it('plays the same between the cuts', () => {
		fc.assert(
			fc.property(
				arbitraryScene({ maxKeys: 4 }),
				arbitraryNumber(-1, 4),
				arbitraryNumber(0.1, 4),
				(scene, start, length) => {
					const end = Math.fround(start + length);
					const from = Math.max(start, measureStart(scene));
					if (end < from) return;
					const part = trimRecording(scene, { start, end });
					expectSamePlay(scene, part, [from, Math.min(end, Math.max(from, scene.duration))], (time) => time - from);
					const cut = curvesByPath(part);
					const isKept = [...curvesByPath(scene)].every(([path, curve]) => curve.count > 0 || cut.get(path) === curve);
					expect(isKept).toBe(true);
				},
			),
			{ seed: 1, numRuns: 100, endOnFailure: true },
		);
	});

	it('never makes a recording longer', () => {
		expect(trimRecording(walk, { start: -5 })).toBe(walk);
		expect(trimRecording(walk, { start: -5, end: 9 })).toBe(walk);
		const early = createRecording({ head: { position: { x: createCurve([-2, 0, 2, 4]) } } });
		expect([...getCurveKeys(trimRecording(early, { start: -5 }).head!.position.x)]).toEqual([0, 0, 4, 4]);
		const message = 'end: -1 is before the start of the recording at 0 s';
		expect(() => trimRecording(walk, { start: -5, end: -1 })).toThrow(new RangeError(message));
	});

	it('cuts one side only', () => {
		const tail = trimRecording(walk, { start: 3 });
		expect([tail.duration, [...getCurveKeys(tail.head!.position.x)]]).toEqual([1, [0, 6, 1, 8]]);
		const start = trimRecording(walk, { end: 1 });
		expect([start.duration, [...getCurveKeys(start.head!.position.x)]]).toEqual([1, [0, 0, 1, 2]]);
	});

	it('takes the name of a wrap mode for curves with wrap mode Default', () => {
		const x = createCurve([0, 0, 1, 1], { preWrap: 0, postWrap: 0 });
		const recording = createRecording({ head: { position: { x, y: createCurve([0, 0, 4, 4]) } } });
		const valueAt = (defaultWrap: 'ping-pong' | 'clamp-forever'): number =>
			evaluateCurve(trimRecording(recording, { start: 0.5, end: 3, defaultWrap }).head!.position.x, 1.25, {
				defaultWrap,
			});
		expect([valueAt('ping-pong'), valueAt('clamp-forever')]).toEqual([0.25, 1]);
		expect(() => trimRecording(recording, { defaultWrap: 'never' as 'loop' })).toThrow(/^defaultWrap: 'never'/);
	});

	it('refuses invalid spans', () => {
		expect(() => trimRecording(walk, { start: Number.NaN, end: 1 })).toThrow(
			new RangeError('start: NaN is not a number'),
		);
		expect(() => trimRecording(walk, { start: 0, end: Number.NaN })).toThrow(
			new RangeError('end: NaN is not a number'),
		);
		const text = '1' as unknown as number;
		expect(() => trimRecording(walk, { start: text })).toThrow(new RangeError('start: 1 is not a number'));
		expect(() => trimRecording(walk, { end: text })).toThrow(new RangeError('end: 1 is not a number'));
		expect(() => trimRecording(walk, { start: 2, end: 1 })).toThrow(new RangeError('end: 1 is before start 2'));
	});
});
