import { rotateVector } from '../math/quaternion.ts';
import type { Side } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { DEGREE, FINGER_MODELS, type FingerModel, THUMB_BASE } from './hand-model.ts';
import { FINGER_ANGLES, HAND_ANGLES } from './hand-shapes.ts';

/** The numbers of an axis: how points beyond the joint turn, then how they shift, both per degree. */
export const AXIS_STRIDE = 6;

const WRIST: number = POSE_STRIDE;
const ROTATION = 3;

const vector = new Float64Array(3);
const half = new Float64Array(3);

/**
 * Writes the derivatives of the joints that `writeHandJoints` has written, and returns `out`. A point `p` beyond the joint
 * `j` of an angle moves by `turn × (p − j) + shift` per degree of that angle. The joint itself moves by `shift`, which is 0 but for
 * the base of the thumb, which slides with its abduction.
 */
export function writeHandAxes(
	side: Side,
	size: number,
	angles: Float64Array,
	joints: Float64Array,
	out: Float64Array = new Float64Array(HAND_ANGLES * AXIS_STRIDE),
): Float64Array {
	const mirror = side === 'right' ? 1 : -1;
	out.fill(0);
	for (let finger = 0; finger < FINGER_MODELS.length; finger++) {
		const model = FINGER_MODELS[finger]!;
		const start = finger * FINGER_ANGLES;
		const at = model.joint * POSE_STRIDE;
		const [, perFlexion, perAbduction] = model.twist;
		// The first joint is Rx(−f) Ry(a) Rz(t) in the wrist, and its twist t follows f and a.
		addTurn(joints, WRIST, -DEGREE, 0, 0, out, start);
		addTurn(joints, at, 0, 0, mirror * perFlexion * DEGREE, out, start);
		const flexion = angles[start]! * DEGREE;
		addTurn(
			joints,
			WRIST,
			0,
			mirror * Math.cos(flexion) * DEGREE,
			-mirror * Math.sin(flexion) * DEGREE,
			out,
			start + 1,
		);
		addTurn(joints, at, 0, 0, mirror * perAbduction * DEGREE, out, start + 1);
		addSlide(model, angles[start + 1]!, mirror, size / 1000, joints, out, (start + 1) * AXIS_STRIDE + 3);
		addTurn(joints, at, -DEGREE, 0, 0, out, start + 2);
		addTurn(joints, at + POSE_STRIDE, -DEGREE, 0, 0, out, start + 3);
	}
	return out;
}

// Adds a rotation vector, given in the frame of a joint, to the turn of an angle.
function addTurn(
	joints: Float64Array,
	frame: number,
	x: number,
	y: number,
	z: number,
	out: Float64Array,
	angle: number,
): void {
	vector[0] = x;
	vector[1] = y;
	vector[2] = z;
	rotateVector(joints, vector, half, frame + ROTATION);
	for (let i = 0; i < 3; i++) out[angle * AXIS_STRIDE + i]! += half[i]!;
}

// The base slides on a sphere about the wrist.
function addSlide(
	{ first, slide }: FingerModel,
	abduction: number,
	mirror: number,
	scale: number,
	joints: Float64Array,
	out: Float64Array,
	at: number,
): void {
	if (slide[0] === 0 && slide[1] === 0 && slide[2] === 0) return;
	let [square, along] = [0, 0];
	for (let i = 0; i < 3; i++) {
		vector[i] = first[i]! + slide[i]! * abduction;
		square += vector[i]! ** 2;
		along += vector[i]! * slide[i]!;
	}
	const factor = (THUMB_BASE / Math.sqrt(square)) * scale;
	for (let i = 0; i < 3; i++) vector[i] = (slide[i]! - (vector[i]! * along) / square) * factor;
	vector[0]! *= mirror;
	rotateVector(joints, vector, half, WRIST + ROTATION);
	for (let i = 0; i < 3; i++) out[at + i]! += half[i]!;
}
