import { type HandSample, POSE_STRIDE } from '@handreel/core';
import type { Object3D, Sphere } from 'three';

/** A hand that can be drawn. */
export interface HandFigure {
	readonly object: Object3D;
	/** Moves the figure to the joints of a hand in WebXR's space. Allocates nothing. */
	pose(hand: HandSample): void;
	/** Frees the memory of the figure. */
	dispose(): void;
}

/** Skin around the joints, in meters. */
const MARGIN = 0.03;

/**
 * Puts a sphere around the joints of a hand. three.js sorts transparent objects by the center of this sphere, and draws objects with
 * the same center in the order in which they were created: create meshes for depth first.
 */
export function encloseHand({ joints, present }: HandSample, sphere: Sphere): void {
	let x = 0;
	let y = 0;
	let z = 0;
	let count = 0;
	for (let i = 0; i < present.length; i++) {
		if (present[i] !== 1) continue;
		x += joints[i * POSE_STRIDE]!;
		y += joints[i * POSE_STRIDE + 1]!;
		z += joints[i * POSE_STRIDE + 2]!;
		count++;
	}
	if (count === 0) return;
	x /= count;
	y /= count;
	z /= count;
	let square = 0;
	for (let i = 0; i < present.length; i++) {
		if (present[i] !== 1) continue;
		const dx = joints[i * POSE_STRIDE]! - x;
		const dy = joints[i * POSE_STRIDE + 1]! - y;
		const dz = joints[i * POSE_STRIDE + 2]! - z;
		square = Math.max(square, dx * dx + dy * dy + dz * dz);
	}
	sphere.center.set(x, y, z);
	sphere.radius = Math.sqrt(square) + MARGIN;
}
