import {
	createHandSample,
	createSampler,
	FINGER_JOINTS,
	type Finger,
	type HandSample,
	JOINT_NAMES,
	type JointName,
	POSE_STRIDE,
	type Recording,
	SIDES,
	type Side,
} from '@handreel/core';
import {
	angleBetweenQuaternions,
	angleBetweenVectors,
	invertQuaternion,
	multiplyQuaternions,
} from '@handreel/core/internal';
import { createHandSkeleton, type HandSkeleton, loadHandModels, retargetHand, SKELETON_JOINTS } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../support/fixtures.ts';

const recording = readFixture('mrtk-2.8.3-full-5s.bin');
const models = await loadHandModels();
const FINGERS = Object.keys(FINGER_JOINTS) as Finger[];

function scale(skeleton: HandSkeleton, factor: number): HandSkeleton {
	return Object.fromEntries(
		Object.entries(skeleton).map(([name, point]) => [name, point.map((value) => value * factor)]),
	) as HandSkeleton;
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
	return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** The bones from the root of a finger to its tip. */
function listBones(finger: Finger): [JointName, JointName][] {
	const joints = finger === 'thumb' ? FINGER_JOINTS.thumb : FINGER_JOINTS[finger].slice(1);
	return joints.slice(1).map((name, i) => [joints[i]!, name]);
}

const DEGREE = Math.PI / 180;

/**
 * Reads fingers at 60 frames per second, while the hand is tracked: for each finger the largest turn of its joints since the frame
 * before, against the wrist; and each bend between two bones.
 */
function readFingers(source: Recording, side: Side): { turns: number[]; bends: number[] } {
	const sampler = createSampler(source);
	let [hand, before] = [createHandSample(), createHandSample()];
	const [turns, bends]: [number[], number[]] = [[], []];
	const place = (name: JointName): Float32Array =>
		hand.joints.subarray(JOINT_NAMES.indexOf(name) * POSE_STRIDE).subarray(0, 3);
	const turnBy = ({ joints }: HandSample, name: JointName): number[] => {
		const [wrist, at] = [JOINT_NAMES.indexOf('wrist'), JOINT_NAMES.indexOf(name)].map((i) => i * POSE_STRIDE + 3);
		const inverse = invertQuaternion(joints, [0, 0, 0, 1], wrist, 0);
		return multiplyQuaternions(inverse, joints, [0, 0, 0, 1], 0, at, 0);
	};
	before.tracked = false;
	for (let i = 0; i / 60 < source.duration; i++) {
		[hand, before] = [before, hand];
		sampler.sampleHand(side, i / 60, hand);
		if (!hand.tracked) continue;
		for (const finger of FINGERS) {
			const bones = listBones(finger);
			const names = bones.map(([, to]) => to);
			if (before.tracked)
				turns.push(Math.max(...names.map((name) => angleBetweenQuaternions(turnBy(hand, name), turnBy(before, name)))));
			const along = bones.map(([from, to]) => [0, 1, 2].map((axis) => place(to)[axis]! - place(from)[axis]!));
			for (let j = 1; j < along.length; j++) bends.push(angleBetweenVectors(along[j - 1]!, along[j]!));
		}
	}
	return { turns, bends };
}

describe('retargetHand', () => {
	it.each([
		['the generic hand', 1],
		['a large hand', 1.3],
		['a small hand', 0.8],
	] as const)('keeps the bone lengths of %s, reaches for the tips and closes pinches', (_, factor) => {
		for (const side of SIDES) {
			const skeleton = scale(createHandSkeleton(models[side]), factor);
			const result = retargetHand(recording, side, skeleton);
			const sampler = createSampler(result.recording);
			const original = createSampler(recording);
			const [hand, source] = [createHandSample(), createHandSample()];
			const { x } = result.recording.hands![side].joints.wrist.position;
			const tips: Record<string, number> = {};
			let gap = 0;
			for (let i = 0; i < x.count; i++) {
				const time = x.floats[x.start + i * x.stride]!;
				sampler.sampleHand(side, time, hand);
				original.sampleHand(side, time, source);
				const at = (name: JointName, from = hand): Float32Array =>
					from.joints.subarray(JOINT_NAMES.indexOf(name) * POSE_STRIDE).subarray(0, 3);
				for (const finger of FINGERS) {
					for (const [from, to] of listBones(finger)) {
						expect(distance(at(from), at(to))).toBeCloseTo(distance(skeleton[from]!, skeleton[to]!), 5);
					}
					const tip = FINGER_JOINTS[finger].at(-1)!;
					if (hand.tracked) tips[finger] = Math.max(tips[finger] ?? 0, distance(at(tip), at(tip, source)) * 1000);
				}
				expect(distance(at('wrist'), at('wrist', source))).toBeLessThan(1e-6);
				if (hand.pinching && hand.tracked) gap = Math.max(gap, distance(at('thumbTip'), at('indexTip')) * 1000);
			}
			for (const finger of FINGERS) {
				expect(result.tipErrors[finger].max).toBeCloseTo(tips[finger]!, 2);
				expect(result.tipErrors[finger].mean).toBeLessThanOrEqual(result.tipErrors[finger].max);
			}
			expect(result.pinchGap).toBeCloseTo(gap, 2);
			expect(result.pinchGap).toBeLessThanOrEqual(10);
			expect(result.recording.duration).toBe(recording.duration);
		}
	});

	it.each([
		['mrtk-2.8.3-full-5s.bin', 0.8],
		['mrtk-2.8.3-full-5s.bin', 1],
		['mrtk-2.8.3-full-5s.bin', 1.3],
		['mrtk-2.8.3-none-joint.bin', 1],
		['mrtk-2.8.3-none-joint.bin', 1.3],
	] as const)('%s for a hand of size %s has no jumps, and no hooks where fingers are straight', (name, factor) => {
		const source = readFixture(name);
		for (const side of SIDES) {
			const result = retargetHand(source, side, scale(createHandSkeleton(models[side]), factor)).recording;
			const [recorded, moved] = [readFingers(source, side), readFingers(result, side)];
			expect(recorded.turns.length).toBeGreaterThan(100);
			const added = moved.turns.map((turn, i) => turn - recorded.turns[i]!);
			expect(Math.max(...added)).toBeLessThan(45 * DEGREE);
			const hooks = moved.bends.filter((bend, i) => bend - recorded.bends[i]! > 50 * DEGREE);
			expect(hooks).toEqual([]);
		}
	});

	it('changes nothing where the hand has the same size', () => {
		const { x } = recording.hands!.right.joints.wrist.position;
		// Simulated hands change their size by some percent between poses, so the skeleton is that of one frame.
		const time = x.floats[x.start + 60 * x.stride]!;
		const sample = createSampler(recording).sampleHand('right', time, createHandSample());
		const skeleton = Object.fromEntries(
			SKELETON_JOINTS.map((name) => {
				const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
				return [name, [...sample.joints.subarray(at, at + 3)]];
			}),
		) as HandSkeleton;
		const moved = retargetHand(recording, 'right', skeleton, { pinchGap: 1 }).recording;
		const after = createSampler(moved).sampleHand('right', time, createHandSample());
		for (const name of SKELETON_JOINTS) {
			const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
			expect(distance(after.joints.subarray(at, at + 3), sample.joints.subarray(at, at + 3))).toBeLessThan(1e-4);
			expect(angleBetweenQuaternions(after.joints, sample.joints, at + 3, at + 3)).toBeLessThan(1e-3);
		}
	});

	it('finds the joints of a model at rest', () => {
		const skeleton = createHandSkeleton(models.left);
		// The generic hand: 91.7 mm from the wrist to the middle knuckle, a middle finger of 86.6 mm.
		expect(distance(skeleton.wrist!, skeleton.middleKnuckle!)).toBeCloseTo(0.0917, 3);
		const finger = listBones('middle').reduce((sum, [a, b]) => sum + distance(skeleton[a]!, skeleton[b]!), 0);
		expect(finger).toBeCloseTo(0.0866, 3);
	});

	it('explains what is missing', () => {
		const skeleton = createHandSkeleton(models.left);
		const { indexTip: _, ...without } = skeleton;
		expect(() => retargetHand(recording, 'left', without)).toThrow('skeleton: the joint indexTip is missing');
		expect(() => retargetHand(recording, 'top' as 'left', skeleton)).toThrow(/side: 'top'/);
		expect(() => retargetHand(recording, 'left', skeleton, { pinchGap: 0 })).toThrow(/pinchGap: 0/);
		expect(() => retargetHand(readFixture('mrtk-2.8.3-camera-only.bin'), 'left', skeleton)).toThrow(TypeError);
		expect(() => createHandSkeleton(models.left, { wrist: 'wrist' })).toThrow(/it has no bones for thumbMetacarpal/);
	});
});
