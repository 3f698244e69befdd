import { invertQuaternion, rotateVector } from '../../math/quaternion.ts';
import { normalizeVector } from '../../math/vector.ts';
import { FINGER_JOINTS, type JointName } from '../../model/joints.ts';
import type { HandCurves, Side } from '../../model/recording.ts';
import type { Quat, Vec3 } from './axes.ts';
import { createHandFrames, vectorsAt } from './hand-frames.ts';

/** The shape of a hand at the keys of a joint: the directions of its bones, seen from the palm. Left hands are mirrored. */
export interface HandShape {
	/** The frames of the palm, four numbers per key. */
	readonly palm: Float64Array;
	/** The number of values per key. */
	readonly size: number;
	readonly values: Float64Array;
}

/** The other fingers tell less about a joint than its own finger. */
const OTHER_WEIGHT = 0.5;

/** Measures the shape of a hand at the keys of a joint; `null` if the positions are not sufficient. */
export function measureShape(hand: HandCurves, side: Side, joint: JointName, times: Float64Array): HandShape | null {
	const palm = createHandFrames(hand, 'palm', times);
	if (palm === null) return null;
	const wrist = vectorsAt(hand.joints.wrist.position, times);
	const fingers = Object.values<readonly JointName[]>(FINGER_JOINTS);
	const size = fingers.flat().length * 3;
	const values = new Float64Array(times.length * size);
	const back: Quat = [0, 0, 0, 1];
	const bone: Vec3 = [0, 0, 0];
	let at = 0;
	for (const finger of fingers) {
		const weight = finger.includes(joint) ? 1 : OTHER_WEIGHT;
		let from = wrist;
		for (const name of finger) {
			const to = vectorsAt(hand.joints[name].position, times);
			for (let k = 0; k < times.length && from !== null && to !== null; k++) {
				for (let axis = 0; axis < 3; axis++) bone[axis] = to[axis]![k]! - from[axis]![k]!;
				normalizeVector(bone, bone);
				rotateVector(invertQuaternion(palm, back, k * 4), bone, bone);
				// The x of a palm points to the index finger and its z along the fingers, so that y is mirrored.
				if (side === 'left') bone[1] *= -1;
				for (let axis = 0; axis < 3; axis++) values[k * size + at + axis] = weight * bone[axis]!;
			}
			from = to ?? from;
			at += 3;
		}
	}
	return { palm, size, values };
}
