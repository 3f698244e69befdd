import { type HandSample, POSE_STRIDE } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, type DrawnBone, type DrawnJoint } from './drawn-parts.ts';

/** The number of floats of a matrix. */
export const MATRIX_SIZE = 16;

/**
 * Writes a matrix for each present joint of `DRAWN_JOINTS`, one after the other, and returns their number. The matrix turns a
 * ball of radius 1 into the joint. Allocates nothing.
 */
export function writeJointMatrices({ joints, present }: HandSample, out: Float32Array): number {
	let count = 0;
	for (let i = 0; i < DRAWN_JOINTS.length; i++) {
		const drawn = DRAWN_JOINTS[i]!;
		if (present[drawn.joint] !== 1) continue;
		writeBallMatrix(joints, drawn, out, count * MATRIX_SIZE);
		count++;
	}
	return count;
}

/**
 * Writes matrices that make cylinders of radius 1 and height 1 along y the bones of `DRAWN_BONES` between present joints, one
 * after the other, and returns their number. Allocates nothing.
 */
export function writeBoneMatrices({ joints, present }: HandSample, out: Float32Array): number {
	let count = 0;
	for (let i = 0; i < DRAWN_BONES.length; i++) {
		const bone = DRAWN_BONES[i]!;
		if (present[bone.from] !== 1 || present[bone.to] !== 1) continue;
		if (writeSpanMatrix(joints, bone, out, count * MATRIX_SIZE)) count++;
	}
	return count;
}

// Radii are passed inside of objects: a number that is an argument may be allocated.

function writeBallMatrix(
	joints: Float32Array,
	{ joint, radius }: DrawnJoint,
	out: Float32Array,
	outOffset: number,
): void {
	const offset = joint * POSE_STRIDE;
	for (let i = 0; i < MATRIX_SIZE - 1; i++) out[outOffset + i] = 0;
	out[outOffset] = radius;
	out[outOffset + 5] = radius;
	out[outOffset + 10] = radius;
	out[outOffset + 12] = joints[offset]!;
	out[outOffset + 13] = joints[offset + 1]!;
	out[outOffset + 14] = joints[offset + 2]!;
	out[outOffset + 15] = 1;
}

// Returns `false` if both ends are at the same place.
function writeSpanMatrix(joints: Float32Array, bone: DrawnBone, out: Float32Array, outOffset: number): boolean {
	const from = bone.from * POSE_STRIDE;
	const to = bone.to * POSE_STRIDE;
	const dx = joints[to]! - joints[from]!;
	const dy = joints[to + 1]! - joints[from + 1]!;
	const dz = joints[to + 2]! - joints[from + 2]!;
	const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
	if (!(length > 1e-6)) return false;
	const x = dx / length;
	const y = dy / length;
	const z = dz / length;
	// Any axis across: the cross product with the axis that is farthest from the direction.
	const isUpright = Math.abs(y) > 0.9;
	let ux = isUpright ? 0 : -z;
	let uy = isUpright ? z : 0;
	let uz = isUpright ? -y : x;
	const scale = bone.radius / Math.sqrt(ux * ux + uy * uy + uz * uz);
	ux *= scale;
	uy *= scale;
	uz *= scale;
	out[outOffset] = ux;
	out[outOffset + 1] = uy;
	out[outOffset + 2] = uz;
	out[outOffset + 3] = 0;
	out[outOffset + 4] = dx;
	out[outOffset + 5] = dy;
	out[outOffset + 6] = dz;
	out[outOffset + 7] = 0;
	// u × direction, so that the basis is right-handed.
	out[outOffset + 8] = uy * z - uz * y;
	out[outOffset + 9] = uz * x - ux * z;
	out[outOffset + 10] = ux * y - uy * x;
	out[outOffset + 11] = 0;
	out[outOffset + 12] = joints[from]! + dx / 2;
	out[outOffset + 13] = joints[from + 1]! + dy / 2;
	out[outOffset + 14] = joints[from + 2]! + dz / 2;
	out[outOffset + 15] = 1;
	return true;
}
