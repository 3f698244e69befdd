import {
	createHandSample,
	FINGER_JOINTS,
	JOINT_NAMES,
	JOINT_SETS,
	type JointSetName,
	POSE_STRIDE,
	selectJoints,
	WEBXR_JOINT_COUNT,
} from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

const SETS = Object.keys(JOINT_SETS) as JointSetName[];
const createHand = () => {
	const hand = createHandSample();
	hand.joints.forEach((_, i) => {
		hand.joints[i] = i;
	});
	return hand;
};

describe('joint sets', () => {
	it.each(SETS)('%s has the number of joints in its name, unique names, and every fingertip', (name) => {
		const { joints } = JOINT_SETS[name];
		expect(joints).toHaveLength(Number(name.split('-')[1]));
		expect(new Set(joints.map((joint) => joint.name)).size).toBe(joints.length);
		const known = joints.map(({ joint }) => joint);
		for (const tip of Object.values(FINGER_JOINTS).map((finger) => finger.at(-1)!)) expect(known).toContain(tip);
		expect(known).toContain('wrist');
		expect(known).not.toContain('none');
		// Joints that are not those of a recording say why.
		for (const { joint, derived } of joints) if (joint === null) expect(derived).toBeTruthy();
	});

	it('have the orders that their software documents', () => {
		const at = (set: JointSetName, index: number): unknown => JOINT_SETS[set].joints[index];
		// XrHandJointEXT: palm 0, wrist 1, thumb tip 5, little tip 25.
		expect(at('openxr-26', 0)).toMatchObject({ name: 'XR_HAND_JOINT_PALM_EXT', joint: 'palm' });
		expect(at('openxr-26', 5)).toMatchObject({ name: 'XR_HAND_JOINT_THUMB_TIP_EXT', joint: 'thumbTip' });
		expect(at('openxr-26', 25)).toMatchObject({ name: 'XR_HAND_JOINT_LITTLE_TIP_EXT', joint: 'pinkyTip' });
		// MANO: the little finger comes before the ring finger, the thumb after both; tips are added from the thumb on.
		expect(at('mano-21', 7)).toEqual({ name: 'pinky1', joint: 'pinkyKnuckle' });
		expect(at('mano-21', 13)).toEqual({ name: 'thumb1', joint: 'thumbMetacarpal' });
		expect(at('mano-21', 16)).toEqual({ name: 'thumb_tip', joint: 'thumbTip' });
		// MediaPipe: index_finger_mcp 5, ring_finger_dip 15, pinky_tip 20.
		expect(at('mediapipe-21', 5)).toEqual({ name: 'INDEX_FINGER_MCP', joint: 'indexKnuckle' });
		expect(at('mediapipe-21', 15)).toEqual({ name: 'RING_FINGER_DIP', joint: 'ringDistal' });
		expect(at('mediapipe-21', 20)).toEqual({ name: 'PINKY_TIP', joint: 'pinkyTip' });
		expect(at('arkit-27', 2)).toEqual({ name: 'thumbIntermediateBase', joint: 'thumbProximal' });
		expect(at('arkit-27', 9)).toEqual({ name: 'indexFingerTip', joint: 'indexTip' });
		expect(at('arkit-27', 20)).toEqual({ name: 'littleFingerMetacarpal', joint: 'pinkyMetacarpal' });
		// HOT3D's LANDMARK_INDEX_TO_NAMING.
		expect(at('umetrack-20', 5)).toEqual({ name: 'wrist', joint: 'wrist' });
		expect(at('umetrack-20', 7)).toEqual({ name: 'thumb_distal', joint: 'thumbDistal' });
		expect(at('umetrack-20', 19)).toEqual({ name: 'pinky_distal', joint: 'pinkyDistal' });
	});
});

describe('selectJoints', () => {
	it.each(SETS)('copies the poses of %s to where the caller wants them', (name) => {
		const hand = createHand();
		const { joints } = JOINT_SETS[name];
		const out = new Float32Array(joints.length * POSE_STRIDE + 5).fill(-1);
		expect(selectJoints(hand, name, out, 2)).toBe(out);
		joints.forEach(({ joint }, i) => {
			const start = 2 + i * POSE_STRIDE;
			const from = joint === null ? -1 : JOINT_NAMES.indexOf(joint) * POSE_STRIDE;
			for (let k = 0; k < POSE_STRIDE; k++) {
				expect(out[start + k]).toBe(joint === null ? Number.NaN : hand.joints[from + k]);
			}
		});
		expect([out[1], out.at(-3)]).toEqual([-1, -1]);
		expect(selectJoints(hand, name)).toEqual(out.slice(2, -3));
	});

	it('agrees with writeWebXRJoints', () => {
		const hand = createHand();
		const expected = writeWebXRJoints(hand, new Float32Array(WEBXR_JOINT_COUNT * POSE_STRIDE));
		expect(selectJoints(hand, 'webxr-25')).toEqual(expected);
	});

	it('places a palm that was not recorded', () => {
		const hand = createHand();
		hand.joints.fill(Number.NaN, 2 * POSE_STRIDE, 3 * POSE_STRIDE);
		const from = (name: 'middleMetacarpal' | 'middleKnuckle'): Float32Array =>
			hand.joints.subarray(JOINT_NAMES.indexOf(name) * POSE_STRIDE);
		const [metacarpal, knuckle] = [from('middleMetacarpal'), from('middleKnuckle')];
		const palm = selectJoints(hand, 'openxr-26').slice(0, POSE_STRIDE);
		expect(palm[0]).toBe((metacarpal[0]! + knuckle[0]!) / 2);
		expect(palm.slice(3)).toEqual(metacarpal.slice(3, POSE_STRIDE));
	});

	it('refuses unknown sets and short arrays', () => {
		const hand = createHand();
		expect(() => selectJoints(hand, 'mano' as 'mano-21')).toThrow("set: 'mano' is not one of openxr-26, webxr-25");
		expect(() => selectJoints(hand, 'mano-21', new Float32Array(146))).toThrow(RangeError);
	});
});
