import { dotQuaternions, invertQuaternion, multiplyQuaternions } from '../../math/quaternion.ts';
import { FINGER_JOINTS, type JointName } from '../../model/joints.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';

/** Joints of a hand with their frames, by name. */
export type FramedJoints = ReadonlyMap<
	JointName,
	{ readonly candidates: Candidates; readonly frames: Float64Array | null }
>;

/** The cost of a rotation by 180° away from the home pose, per second. */
const STRENGTH = 2;
/** Keys that are further apart than this, in seconds, count as this far apart. */
const LONGEST_STEP = 1;
/** Joints agree if the squared scalar products of their offsets have this mean. Random rotations have 0.25. */
const AGREEMENT = 0.7;
const MIN_JOINTS = 3;
const THUMB: readonly JointName[] = FINGER_JOINTS.thumb;

/**
 * The costs of the candidates of a joint that does not follow its hand, two per key. Its home pose is the pose at the known key
 * if it followed the hand there. A joint may rotate on its own, but it hardly points away from its home pose for long. Motion
 * alone cannot tell: at w = 0 it may continue to either sign, and both paths are equally smooth. `null` if the home pose is unknown.
 */
export function homePoseCosts(name: JointName, joints: FramedJoints): Float64Array | null {
	const { candidates, frames } = joints.get(name) ?? {};
	const offset = findUsualOffset(name, joints);
	if (!candidates || !frames || candidates.known < 0 || offset === null) return null;
	const { count, times } = candidates;
	const home = multiplyQuaternions(frames.subarray(candidates.known * 4), offset, [0, 0, 0, 1] as Quat);
	if (Number.isNaN(home[0])) return null;
	const costs = new Float64Array(count * 2);
	const candidate: Quat = [0, 0, 0, 1];
	for (let k = 0; k < count; k++) {
		const time = (times[Math.min(k + 1, count - 1)]! - times[Math.max(k - 1, 0)]!) / 2;
		const weight = STRENGTH * Math.min(time, LONGEST_STEP);
		for (let sign = 0; sign < 2; sign++) {
			costs[k * 2 + sign] = weight * (1 - compare(readCandidate(candidates, k, sign, candidate), home));
		}
	}
	return costs;
}

// The rotation relative to the frames that most other joints have at their known keys; `null` if they do not agree. The bones of a
// thumb have another rotation about their axes than those of fingers.
function findUsualOffset(name: JointName, joints: FramedJoints): Quat | null {
	const isThumb = THUMB.includes(name);
	const offsets: Quat[] = [];
	for (const [other, { candidates, frames }] of joints) {
		const { known, knownSign } = candidates;
		if (other === name || THUMB.includes(other) !== isThumb || frames === null || known < 0) continue;
		const back = invertQuaternion(frames.subarray(known * 4), [0, 0, 0, 1] as Quat);
		const offset = readCandidate(candidates, known, knownSign < 0 ? 1 : 0, [0, 0, 0, 1]);
		multiplyQuaternions(back, offset, offset);
		if (!Number.isNaN(offset[0])) offsets.push(offset);
	}
	if (offsets.length < MIN_JOINTS) return null;
	let usual: Quat | null = null;
	let most = AGREEMENT * offsets.length;
	for (const offset of offsets) {
		const total = offsets.reduce((sum, other) => sum + compare(offset, other), 0);
		if (total > most) [usual, most] = [offset, total];
	}
	return usual;
}

// 1 for equal rotations, 0 for rotations that are 180° apart.
function compare(a: Readonly<Quat>, b: Readonly<Quat>): number {
	return dotQuaternions(a, b) ** 2;
}
