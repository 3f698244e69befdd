import { JOINT_NAMES, JOINTS, type JointName } from '@handreel/core';

/** The names of a rig's bones by joint. Joints that are left out do not move a bone. */
export type BoneMap = Readonly<Partial<Record<JointName, string>>>;

/** The names that WebXR gives to joints, as the bones of most hand models have them. */
export const WEBXR_BONES: BoneMap = /* @__PURE__ */ Object.fromEntries(
	JOINTS.flatMap(({ name, webxr }) => (webxr === null ? [] : [[name, webxr]])),
);

/**
 * Returns the joint of each bone, as an index of `JOINT_NAMES`, or −1 for a bone that no joint moves. Throws `TypeError` if
 * the map names a bone that does not exist, and if no bone has a joint.
 */
export function matchBones(bones: readonly string[], map: BoneMap = WEBXR_BONES): Int32Array {
	const joints = new Int32Array(bones.length).fill(-1);
	for (const [joint, bone] of Object.entries(map)) {
		const index = bones.indexOf(bone);
		if (index < 0 && map !== WEBXR_BONES) throw new TypeError(`bones: there is no bone '${bone}' for ${joint}`);
		if (index >= 0) joints[index] = JOINT_NAMES.indexOf(joint as JointName);
	}
	if (joints.every((joint) => joint < 0)) {
		throw new TypeError(`bones: no bone has a WebXR joint name; pass a map (${bones.slice(0, 3).join(', ')} …)`);
	}
	return joints;
}
