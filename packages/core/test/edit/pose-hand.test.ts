import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRecordings, trimRecording } from '../../src/edit.ts';
import {
	evaluateCurve,
	getKeyTime,
	iterateCurves,
	JOINTS,
	type JointName,
	type Recording,
	readRecording,
} from '../../src/index.ts';
import { type PoseChange, poseHand, rotateVector, sortCurve } from '../../src/internal.ts';

const recording = readRecording(
	readFileSync(new URL('../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', import.meta.url)),
);
/** Meters. */
const MAX_BONE_CHANGE = 1e-5;

function placeOf({ hands }: Recording, side: 'left' | 'right', joint: JointName, time: number): number[] {
	return Object.values(hands![side].joints[joint].position).map((curve) => evaluateCurve(curve, time));
}

function listBones(of: Recording, side: 'left' | 'right', time: number): number[] {
	return JOINTS.flatMap(({ name, parent }) => {
		if (parent === null) return [];
		const [a, b] = [placeOf(of, side, name, time), placeOf(of, side, parent as JointName, time)];
		return [Math.hypot(...a.map((number, axis) => number - b[axis]!))];
	});
}

function turnAbout(axis: readonly number[], angle: number): [number, number, number, number] {
	const length = Math.hypot(...axis) || 1;
	const [x = 0, y = 0, z = 0] = axis.map((number) => (number / length) * Math.sin(angle / 2));
	return [x, y, z, Math.cos(angle / 2)];
}

const changes = fc.record({
	side: fc.constantFrom('left' as const, 'right' as const),
	joint: fc.constantFrom<JointName>('wrist', 'indexKnuckle', 'thumbMetacarpal', 'pinkyDistal'),
	time: fc.double({ min: 0.5, max: 4.3, noNaN: true }),
	blend: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
	angle: fc.double({ min: -2.5, max: 2.5, noNaN: true }),
	axis: fc.constantFrom([1, 0, 0], [0, 1, 0], [1, 2, -3]),
	move: fc.constantFrom([0, 0, 0], [0.1, -0.05, 0.2]),
});

test('bones keep their lengths, and outside of the blend all keys stay bit for bit', () => {
	fc.assert(
		fc.property(changes, ({ axis, angle, move, ...rest }) => {
			const turn = turnAbout(axis, angle);
			const change: PoseChange = {
				...rest,
				turn,
				...(rest.joint === 'wrist' && { move: move as [number, number, number] }),
			};
			const posed = poseHand(recording, change);
			const [start, end] = [change.time - change.blend, change.time + change.blend];
			for (let time = start - 0.05; time < end + 0.05; time += 0.0031) {
				const before = listBones(recording, change.side, time);
				listBones(posed, change.side, time).forEach((length, i) => {
					expect(Math.abs(length - before[i]!)).toBeLessThan(MAX_BONE_CHANGE);
				});
			}
			const after = new Map(iterateCurves(posed));
			for (const [path, curve] of iterateCurves(recording)) {
				const own = after.get(path)!;
				if (own === curve) continue;
				expect(path).toContain(`hands.${change.side}.joints.`);
				expect(listOutside(own, start, end), path).toEqual(listOutside(curve, start, end));
			}
		}),
		{ numRuns: 6 },
	);
});

function listOutside(curve: Parameters<typeof sortCurve>[0], start: number, end: number): number[][] {
	const { words, start: first, stride, count } = sortCurve(curve);
	return Array.from({ length: count }, (_, key) => [
		...words.subarray(first + key * stride, first + (key + 1) * stride),
	]).filter((_, key) => {
		const time = getKeyTime(sortCurve(curve), key);
		return time < Math.fround(start) || time > Math.fround(end);
	});
}

test('a recording before and after the blend plays as before', () => {
	const posed = poseHand(recording, {
		side: 'right',
		joint: 'wrist',
		time: 2,
		blend: 0.5,
		turn: turnAbout([0, 0, 1], 1),
	});
	for (const range of [{ end: 1.5 }, { start: 2.5 }]) {
		const { position, rotation } = compareRecordings(trimRecording(recording, range), trimRecording(posed, range));
		expect(position!.max).toBeLessThan(1e-6);
		expect(rotation!.max).toBeLessThan(0.01);
	}
});

test('at its time the change is complete: the finger has turned about its joint, the rest of the hand stays', () => {
	const turn = turnAbout([1, 0, 0], 0.8);
	const posed = poseHand(recording, { side: 'left', joint: 'indexKnuckle', time: 1.25, blend: 0.3, turn });
	const pivot = placeOf(recording, 'left', 'indexKnuckle', 1.25);
	for (const joint of ['indexMiddle', 'indexTip'] as const) {
		const arm = placeOf(recording, 'left', joint, 1.25).map((number, axis) => number - pivot[axis]!);
		const expected = rotateVector(turn, arm, [0, 0, 0]).map((number, axis) => number + pivot[axis]!);
		placeOf(posed, 'left', joint, 1.25).forEach((number, axis) => void expect(number).toBeCloseTo(expected[axis]!, 6));
	}
	expect(posed.hands!.left.joints.middleTip).toBe(recording.hands!.left.joints.middleTip);
	expect(posed.hands!.right).toBe(recording.hands!.right);
});

test('a pose that changes nothing is the recording itself, and wrong ones are refused', () => {
	const base = { side: 'left', joint: 'wrist', time: 1, blend: 0.2 } as const;
	expect(poseHand(recording, base)).toBe(recording);
	expect(() => poseHand(recording, { ...base, joint: 'indexTip', move: [0.1, 0, 0] })).toThrow('can turn only');
	expect(() => poseHand(recording, { ...base, blend: 0 })).toThrow('blend: 0 is not a positive number');
	expect(() => poseHand(recording, { ...base, time: Number.NaN })).toThrow('time');
	expect(() => poseHand(recording, { ...base, joint: 'none' })).toThrow('no keys for left none');
});
