import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listQuickGolden } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { moveRecording } from '../../src/edit/move-recording.ts';
import {
	type Curve,
	createCurve,
	createFrameSample,
	createRecording,
	evaluateCurve,
	type FrameSample,
	getCurveKeys,
	getKeyTime,
	type Recording,
	readRecording,
	sampleFrame,
} from '../../src/index.ts';
import { invertPose } from '../../src/internal.ts';
import { arbitraryCurve, arbitraryNumber } from '../support/arbitrary-curve.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';
import { farthest, multiply, type Numbers, turn } from '../support/slow-math.ts';

const folder = join(root, 'fixtures/recorded');
// The file of tangents is left out: ragged curves with slopes of 1e30 and weights of 1e6, which no sum can follow.
const goldenFiles = listQuickGolden(folder).filter((name) => !/0bytes|tangents/.test(name));
const read = (name: string): Recording => readRecording(readFileSync(join(folder, name)));

const place = (pose: Numbers, point: Numbers): number[] =>
	turn(pose.slice(3), point).map((value, i) => value + pose[i]!);

const unit = (q: Numbers): number[] => q.map((value) => value / Math.hypot(...q));
// Of a rotation's two quaternions that with w ≥ 0 is taken.
const arbitraryPose = fc
	.tuple(
		fc.array(arbitraryNumber(-3, 3), { minLength: 3, maxLength: 3 }),
		fc.array(arbitraryNumber(-1, 1), { minLength: 4, maxLength: 4 }),
	)
	.filter(([, q]) => Math.hypot(...q) > 0.1)
	.map(([p, [x, y, z, w]]) => [...p, ...unit([x!, y!, z!, Math.abs(w!)])]);

function movedFrame(
	frame: FrameSample,
	pose: Numbers,
): { points: number[]; rotations: number[]; directions: number[] } {
	const points: number[] = [];
	const rotations: number[] = [];
	const addPose = (values: Float32Array) => {
		points.push(...place(pose, [...values.subarray(0, 3)]));
		rotations.push(...multiply(pose.slice(3), [...values.subarray(3, 7)]));
	};
	if (frame.headPresent) addPose(frame.head);
	for (const { joints, present } of [frame.hands.left, frame.hands.right]) {
		// Joint None of simulated hands has rotations of all zeros.
		for (let i = 1; i < 27; i++) if (present[i] === 1) addPose(joints.subarray(i * 7, i * 7 + 7));
	}
	if (frame.gazePresent) points.push(...place(pose, [...frame.gaze.subarray(0, 3)]));
	return {
		points,
		rotations,
		directions: frame.gazePresent ? turn(pose.slice(3), [...frame.gaze.subarray(3, 6)]) : [],
	};
}

const STAY = [0, 0, 0, 0, 0, 0, 1];
const POSE = [0.5, -1.25, 2, 0.1, -0.7, 0.3, 0.64].map((value, i, all) =>
	i < 3 ? value : value / Math.hypot(...all.slice(3)),
);

const listTimes = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));

describe('moveRecording', () => {
	it.each(goldenFiles)('moves every pose of %s', (name) => {
		const recording = read(name);
		const moved = moveRecording(recording, POSE);
		for (let step = 0; step <= 20; step++) {
			const time = (recording.duration * step) / 20;
			const expected = movedFrame(sampleFrame(recording, time, createFrameSample()), POSE);
			const found = movedFrame(sampleFrame(moved, time, createFrameSample()), STAY);
			expect(farthest([0, ...found.points], [0, ...expected.points])).toBeLessThan(2e-6);
			expect(farthest([0, ...found.directions], [0, ...expected.directions])).toBeLessThan(1e-6);
			expect(farthest([0, ...found.rotations], [0, ...expected.rotations])).toBeLessThan(1e-6);
		}
	});

	it.each(goldenFiles)('is undone by the inverse pose in %s', (name) => {
		const recording = read(name);
		const back = curvesByPath(moveRecording(moveRecording(recording, POSE), invertPose(POSE)));
		const wrong: string[] = [];
		for (const [path, curve] of curvesByPath(recording)) {
			const scale = Math.max(1, ...getCurveKeys(curve).map(Math.abs));
			for (let step = 0; step <= 20; step++) {
				const time = (recording.duration * step) / 20;
				const difference = evaluateCurve(back.get(path)!, time) - evaluateCurve(curve, time);
				if (!(Math.abs(difference) / scale < 2e-6)) wrong.push(`${path} at ${time}: off by ${difference}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	it('keeps key times, key sizes and lines', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const before = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(moveRecording(recording, POSE))) {
			const given = before.get(path)!;
			expect([curve.stride, curve.count, curve.preWrap], path).toEqual([given.stride, given.count, given.preWrap]);
			expect(listTimes(curve), path).toEqual(listTimes(given));
		}
	});

	it('shares curves that do not change', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		expect(moveRecording(recording, STAY)).toBe(recording);
		expect(moveRecording(recording, [0, 0, 0, 0, 0, 0, -2])).toBe(recording);
		const raised = moveRecording(recording, [0, 1, 0, 0, 0, 0, 1]);
		const before = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(raised)) {
			const isRaised = /(position|origin)\.y$/.test(path) && curve.count > 0;
			expect(curve === before.get(path), path).toBe(!isRaised);
		}
		expect(raised.hands?.left.joints.palm.rotation).toBe(recording.hands?.left.joints.palm.rotation);
		expect(raised.markers).toBe(recording.markers);
		const turned = moveRecording(recording, [0, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
		expect(turned.head?.position.y).toBe(recording.head?.position.y);
	});

	const check = (given: readonly Curve[], pose: Numbers, wraps: boolean, tolerance: number) => {
		const [x, y, z, a, b, c, d] = given as [Curve, Curve, Curve, Curve, Curve, Curve, Curve];
		const recording = createRecording({ head: { position: { x, y, z }, rotation: { x: a, y: b, z: c, w: d } } });
		const head = moveRecording(recording, pose).head!;
		const found = [...Object.values(head.position), ...Object.values(head.rotation)] as Curve[];
		const filled = given.slice(0, 3).some(({ count }) => count > 0);
		for (let step = 0; step <= 60; step++) {
			// Between −3 and 12 s, never exactly at a key.
			const time = -3 + step / 4 + Math.PI / 1000;
			if (
				!wraps &&
				given.some(
					(curve) => curve.count > 1 && (time < getKeyTime(curve, 0) || time > getKeyTime(curve, curve.count - 1)),
				)
			)
				continue;
			const before = given.map((curve) => evaluateCurve(curve, time));
			const expected = [
				...(filled ? place(pose, before.slice(0, 3)) : [0, 0, 0]),
				...multiply(pose.slice(3), before.slice(3)),
			];
			const after = found.map((curve) => evaluateCurve(curve, time));
			expect(farthest(after, expected), `at ${time}`).toBeLessThan(tolerance);
		}
	};
	const seven = (shape: Parameters<typeof arbitraryCurve>[0]) =>
		fc.array(arbitraryCurve(shape), { minLength: 7, maxLength: 7 });

	it('moves lines and Hermite segments exactly, with any key times, steps and jumps', () => {
		const curves = fc.oneof(seven({ stride: 2, wraps: [8] }), seven({ modes: [0], wraps: [8, 1] }));
		fc.assert(
			fc.property(curves, arbitraryPose, (given, pose) => check(given, pose, true, 2e-5)),
			{ seed: 11, numRuns: 300 },
		);
	});

	it('moves weighted segments as closely as Unity can play them', () => {
		fc.assert(
			fc.property(seven({ wraps: [8] }), arbitraryPose, (given, pose) => check(given, pose, true, 5e-3)),
			{ seed: 12, numRuns: 300 },
		);
	});

	it('moves curves that repeat, if all of them have keys', () => {
		fc.assert(
			fc.property(seven({ stride: 2, maxKeys: 4 }), arbitraryPose, (given, pose) => check(given, pose, false, 2e-5)),
			{ seed: 13, numRuns: 200 },
		);
	});

	it('moves curves whose keys are unsorted or at times that are not finite', () => {
		const { NaN: nowhere } = Number;
		const position = [createCurve([1, 10, 0, 0]), createCurve([0, 5, 1, 7]), createCurve([nowhere, 3, 0, 1, 1, 2])];
		const rotation = [createCurve([nowhere, 3]), createCurve([1, 0.6, 0, 0]), createCurve([0, 0, 1, 0])];
		const w = createCurve([0, 1, nowhere, 3, 1, 0.8]);
		check([...position, ...rotation, w], POSE, true, 2e-6);
	});

	it('jumps where only one axis steps', () => {
		const step = createCurve([0, 1, 0, Infinity, 0, 0, 0, 1, 3, 0, 0, 0, 0, 3, 2, 3, 0, 0, 0, 0, 3], { stride: 7 });
		const line = createCurve([0, 0, 2, 2]);
		const recording = createRecording({ gaze: { origin: { x: step, z: line } } });
		const half = Math.PI / 8;
		const { x } = moveRecording(recording, [0, 0, 0, 0, Math.sin(half), 0, Math.cos(half)]).gaze!.origin;
		for (const time of [0, 0.25, 0.999, 1, 1.5, 2, 3]) {
			const expected = Math.SQRT1_2 * (evaluateCurve(step, time) + evaluateCurve(line, time));
			expect(evaluateCurve(x, time)).toBeCloseTo(expected, 6);
		}
		expect([...getCurveKeys(x)].filter((_, i) => i % 7 === 0)).toEqual([0, 1, 1, 2]);
	});

	it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
		'keeps a step (%s) of one axis also where all else is in lockstep',
		(tangent) => {
			const straight = (time: number, value: number, out = 0) => [time, value, 0, out, 0, 0, 3];
			const keys = [straight(0, 1), straight(1, 2, tangent), straight(2, 5), straight(3, 6)].flat();
			const step = createCurve(keys, { stride: 7 });
			const line = createCurve(
				[0, 1, 2, 3].flatMap((time) => straight(time, time * time)),
				{ stride: 7 },
			);
			const recording = createRecording({ gaze: { origin: { x: step, y: line, z: line } } });
			const half = Math.PI / 8;
			const { x, y } = moveRecording(recording, [0, 0, 0, 0, Math.sin(half), 0, Math.cos(half)]).gaze!.origin;
			for (const time of [0, 0.5, 1, 1.25, 1.75, 2, 2.5, 3]) {
				const expected = Math.SQRT1_2 * (evaluateCurve(step, time) + evaluateCurve(line, time));
				expect(evaluateCurve(x, time), `at ${time}`).toBeCloseTo(expected, 6);
			}
			expect(y).toBe(line);
		},
	);

	it('adds keys to an empty axis, but not to a joint that was never seen', () => {
		const recording = createRecording({
			head: { position: { y: createCurve([0.5, 1.6, 2, 1.7]) } },
			hands: { left: { joints: { palm: { position: { x: createCurve([1, 1]) } } } } },
		});
		const moved = moveRecording(recording, [1, 0, 0, 0, 0, 0, 1]);
		expect([...getCurveKeys(moved.head!.position.x)]).toEqual([0.5, 1]);
		expect(moved.head?.position.y).toBe(recording.head?.position.y);
		expect(moved.head?.position.z.count).toBe(0);
		expect(moved.head?.rotation.w.count).toBe(0);
		expect(moved.hands?.left.joints.wrist).toBe(recording.hands?.left.joints.wrist);
		expect([...getCurveKeys(moved.hands!.left.joints.palm.position.x)]).toEqual([1, 2]);
		expect(moved.duration).toBe(recording.duration);
	});

	it.each([[[]], [[0, 0, 0, 0, 0, 0, 0]], [[0, 0, Number.NaN, 0, 0, 0, 1]], [[0, 0, 0, 0, 0, 0, 1, 0]]])(
		'refuses the pose %j',
		(pose) => {
			expect(() => moveRecording(createRecording({}), pose)).toThrow(/^pose: /);
			expect(() => invertPose(pose)).toThrow(RangeError);
		},
	);
});

describe('invertPose', () => {
	it('moves back', () => {
		fc.assert(
			fc.property(arbitraryPose, (pose) => {
				const back = [...invertPose(pose)];
				expect(farthest(place(back, place(pose, [1, 2, 3])), [1, 2, 3])).toBeLessThan(1e-12);
				expect(Math.abs(multiply(back.slice(3), pose.slice(3))[3]!)).toBeCloseTo(1, 12);
			}),
			{ seed: 14 },
		);
	});
});
