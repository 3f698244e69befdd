import {
	composePoses,
	createRecording,
	type FrameTable,
	invertPose,
	JOINT_COUNT,
	normalizeQuaternion,
	type Recording,
	rotateVector,
} from '@handreel/core';
import { bakeFramesSimd } from '@handreel/core/simd';
import type { Bone } from './skeleton.ts';

const NUMBERS = 7;

/** The poses of bones at all frames. */
export interface BoneMotion {
	/** In WebXR's space, frame after frame, 7 numbers each. */
	readonly world: readonly Float64Array[];
	/** Relative to the parent. */
	readonly local: readonly Float64Array[];
	/** The frames in which each bone is tracked; all frames if there are none. */
	readonly counted: readonly (readonly number[])[];
	/** The constant offsets from the parent in meters: the median over these frames. */
	readonly offsets: readonly (readonly number[])[];
}

/** Samples bones at times. */
export function sampleBones(bones: readonly Bone[], { head, hands }: Recording, times: ArrayLike<number>): BoneMotion {
	const table = bakeFramesSimd(createRecording({ head, hands }), { times, space: 'webxr' });
	const world = bones.map((bone) => readPoses(bone, table));
	const local = bones.map(({ parent }, i) => {
		const own = world[i]!;
		if (parent < 0) return own;
		const above = world[parent]!;
		const poses = new Float64Array(own.length);
		for (let at = 0; at < own.length; at += NUMBERS) {
			composePoses(invertPose(above.subarray(at, at + NUMBERS)), own, poses, 0, at, at);
		}
		return poses;
	});
	const counted = bones.map((bone) => listTracked(bone, table));
	const offsets = local.map((poses, i) => {
		if (bones[i]!.parent < 0) return [0, 0, 0];
		return [0, 1, 2].map((axis) => findMedian(counted[i]!.map((frame) => poses[frame * NUMBERS + axis]!)));
	});
	return { world, local, counted, offsets };
}

/** How far joints are from their places if bones have constant lengths. */
export interface BoneDeviation {
	readonly medianMeters: number;
	readonly maxMeters: number;
}

/** Compares the joints of a skeleton with constant offsets with those that were recorded. */
export function measureDeviation(bones: readonly Bone[], motion: BoneMotion): BoneDeviation {
	const { world, local, counted, offsets } = motion;
	const isCounted = counted.map((frames) => new Set(frames));
	const distances: number[] = [];
	const placed = bones.map(() => new Float64Array(3));
	const count = (world[0]?.length ?? 0) / NUMBERS;
	for (let frame = 0; frame < count; frame++) {
		const at = frame * NUMBERS;
		bones.forEach(({ parent }, i) => {
			const own = placed[i]!;
			if (parent < 0) {
				own.set(local[i]!.subarray(at, at + 3));
				return;
			}
			// Rotations are exact, so the parent is turned as it was recorded.
			rotateVector(world[parent]!, offsets[i]!, own, at + 3);
			let square = 0;
			for (let axis = 0; axis < 3; axis++) {
				own[axis]! += placed[parent]![axis]!;
				square += (own[axis]! - world[i]![at + axis]!) ** 2;
			}
			if (isCounted[i]!.has(frame)) distances.push(Math.sqrt(square));
		});
	}
	const maxMeters = distances.reduce((most, distance) => Math.max(most, distance), 0);
	return { medianMeters: findMedian(distances), maxMeters };
}

// Poses of a hand that is lost say nothing about its bones.
function listTracked({ side }: Bone, { hands, times }: FrameTable): number[] {
	const all = Array.from(times, (_, frame) => frame);
	const tracked = side === null ? undefined : hands?.[side].tracked;
	const found = tracked === undefined ? all : all.filter((frame) => tracked[frame] === 1);
	return found.length === 0 ? all : found;
}

function readPoses({ side, joint }: Bone, { head, hands, times }: FrameTable): Float64Array {
	const poses = new Float64Array(times.length * NUMBERS);
	const [source, stride] = side === null ? [head, NUMBERS] : [hands?.[side].joints, JOINT_COUNT * NUMBERS];
	for (let frame = 0; frame < times.length; frame++) {
		const at = frame * NUMBERS;
		for (let i = 0; i < NUMBERS; i++) {
			const value = source?.[frame * stride + joint * NUMBERS + i] ?? 0;
			poses[at + i] = Number.isFinite(value) ? value : 0;
		}
		normalizeQuaternion(poses, poses, at + 3, at + 3);
	}
	return poses;
}

function findMedian(values: ArrayLike<number>): number {
	if (values.length === 0) return 0;
	const sorted = Float64Array.from(values).sort();
	return sorted[sorted.length >> 1]!;
}
