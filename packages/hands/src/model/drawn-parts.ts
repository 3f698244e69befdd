import { JOINT_NAMES, JOINTS, type JointName } from '@handreel/core';

const KNUCKLES: readonly JointName[] = ['indexKnuckle', 'middleKnuckle', 'ringKnuckle', 'pinkyKnuckle'];

/** A joint or bone that figures draw. Indices are those of `JOINT_NAMES`. */
export interface DrawnBone {
	readonly from: number;
	readonly to: number;
	/** Meters. */
	readonly radius: number;
}

/** A joint that figures draw. */
export interface DrawnJoint {
	readonly joint: number;
	/** Meters. */
	readonly radius: number;
}

/**
 * The bones of a hand drawn without a mesh: along the fingers, and across the knuckles. The palm is inside the hand, and
 * `none` is not a joint: neither is drawn.
 */
export const DRAWN_BONES: readonly DrawnBone[] = [
	...JOINTS.flatMap(({ index, parent, name }) =>
		parent === null || name === 'palm' ? [] : [{ from: JOINT_NAMES.indexOf(parent), to: index, radius: 0.0034 }],
	),
	...KNUCKLES.slice(1).map((name, i) => ({
		from: JOINT_NAMES.indexOf(KNUCKLES[i]!),
		to: JOINT_NAMES.indexOf(name),
		radius: 0.0034,
	})),
];

/** The joints of a hand drawn without a mesh. */
export const DRAWN_JOINTS: readonly DrawnJoint[] = JOINTS.flatMap(({ index, name }) => {
	if (name === 'none' || name === 'palm') return [];
	return { joint: index, radius: name === 'wrist' ? 0.0078 : name.endsWith('Tip') ? 0.0052 : 0.0058 };
});
