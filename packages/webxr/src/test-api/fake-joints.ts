import { findWebXRJoint, WEBXR_JOINT_COUNT } from '@handreel/core';
import type { VirtualInputState } from '../device/virtual-input.ts';
import { type FakeXRJointStateInit, readTransform } from './fake-init.ts';

const POSE = 7;

/**
 * Returns the joints of a hand; `null` for a hand that is not tracked. Joints that are not listed are unknown. Throws `TypeError`
 * for an unknown name.
 */
export function readJoints(
	list: readonly FakeXRJointStateInit[] | null,
	radii: ArrayLike<number>,
): Pick<VirtualInputState, 'joints' | 'radii'> {
	if (list === null) return { joints: null, radii };
	const joints = new Float32Array(WEBXR_JOINT_COUNT * POSE).fill(Number.NaN);
	const sizes = Array.from(radii);
	for (const { jointName, pose, radius } of list) {
		const joint = findWebXRJoint(jointName);
		if (joint === undefined) throw new TypeError(`jointName: '${jointName}' is not an XRHandJoint`);
		joints.set(readTransform(pose), joint.webxrIndex * POSE);
		if (radius !== undefined) sizes[joint.webxrIndex] = radius;
	}
	return { joints, radii: sizes };
}
