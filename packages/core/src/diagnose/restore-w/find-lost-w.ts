import { type Curve, getKeyTime, getKeyValue } from '../../model/curve.ts';
import { JOINT_NAMES } from '../../model/joints.ts';
import { type QuatCurves, type Recording, SIDES } from '../../model/recording.ts';

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

/** If the lengths of two rotations differ by more, w is considered lost. */
const LENGTH_TOLERANCE = 1e-3;

/**
 * Lists the rotations whose w curve MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 dropped, in file order: w has one key while x, y, and
 * z have several, or two keys of which the second has the last value of z.
 */
export function findLostW(recording: Recording): LostW[] {
	const found: LostW[] = [];
	const look = (path: string, rotation: QuatCurves): void => {
		const partition = lostPartition(rotation);
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

function lostPartition({ x, y, z, w }: QuatCurves): LostW['partition'] | null {
	if (x.count < 2 || y.count < 2 || z.count < 2) return null;
	if (w.count === 1) return 'some';
	if (w.count !== 2) return null;
	const last = z.count - 1;
	if (!Object.is(getKeyValue(w, 1), getKeyValue(z, last)) || getKeyTime(w, 1) !== getKeyTime(z, last)) return null;
	if (x.count > 2) return 'none';
	// With two keys everywhere, the last w may equal z by chance, or all values are 0, as in joint None.
	const change = rotationLength(x, y, z, w, 1) - rotationLength(x, y, z, w, 0);
	return Math.abs(change) > LENGTH_TOLERANCE ? 'none' : null;
}

function rotationLength(x: Curve, y: Curve, z: Curve, w: Curve, key: number): number {
	return Math.hypot(getKeyValue(x, key), getKeyValue(y, key), getKeyValue(z, key), getKeyValue(w, key));
}
