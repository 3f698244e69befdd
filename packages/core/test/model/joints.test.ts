import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createFrameSample,
	createHandSample,
	FINGER_JOINTS,
	type Finger,
	type FrameSample,
	findWebXRJoint,
	JOINT_COUNT,
	JOINT_NAMES,
	JOINTS,
	type JointName,
	POSE_STRIDE,
	readRecording,
	sampleFrame,
	WEBXR_JOINT_COUNT,
} from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { readSidecar } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';

const recorded = join(root, 'fixtures/recorded');

/** The joints in the order in which the WebXR Hand Input specification lists them. */
const WEBXR_JOINTS = [
	'wrist',
	'thumb-metacarpal',
	'thumb-phalanx-proximal',
	'thumb-phalanx-distal',
	'thumb-tip',
	'index-finger-metacarpal',
	'index-finger-phalanx-proximal',
	'index-finger-phalanx-intermediate',
	'index-finger-phalanx-distal',
	'index-finger-tip',
	'middle-finger-metacarpal',
	'middle-finger-phalanx-proximal',
	'middle-finger-phalanx-intermediate',
	'middle-finger-phalanx-distal',
	'middle-finger-tip',
	'ring-finger-metacarpal',
	'ring-finger-phalanx-proximal',
	'ring-finger-phalanx-intermediate',
	'ring-finger-phalanx-distal',
	'ring-finger-tip',
	'pinky-finger-metacarpal',
	'pinky-finger-phalanx-proximal',
	'pinky-finger-phalanx-intermediate',
	'pinky-finger-phalanx-distal',
	'pinky-finger-tip',
];

/** The values of `XrHandJointEXT` in the OpenXR specification, and our joints. */
const OPENXR_JOINTS: ReadonlyArray<readonly [openxr: string, value: number, ours: JointName]> = [
	['XR_HAND_JOINT_PALM_EXT', 0, 'palm'],
	['XR_HAND_JOINT_WRIST_EXT', 1, 'wrist'],
	['XR_HAND_JOINT_THUMB_METACARPAL_EXT', 2, 'thumbMetacarpal'],
	['XR_HAND_JOINT_THUMB_PROXIMAL_EXT', 3, 'thumbProximal'],
	['XR_HAND_JOINT_THUMB_DISTAL_EXT', 4, 'thumbDistal'],
	['XR_HAND_JOINT_THUMB_TIP_EXT', 5, 'thumbTip'],
	['XR_HAND_JOINT_INDEX_METACARPAL_EXT', 6, 'indexMetacarpal'],
	['XR_HAND_JOINT_INDEX_PROXIMAL_EXT', 7, 'indexKnuckle'],
	['XR_HAND_JOINT_INDEX_INTERMEDIATE_EXT', 8, 'indexMiddle'],
	['XR_HAND_JOINT_INDEX_DISTAL_EXT', 9, 'indexDistal'],
	['XR_HAND_JOINT_INDEX_TIP_EXT', 10, 'indexTip'],
	['XR_HAND_JOINT_MIDDLE_METACARPAL_EXT', 11, 'middleMetacarpal'],
	['XR_HAND_JOINT_MIDDLE_PROXIMAL_EXT', 12, 'middleKnuckle'],
	['XR_HAND_JOINT_MIDDLE_INTERMEDIATE_EXT', 13, 'middleMiddle'],
	['XR_HAND_JOINT_MIDDLE_DISTAL_EXT', 14, 'middleDistal'],
	['XR_HAND_JOINT_MIDDLE_TIP_EXT', 15, 'middleTip'],
	['XR_HAND_JOINT_RING_METACARPAL_EXT', 16, 'ringMetacarpal'],
	['XR_HAND_JOINT_RING_PROXIMAL_EXT', 17, 'ringKnuckle'],
	['XR_HAND_JOINT_RING_INTERMEDIATE_EXT', 18, 'ringMiddle'],
	['XR_HAND_JOINT_RING_DISTAL_EXT', 19, 'ringDistal'],
	['XR_HAND_JOINT_RING_TIP_EXT', 20, 'ringTip'],
	['XR_HAND_JOINT_LITTLE_METACARPAL_EXT', 21, 'pinkyMetacarpal'],
	['XR_HAND_JOINT_LITTLE_PROXIMAL_EXT', 22, 'pinkyKnuckle'],
	['XR_HAND_JOINT_LITTLE_INTERMEDIATE_EXT', 23, 'pinkyMiddle'],
	['XR_HAND_JOINT_LITTLE_DISTAL_EXT', 24, 'pinkyDistal'],
	['XR_HAND_JOINT_LITTLE_TIP_EXT', 25, 'pinkyTip'],
];

/** The hands at the start of a recording, in the space of WebXR. */
function sampleRecorded(name: string): FrameSample['hands'] {
	const recording = readRecording(readFileSync(join(recorded, name)));
	return sampleFrame(recording, 0, createFrameSample(), { space: 'webxr' }).hands;
}

/** A joint by its name. */
const jointOf = (name: JointName | null) => JOINTS.find((joint) => joint.name === name);

describe('the table of joints', () => {
	it('lists the 27 joints in file order', () => {
		expect(JOINTS.map(({ name }) => name)).toEqual(JOINT_NAMES);
		expect(JOINTS.map(({ index }) => index)).toEqual(Array.from({ length: JOINT_COUNT }, (_, i) => i));
	});

	it('calls them what MRTK calls them', () => {
		const { curves } = readSidecar(recorded, 'mrtk-2.8.3-n033.bin').expect;
		const names = curves.map(({ name }) => name.split('.')).filter(([hand, , group]) => hand === 'left' && group);
		expect(JOINTS.map(({ mrtk }) => mrtk)).toEqual([...new Set(names.map(([, joint]) => joint))]);
	});

	it('knows the 25 joints of WebXR in their order, the thumb without an intermediate one', () => {
		expect(WEBXR_JOINTS).toHaveLength(WEBXR_JOINT_COUNT);
		WEBXR_JOINTS.forEach((webxr, webxrIndex) => {
			expect(findWebXRJoint(webxr)).toMatchObject({ webxr, webxrIndex });
		});
		expect(JOINTS.filter(({ webxr }) => webxr !== null)).toHaveLength(WEBXR_JOINT_COUNT);
		for (const name of ['none', 'palm'] as const) expect(jointOf(name)).toMatchObject({ webxr: null, webxrIndex: -1 });
	});

	it('finds no joint for a name that WebXR does not have', () => {
		for (const name of ['palm', 'none', '', 'indexTip', 'thumb-phalanx-intermediate', 'null'])
			expect(findWebXRJoint(name)).toBeUndefined();
	});

	it('knows the values of OpenXR, where palm is 0 and the wrist 1', () => {
		for (const [openxr, openxrIndex, name] of OPENXR_JOINTS)
			expect(jointOf(name)).toMatchObject({ openxr, openxrIndex });
		expect(JOINTS.filter(({ openxr }) => openxr !== null)).toHaveLength(OPENXR_JOINTS.length);
		expect(jointOf('none')).toMatchObject({ openxr: null, openxrIndex: -1 });
	});

	it('matches knuckles, middle and distal joints with the right bones of WebXR', () => {
		const pairs = ['indexKnuckle', 'indexMiddle', 'indexDistal', 'thumbProximal', 'thumbDistal', 'pinkyTip'] as const;
		expect(pairs.map((name) => jointOf(name)?.webxr)).toEqual([
			'index-finger-phalanx-proximal',
			'index-finger-phalanx-intermediate',
			'index-finger-phalanx-distal',
			'thumb-phalanx-proximal',
			'thumb-phalanx-distal',
			'pinky-finger-tip',
		]);
	});

	it('has a radius for every joint except `none`, smaller toward the tips', () => {
		expect(JOINTS[0]).toMatchObject({ name: 'none', radius: 0 });
		for (const { radius } of JOINTS.slice(1)) expect(radius > 0.005 && radius < 0.022).toBe(true);
		for (const names of Object.values(FINGER_JOINTS)) {
			const radii = names.map((name) => jointOf(name)!.radius);
			expect(radii).toEqual([...radii].sort((a, b) => b - a));
		}
	});

	it('hangs every joint but none on the wrist, palm at once and each finger as a chain', () => {
		expect(JOINTS.filter(({ parent }) => parent === null).map(({ name }) => name)).toEqual(['none', 'wrist']);
		expect(jointOf('palm')).toMatchObject({ parent: 'wrist', finger: null });
		for (const [finger, names] of Object.entries(FINGER_JOINTS) as [Finger, readonly JointName[]][]) {
			expect(names).toHaveLength(finger === 'thumb' ? 4 : 5);
			names.forEach((name, i) => {
				expect(jointOf(name)).toMatchObject({ finger, parent: names[i - 1] ?? 'wrist' });
				expect(name.startsWith(finger)).toBe(true);
			});
		}
		expect(Object.values(FINGER_JOINTS).flat()).toEqual(JOINT_NAMES.slice(3));
		for (const joint of JOINTS.slice(1)) {
			const chain = [joint.name];
			for (let at = joint; at.parent !== null && chain.length <= JOINT_COUNT; at = jointOf(at.parent)!)
				chain.push(at.parent);
			expect(chain.at(-1)).toBe('wrist');
		}
	});
});

describe('writeWebXRJoints', () => {
	it('copies the poses in the order of WebXR to where the caller wants them', () => {
		const hand = createHandSample();
		hand.joints.forEach((_, i) => {
			hand.joints[i] = i;
		});
		const out = new Float32Array(3 + WEBXR_JOINT_COUNT * POSE_STRIDE + 2).fill(-1);
		expect(writeWebXRJoints(hand, out, 3)).toBe(out);
		const expected = WEBXR_JOINTS.flatMap((name) => {
			const from = findWebXRJoint(name)!.index * POSE_STRIDE;
			return [...hand.joints.subarray(from, from + POSE_STRIDE)];
		});
		expect([...out]).toEqual([-1, -1, -1, ...expected, -1, -1]);
		expect([...writeWebXRJoints(hand, new Float32Array(expected.length))]).toEqual(expected);
	});

	it('returns joints as WebXR has them: −z points along the bone toward the tip', () => {
		const hands = sampleRecorded('mrtk-2.8.3-n033.bin');
		for (const hand of [hands.left, hands.right]) {
			const out = writeWebXRJoints(hand, new Float32Array(WEBXR_JOINT_COUNT * POSE_STRIDE));
			const poses = WEBXR_JOINTS.map((_, i) => [...out.subarray(i * POSE_STRIDE, (i + 1) * POSE_STRIDE)]);
			const cosines = poses.slice(1, -1).flatMap((pose, i) => {
				if (WEBXR_JOINTS[i + 1]?.endsWith('tip')) return [];
				const [, , , x = 0, y = 0, z = 0, w = 0] = pose;
				const ahead = [-2 * (x * z + w * y), -2 * (y * z - w * x), -1 + 2 * (x * x + y * y)];
				const bone = [0, 1, 2].map((axis) => poses[i + 2]![axis]! - pose[axis]!);
				return [ahead.reduce((sum, v, axis) => sum + v * bone[axis]!, 0) / Math.hypot(...bone)];
			});
			expect(cosines).toHaveLength(19);
			// Where blended poses pinch, the tip of the index finger lies up to 26° off its bone.
			expect(Math.min(...cosines)).toBeGreaterThan(0.89);
			expect(cosines.filter((cosine) => cosine < 0.999).length).toBeLessThanOrEqual(1);
		}
	});

	it('returns NaN for a hand that was never seen', () => {
		const { right } = sampleRecorded('mrtk-2.8.3-lost.bin');
		expect(writeWebXRJoints(right, new Float32Array(WEBXR_JOINT_COUNT * POSE_STRIDE)).every(Number.isNaN)).toBe(true);
	});
});
