import { JOINTS, type Recording, SIDES, type Side } from '@handreel/core';
import { hasKeys } from '@handreel/core/internal';
import type { BvhUnit } from './options.ts';

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

/** Meters per unit of a file. */
export const METERS_PER_UNIT: Readonly<Record<BvhUnit, number>> = { m: 1, cm: 0.01 };

/** What the name of the root reveals about a file that handreel wrote. */
export interface RootKind {
	/** Whether positions are to be added to offsets. */
	readonly adds: boolean;
	readonly unit: BvhUnit;
}

/** Names the root of a file. */
export function nameRoot({ adds, unit }: RootKind): string {
	return `handreel${adds ? '_three' : ''}${unit === 'm' ? '_m' : ''}`;
}

/** Reads the name of a root; `null` if another program wrote it. */
export function readRoot(name: string): RootKind | null {
	const match = /^handreel(_three)?(_m)?$/.exec(name);
	return match && { adds: match[1] !== undefined, unit: match[2] === undefined ? 'cm' : 'm' };
}

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
