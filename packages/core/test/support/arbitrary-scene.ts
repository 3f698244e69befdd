// Recordings as people make and animators edit them: moving poses, states, markers, sections that may be missing.
import {
	type Curve,
	createCurve,
	createRecording,
	evaluateCurve,
	getKeyTime,
	type PoseCurves,
	type PoseParts,
	type QuatCurves,
	type Recording,
	samplePose,
	type Vec3Curves,
} from '@handreel/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
	arbitraryCurve,
	arbitraryNumber,
	arbitraryStates,
	type CurveShape,
	playedDifference,
	timesBetween,
} from './arbitrary-curve.ts';
import { curvesByPath } from './arbitrary-recording.ts';

/** A recording with a few curves of each kind. */
export function arbitraryScene(shape: CurveShape = {}): fc.Arbitrary<Recording> {
	const curve = arbitraryCurve(shape);
	const vector: fc.Arbitrary<Vec3Curves> = fc.record({ x: curve, y: curve, z: curve }, { noNullPrototype: true });
	const wraps = shape.wraps ?? [8, 1, 2, 4, 0];
	const pose: fc.Arbitrary<PoseParts> = fc.record(
		{ position: vector, rotation: arbitraryRotation(wraps, shape.minKeys ?? 0) },
		{ noNullPrototype: true },
	);
	const states = arbitraryStates({ wraps });
	const hand = fc.record(
		{ tracked: states, pinching: states, joints: fc.record({ indexTip: pose }, { noNullPrototype: true }) },
		{ noNullPrototype: true },
	);
	const marker = fc.record(
		{ time: arbitraryNumber(-1, 8), name: fc.string({ maxLength: 3 }) },
		{ noNullPrototype: true },
	);
	return fc
		.record({
			head: fc.option(pose, { freq: 4 }),
			hands: fc.option(fc.record({ left: hand }, { noNullPrototype: true }), { freq: 4 }),
			gaze: fc.option(fc.record({ origin: vector }, { noNullPrototype: true }), { freq: 2 }),
			markers: fc.array(marker, { maxLength: 4 }),
			layout: fc.constantFrom('documented-1.1' as const, 'mrtk-1.1' as const),
		})
		.map(createRecording);
}

type Span = readonly [from: number, to: number];

/** Compares what two recordings play: `after` at `toAfter(t)` what `before` plays at `t`, for t in a span. */
export function expectSamePlay(
	before: Recording,
	after: Recording,
	span: Span,
	toAfter: (time: number) => number = (time) => time,
): void {
	const curves = curvesByPath(after);
	for (const [path, curve] of curvesByPath(before)) {
		const other = curves.get(path) as Curve;
		// Rotations are compared as they are sampled: signs may differ.
		if (path.includes('rotation') || (curve.count === 0 && other.count === 0)) continue;
		for (const time of timesBetween(...span, jumpsOf(curve, span), 1e-4)) {
			const difference = playedDifference(evaluateCurve(other, toAfter(time)), curve, time, 1e-5);
			if (difference > 2e-3) expect({ path, time, value: evaluateCurve(other, toAfter(time)), difference }).toBe(path);
		}
	}
	const poses = ({ head, hands }: Recording) => [head, hands?.left.joints.indexTip];
	poses(before).forEach((pose, i) => {
		if (pose) expectSameRotation(pose, poses(after)[i] as PoseCurves, span, toAfter);
	});
}

function expectSameRotation(
	before: PoseCurves,
	after: PoseCurves,
	span: Span,
	toAfter: (time: number) => number,
): void {
	const a = new Float32Array(7);
	const b = new Float32Array(7);
	for (const time of timesBetween(...span, jumpsOf(before.rotation.x, span), 1e-4)) {
		samplePose(before, time, a);
		samplePose(after, toAfter(time), b);
		const dot = Math.abs(a[3]! * b[3]! + a[4]! * b[4]! + a[5]! * b[5]! + a[6]! * b[6]!);
		if (!(dot > 1 - 1e-5)) expect({ time, dot, a: [...a], b: [...b] }).toBe('the same rotation');
	}
}

/** All times at which a curve has keys within a span, repetitions included. */
function jumpsOf(curve: Curve, [from, to]: Span): number[] {
	const times = Array.from({ length: curve.count }, (_, i) => getKeyTime(curve, i));
	const first = times[0] ?? 0;
	const range = (times.at(-1) ?? 0) - first;
	if (!(range > 0)) return times;
	const all: number[] = [];
	for (let pass = Math.floor((from - first) / range) - 1; pass <= Math.ceil((to - first) / range); pass++) {
		for (const time of times) all.push(time + pass * range, first + first + range - time + pass * range);
	}
	return all;
}

function arbitraryRotation(wraps: readonly number[], minKeys: number): fc.Arbitrary<QuatCurves> {
	const axis = arbitraryNumber(-1, 1);
	const key = fc.tuple(arbitraryNumber(0.1, 2), axis, axis, axis, arbitraryNumber(0.5, 1), fc.boolean());
	return fc
		.tuple(arbitraryNumber(-1, 1), fc.array(key, { minLength: minKeys, maxLength: 5 }), fc.constantFrom(...wraps))
		.map(([first, keys, wrap]) => {
			let time = first;
			const rows = keys.map(([gap, x, y, z, w, isNegative]) => {
				time += gap;
				const scale = (isNegative ? -1 : 1) / Math.hypot(x, y, z, w);
				return { time, x: x * scale, y: y * scale, z: z * scale, w: w * scale };
			});
			const curve = (name: 'x' | 'y' | 'z' | 'w'): Curve =>
				createCurve(
					rows.flatMap((row) => [row.time, row[name]]),
					{ preWrap: wrap, postWrap: wrap },
				);
			return { x: curve('x'), y: curve('y'), z: curve('z'), w: curve('w') };
		});
}
