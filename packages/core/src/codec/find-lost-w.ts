import { JOINT_NAMES } from '../model/joints.ts';
import { type QuatCurves, type Recording, SIDES } from '../model/recording.ts';
import { createCurveReader } from './key-reader.ts';
import { canLoseW, findLostPartition } from './lost-keys.ts';

/** A rotation whose w curve MRTK dropped (FORMAT.md, "Lost rotation w"). */
export interface LostW {
	/** The path of the rotation, such as `hands.left.joints.indexTip.rotation`. */
	readonly path: string;
	/** Its four curves in the file. */
	readonly rotation: QuatCurves;
	/** The number of keys that w should have: as many as x. */
	readonly keyCount: number;
	/**
	 * `'some'` if only the first key of w is left; `'none'` if a second key has the last value of z, as with partition size
	 * 0.
	 */
	readonly partition: 'some' | 'none';
}

/**
 * Lists the rotations whose w curve MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 dropped, in file order: w has one key while x, y, and
 * z have several, or two keys of which the second has the last value of z. Empty for layouts that these releases do not
 * write.
 */
export function findLostW(recording: Recording): LostW[] {
	const found: LostW[] = [];
	if (!canLoseW(recording.layout)) return found;
	const look = (path: string, rotation: QuatCurves): void => {
		const { x, y, z, w } = rotation;
		const partition = findLostPartition(
			createCurveReader(x),
			createCurveReader(y),
			createCurveReader(z),
			createCurveReader(w),
		);
		if (partition !== null) found.push({ path, rotation, keyCount: rotation.x.count, partition });
	};
	const { head, hands } = recording;
	if (head !== null) look('head.rotation', head.rotation);
	if (hands !== null) {
		for (const side of SIDES) {
			for (const name of JOINT_NAMES) look(`hands.${side}.joints.${name}.rotation`, hands[side].joints[name].rotation);
		}
	}
	return found;
}
