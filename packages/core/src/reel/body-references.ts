import { BODY_JOINTS, type BodyJoint } from '../model/body-joints.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import type { Recording } from '../model/recording.ts';

// What predicts the joints of a body, which are tracks (REEL.md, "Sections"): joints of its hands are those of the tracked hands,
// its head goes with the head, and every other joint with the joint before it.

/**
 * Lists the references of the poses of the section `others` with groups of these kinds. Poses are counted over the sections
 * before. Empty for recordings without a body.
 */
export function listBodyReferences(recording: Recording, kinds: readonly string[]): (readonly number[])[] {
	const { head, hands, tracks } = recording;
	const joints = new Map<string, BodyJoint>(BODY_JOINTS.map((joint) => [joint.track, joint]));
	const poses = tracks.filter(({ kind }) => kind === 'pose');
	if (!poses.some(({ name }) => joints.has(name))) return [];
	const before = (head === null ? 0 : 1) + (hands === null ? 0 : 2 * JOINT_NAMES.length);
	const first = kinds.filter((kind) => kind === 'pose').length - poses.length;
	const places = new Map(poses.map(({ name }, i) => [name, before + first + i]));
	const references: (readonly number[])[] = Array.from({ length: first }, () => []);
	for (const { name } of poses) {
		const joint = joints.get(name);
		references.push(joint === undefined ? [] : listReferences(joint, places.get(name)!));
	}
	return references;

	function listReferences({ name, parent, hand }: BodyJoint, place: number): number[] {
		const found: number[] = [];
		if (hand !== null && hands !== null) {
			const start = head === null ? 0 : 1;
			found.push(start + (hand.side === 'left' ? 0 : JOINT_NAMES.length) + JOINT_NAMES.indexOf(hand.joint));
		}
		if (name === 'head' && head !== null) found.push(0);
		const previous = places.get(BODY_JOINTS[parent]?.track ?? '');
		if (previous !== undefined && previous < place) found.push(previous);
		return found.map((other) => place - other);
	}
}
