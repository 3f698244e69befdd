import { hasKeys, JOINTS, type Recording, SIDES, type Side } from '@handreel/core';

/** A joint of a skeleton. */
export interface Bone {
	/** `head`, `left_wrist`, `left_indexTip` and so on. */
	readonly name: string;
	/** The hand, or `null` for the head. */
	readonly side: Side | null;
	/** The index of the joint in its hand. */
	readonly joint: number;
	/** The index of the parent, or −1 below the root. */
	readonly parent: number;
}

/** The name of the root of a file that handreel wrote. */
export const ROOT_NAME = 'handreel';
/** The name of the root if positions are to be added to offsets. */
export const ADDING_ROOT_NAME = 'handreel_three';
/** Meters per unit: files have centimeters. */
export const METERS_PER_UNIT = 0.01;

/** Lists the head and the joints of hands that have keys, parents first. A joint without keys is left out of its chain. */
export function listBones({ head, hands }: Recording): Bone[] {
	const bones: Bone[] = [];
	if (head !== null && hasKeys(head)) bones.push({ name: 'head', side: null, joint: 0, parent: -1 });
	for (const side of hands === null ? [] : SIDES) {
		const indices = new Map<string, number>();
		for (const { name, parent, index } of JOINTS) {
			const above = parent === null ? -1 : (indices.get(parent) ?? -1);
			// Children of a joint without keys are those of its parent.
			if (name === 'none' || !hasKeys(hands![side].joints[name])) {
				indices.set(name, above);
				continue;
			}
			indices.set(name, bones.length);
			bones.push({ name: `${side}_${name}`, side, joint: index, parent: above });
		}
	}
	return bones;
}

/** The parts of a recording by the names of bones. */
export function isPartName(name: string): boolean {
	return name === 'head' || SIDES.some((side) => JOINTS.some((joint) => `${side}_${joint.name}` === name));
}
