import { POSE_STRIDE } from '@handreel/core';
import type { DrawnBone, DrawnJoint } from './hand-shape.ts';

// Radii are passed inside of objects: a number that is an argument may be allocated.

/** Numbers that hold matrices: `Matrix4.elements` or the array of an instanced attribute. */
export type MatrixNumbers = number[] | Float32Array;

/** Writes the matrix that makes a ball of radius 1 a drawn joint. `joints` are the poses of a sampled hand. */
export function writeBallMatrix(
	joints: Float32Array,
	{ joint, radius }: DrawnJoint,
	out: MatrixNumbers,
	outOffset: number,
): void {
	const offset = joint * POSE_STRIDE;
	for (let i = 0; i < 15; i++) out[outOffset + i] = 0;
	out[outOffset] = radius;
	out[outOffset + 5] = radius;
	out[outOffset + 10] = radius;
	out[outOffset + 12] = joints[offset]!;
	out[outOffset + 13] = joints[offset + 1]!;
	out[outOffset + 14] = joints[offset + 2]!;
	out[outOffset + 15] = 1;
}

/**
 * Writes the matrix that makes a cylinder of radius 1 and height 1 along y a drawn bone. `joints` are the poses of a sampled
 * hand. Returns `false` if both ends are at the same place.
 */
export function writeSpanMatrix(joints: Float32Array, bone: DrawnBone, out: MatrixNumbers, outOffset: number): boolean {
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
