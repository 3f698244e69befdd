import { type Curve, hasKeys, JOINTS, type PoseCurves, type Recording, SIDES } from '@handreel/core';

/** A joint of a skeleton. */
export interface Bone {
	/** `head`, `left_wrist`, `left_indexTip` and so on. */
	readonly name: string;
	readonly pose: PoseCurves;
	/** The index of the parent, or −1 below the root. */
	readonly parent: number;
	/** While this is false, the pose does not count; `null` if it always does. */
	readonly tracked: Curve | null;
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
	if (head !== null && hasKeys(head)) bones.push({ name: 'head', pose: head, parent: -1, tracked: null });
	for (const side of hands === null ? [] : SIDES) {
		const indices = new Map<string, number>();
		for (const { name, parent } of JOINTS) {
			const pose = hands![side].joints[name];
			const above = parent === null ? -1 : (indices.get(parent) ?? -1);
			// Children of a joint without keys are those of its parent.
			if (name === 'none' || !hasKeys(pose)) {
				indices.set(name, above);
				continue;
			}
			indices.set(name, bones.length);
			bones.push({ name: `${side}_${name}`, pose, parent: above, tracked: hands![side].tracked });
		}
	}
	return bones;
}

/** The parts of a recording by the names of bones. */
export function isPartName(name: string): boolean {
	return name === 'head' || SIDES.some((side) => JOINTS.some((joint) => `${side}_${joint.name}` === name));
}
