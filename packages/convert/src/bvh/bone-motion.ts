import {
	type Curve,
	composePoses,
	invertPose,
	normalizeQuaternion,
	type PoseCurves,
	rotateVector,
} from '@handreel/core';
import { CurveCursor, PoseCursor } from '../common/curve-cursor.ts';
import { flipSpace } from '../common/pose-keys.ts';
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
export function sampleBones(bones: readonly Bone[], times: ArrayLike<number>): BoneMotion {
	const world = bones.map(({ pose }) => samplePose(pose, times));
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
	const counted = bones.map(({ tracked }) => listTracked(tracked, times));
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
function listTracked(tracked: Curve | null, times: ArrayLike<number>): number[] {
	const all = Array.from(times, (_, frame) => frame);
	if (tracked === null) return all;
	const cursor = new CurveCursor(tracked);
	const found = all.filter((frame) => {
		cursor.seek(times[frame]!);
		return cursor.state;
	});
	return found.length === 0 ? all : found;
}

function samplePose(pose: PoseCurves, times: ArrayLike<number>): Float64Array {
	const cursor = new PoseCursor(pose);
	const poses = new Float64Array(times.length * NUMBERS);
	for (let frame = 0; frame < times.length; frame++) {
		const at = frame * NUMBERS;
		cursor.seek(times[frame]!);
		poses.set(cursor.readFloats(), at);
		for (let i = at; i < at + NUMBERS; i++) if (!Number.isFinite(poses[i])) poses[i] = 0;
		normalizeQuaternion(poses, poses, at + 3, at + 3);
		flipSpace(poses, at);
	}
	return poses;
}

function findMedian(values: ArrayLike<number>): number {
	if (values.length === 0) return 0;
	const sorted = Float64Array.from(values).sort();
	return sorted[sorted.length >> 1]!;
}
