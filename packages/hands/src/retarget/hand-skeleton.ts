import { FINGER_JOINTS, JOINT_NAMES, type JointName } from '@handreel/core';
import { type BoneMap, matchBones, WEBXR_BONES } from '../model/match-bones.ts';
import type { HandModel } from '../model/read-hand-model.ts';

/** Where the joints of a hand are at rest: x y z in meters, in Unity's space, by joint. */
export type HandSkeleton = Readonly<Partial<Record<JointName, readonly [number, number, number]>>>;

/** The joints that a skeleton must have: the wrist, and each finger from the knuckle, or the root of the thumb, to the tip. */
export const SKELETON_JOINTS: readonly JointName[] = [
	'wrist',
	...FINGER_JOINTS.thumb,
	...(['index', 'middle', 'ring', 'pinky'] as const).flatMap((finger) => FINGER_JOINTS[finger].slice(1)),
];

/**
 * Returns the skeleton of a hand model: its joints at rest, from the bind pose. Throws `TypeError` if a joint is missing;
 * metacarpals of the fingers may be.
 *
 * @example
 * import { readHandModel } from '@handreel/hands';
 * const skeleton = createHandSkeleton(readHandModel(bytes), { wrist: 'Hand', indexTip: 'Index_4' });
 */
export function createHandSkeleton(model: HandModel, bones: BoneMap = WEBXR_BONES): HandSkeleton {
	const joints = matchBones(model.bones, bones);
	const skeleton: Partial<Record<JointName, readonly [number, number, number]>> = {};
	joints.forEach((joint, i) => {
		if (joint >= 0) skeleton[JOINT_NAMES[joint]!] = findOrigin(model.inverseBindMatrices, i * 16);
	});
	const missing = SKELETON_JOINTS.filter((name) => skeleton[name] === undefined);
	if (missing.length > 0) throw new TypeError(`model: it has no bones for ${missing.join(', ')}`);
	return skeleton;
}

/** The point that an affine matrix moves to the origin, with z turned around for Unity's space. */
function findOrigin(m: Float32Array, at: number): [number, number, number] {
	const e = (i: number): number => m[at + i]!;
	const cofactor = (a: number, b: number, c: number, d: number): number => e(a) * e(d) - e(b) * e(c);
	const determinant = e(0) * cofactor(5, 6, 9, 10) - e(4) * cofactor(1, 2, 9, 10) + e(8) * cofactor(1, 2, 5, 6);
	const solve = (i: number, j: number): number => {
		// Cramer's rule: the columns i and j of the matrix, and minus the translation.
		const [tx, ty, tz] = [-e(12), -e(13), -e(14)];
		const x = e(i + 1) * e(j + 2) - e(i + 2) * e(j + 1);
		const y = e(i + 2) * e(j) - e(i) * e(j + 2);
		const z = e(i) * e(j + 1) - e(i + 1) * e(j);
		return (tx * x + ty * y + tz * z) / determinant;
	};
	return [solve(4, 8), solve(8, 0), -solve(0, 4)];
}
