import {
	bakeFrames,
	type Curve,
	createCurve,
	createFrameSample,
	createHandSample,
	createRecording,
	createSampler,
	evaluateCurve,
	JOINT_NAMES,
	sampleHand,
	samplePose,
	sampleRay,
} from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import { createSimdSampler } from '@handreel/core/simd';
import { describe, expect, it } from 'vitest';

describe('a sampler', () => {
	it.each([
		['whose first time is tiny', [1e-20, 1, 600, 2], 4],
		['whose last time is huge', [1, 1, 1e30, 2], 4],
		['with keys at no time', [0, 10, 1, 20, 2, 30, Number.NaN, 0], 8],
		['with keys at infinite times', [Number.NEGATIVE_INFINITY, 4, 0, 10, 1, 20, Number.POSITIVE_INFINITY, 0], 2],
	])('plays a curve %s as evaluateCurve does', (_, keys, wrap) => {
		const x = createCurve(keys, { preWrap: wrap, postWrap: wrap });
		const sampler = createSampler(createRecording({ head: { position: { x } } }), { raw: true });
		const frame = createFrameSample();
		for (let t = -1; t < 4; t += 0.125) {
			expect(sampler.sampleFrame(t, frame).head[0], `at ${t}`).toBeCloseTo(evaluateCurve(x, t), 5);
		}
	});

	it('plays curves whose keys crowd in a moment as evaluateCurve does, in order and at random', () => {
		// Hundreds of keys in a few milliseconds, at other times on each axis, some at the same time, and one far away.
		const crowd = (shift: number): Curve =>
			createCurve([
				...Array.from({ length: 500 }, (_, i) => [1 + ((i >> 1) + shift) / 2 ** 16, i % 7]).flat(),
				1000,
				3,
			]);
		const position = { x: crowd(0), y: crowd(0.25), z: createCurve([0, 1, 2, 5]) };
		const sampler = createSampler(createRecording({ head: { position } }), { raw: true, defaultWrap: 8 });
		const frame = createFrameSample();
		const inOrder = Array.from({ length: 2000 }, (_, i) => 0.999 + i / 2 ** 18);
		const atRandom = inOrder.map((_, i) => inOrder[(i * 619) % inOrder.length]!);
		for (const time of [...inOrder, ...atRandom, 0, 500, 1000, 1001]) {
			const { head } = sampler.sampleFrame(time, frame);
			const expected = [position.x, position.y, position.z].map((curve) =>
				evaluateCurve(curve, time, { defaultWrap: 8 }),
			);
			expected.forEach((value, axis) => {
				expect(head[axis], `axis ${axis} at ${time}`).toBeCloseTo(value, 4);
			});
		}
	});

	it('gets through a moment at which every curve of a hand has thousands of keys', () => {
		// Searching for each key again would take minutes.
		const times = [0, ...Array.from({ length: 10_000 }, () => 1), 2];
		const curve = (): Curve => createCurve(times.flatMap((time, i) => [time, i]));
		const position = { x: curve(), y: curve(), z: curve() };
		const joints = Object.fromEntries(JOINT_NAMES.map((name) => [name, { position }]));
		const sampler = createSampler(createRecording({ hands: { left: { joints } } }), { raw: true });
		const hand = createHandSample();
		const valuesAt = (time: number) =>
			new Set(sampler.sampleHand('left', time, hand).joints.filter((_, i) => i % 7 < 3));
		expect([0.5, 1, 1.5, 1, 2].map((time) => [...valuesAt(time)])).toEqual([
			[0.5],
			[10_000],
			[10_000.5],
			[10_000],
			[10_001],
		]);
	});

	it('follows states through jumps, loops and times that are none', () => {
		const tracked = createCurve([0, 1, 1, 0, 2, 1, 3, 0], { kind: 'boolean', preWrap: 2, postWrap: 2 });
		const sampler = createSampler(createRecording({ hands: { left: { tracked } } }));
		const hand = createHandSample();
		for (const t of [
			0,
			0.5,
			0.9,
			1,
			1.5,
			2,
			2.5,
			3,
			3.5,
			4.5,
			5.5,
			0.1,
			-0.5,
			-1.5,
			Number.NaN,
			0.5,
			Number.POSITIVE_INFINITY,
			1,
		]) {
			expect(sampler.sampleHand('left', t, hand).tracked, `at ${t}`).toBe(evaluateCurve(tracked, t) > 0.5);
		}
	});
});

describe('a hand that nobody has', () => {
	const recording = createRecording({ hands: {} });
	const out = createHandSample();

	it.each([
		['sampleHand', () => sampleHand(recording, 'middle' as never, 0, out)],
		['a sampler', () => createSampler(recording).sampleHand('middle' as never, 0, out)],
		['a SIMD sampler', () => createSimdSampler(recording).sampleHand('middle' as never, 0, out)],
	])('is refused by %s', (_, call) => {
		expect(call).toThrow(new TypeError("side: 'middle' is neither 'left' nor 'right'"));
	});
});

describe('arrays without room', () => {
	const { head, gaze } = createRecording({ head: {}, gaze: {} });

	it.each([
		['samplePose', () => samplePose(head!, 0, new Float32Array(6))],
		['samplePose at an offset', () => samplePose(head!, 0, new Float32Array(8), 2)],
		['sampleRay', () => sampleRay(gaze!, 0, new Float32Array(5))],
		['writeWebXRJoints', () => writeWebXRJoints(createHandSample(), new Float32Array(174))],
	])('are refused by %s', (_, call) => {
		expect(call).toThrow(/^out: \d+ floats at offset \d+ do not fit into \d+$/);
	});
});

describe('bakeFrames', () => {
	it('names the argument that is wrong', () => {
		const endless = createRecording({ head: { position: { x: createCurve([0, 0, 1e30, 1]) } } });
		expect(() => bakeFrames(endless, { frameRate: 60 })).toThrow(/^frameRate: .* too many/);
		expect(() => bakeFrames(endless, {} as { frameRate: number })).toThrow(/^options: expected/);
	});
});
