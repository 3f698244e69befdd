import { JOINT_NAMES, JOINTS, type JointName } from '@handreel/core';
import { listSimilarNames } from '@handreel/core/internal';

/** The names of a rig's bones by joint. Joints that are left out do not move a bone. */
export type BoneMap = Readonly<Partial<Record<JointName, string>>>;

/** The names of joints in WebXR, as the bones of most hand models have them. */
export const WEBXR_BONES: BoneMap = /* @__PURE__ */ Object.fromEntries(
	JOINTS.flatMap(({ name, webxr }) => (webxr === null ? [] : [[name, webxr]])),
);

/**
 * Returns the joint of each bone, as an index of `JOINT_NAMES`, or −1 for a bone that no joint moves. Throws `TypeError` if
 * the map names a joint or a bone that does not exist, and if no bone has a joint.
 */
export function matchBones(bones: readonly string[], map: BoneMap = WEBXR_BONES): Int32Array {
	const joints = new Int32Array(bones.length).fill(-1);
	for (const [joint, bone] of Object.entries(map)) {
		const found = JOINT_NAMES.indexOf(joint as JointName);
		if (found < 0) throw new TypeError(describeUnknown(joint));
		const index = bones.indexOf(bone);
		if (index < 0 && map !== WEBXR_BONES) throw new TypeError(`bones: there is no bone '${bone}' for ${joint}`);
		if (index >= 0) joints[index] = found;
	}
	if (joints.every((joint) => joint < 0)) {
		throw new TypeError(`bones: no bone has a WebXR joint name; pass a map (${bones.slice(0, 3).join(', ')} …)`);
	}
	return joints;
}

/** The name may be WebXR's, which bones have. */
function describeUnknown(name: string): string {
	const joint = JOINTS.find(({ webxr }) => webxr === name);
	const near = joint === undefined ? listSimilarNames(name, JOINT_NAMES).slice(0, 3) : [joint.name];
	return `bones: there is no joint '${name}'; near are ${near}`;
}
