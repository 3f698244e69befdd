import { JOINT_SETS, type JointSetName, type SetJoint } from '../model/joint-sets.ts';
import { JOINT_NAMES, type JointName } from '../model/joints.ts';
import { estimatePalm } from './estimate-hand.ts';
import { checkSpace, HAND_STRIDE, type HandSample, POSE_STRIDE } from './frame-sample.ts';

const startOf = (joint: JointName): number => JOINT_NAMES.indexOf(joint) * POSE_STRIDE;
const PALM = /* @__PURE__ */ startOf('palm');
const METACARPAL = /* @__PURE__ */ startOf('middleMetacarpal');
const KNUCKLE = /* @__PURE__ */ startOf('middleKnuckle');

/** Throws `TypeError` for a name that is not a joint set. */
export function checkJointSetName(set: JointSetName): void {
	if (!Object.hasOwn(JOINT_SETS, set)) {
		throw new TypeError(`set: '${set}' is not one of ${Object.keys(JOINT_SETS).join(', ')}`);
	}
}

/**
 * Writes the joints of a hand in the order of a joint set at `outOffset`, seven floats each, and returns `out`. Absent joints are
 * NaN. Only the order changes: rotations keep OpenXR's axes, and all values the space in which the hand was sampled.
 *
 * Throws `TypeError` for a name that is not a set, and `RangeError` if `out` is too short.
 *
 * @example
 * const hand = sampleHand(recording, 'right', 1.5, createHandSample(), { space: 'webxr' });
 * const joints = selectJoints(hand, 'mano-21'); // 21 × (x y z qx qy qz qw)
 */
export function selectJoints(
	{ joints }: Pick<HandSample, 'joints'>,
	set: JointSetName,
	out?: Float32Array,
	outOffset = 0,
): Float32Array {
	checkJointSetName(set);
	const { length } = JOINT_SETS[set].joints;
	const target = out ?? new Float32Array(outOffset + length * POSE_STRIDE);
	checkSpace(target, outOffset, length * POSE_STRIDE);
	copyJoints(joints, 0, JOINT_SETS[set].joints, target, outOffset);
	return target;
}

/** Returns {@link selectJoints} for the rows of a table of hands. */
export function selectTableJoints(table: Float32Array, set: JointSetName): Float32Array {
	const { joints } = JOINT_SETS[set];
	const stride = joints.length * POSE_STRIDE;
	const rows = table.length / HAND_STRIDE;
	const out = new Float32Array(rows * stride);
	for (let row = 0; row < rows; row++) copyJoints(table, row * HAND_STRIDE, joints, out, row * stride);
	return out;
}

function copyJoints(
	hand: Float32Array,
	start: number,
	joints: readonly SetJoint[],
	out: Float32Array,
	outStart: number,
): void {
	let to = outStart;
	for (const { joint } of joints) {
		if (joint === null) out.fill(Number.NaN, to, to + POSE_STRIDE);
		else if (joint === 'palm' && Number.isNaN(hand[start + PALM]!)) {
			estimatePalm(hand, hand, out, start + METACARPAL, start + KNUCKLE, to);
		} else {
			const from = start + startOf(joint);
			for (let i = 0; i < POSE_STRIDE; i++) out[to + i] = hand[from + i]!;
		}
		to += POSE_STRIDE;
	}
}
