import { invertQuaternion, multiplyQuaternions } from '../../math/quaternion.ts';
import type { Side } from '../../model/recording.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { findOffset } from './frame-costs.ts';
import type { HandShape } from './hand-shape.ts';
import type { Prediction } from './prediction-costs.ts';
import { regressByShape, type ShapeSample } from './shape-regression.ts';

/** How a joint deviates from its frames, by the shape of the hand. */
export interface LearnedJoint extends ShapeSample {
	readonly side: Side;
	readonly frames: Float64Array;
	/** The usual rotation relative to the frames, from which the values deviate: halved rotation vectors, mirrored if left. */
	readonly offset: Quat;
}

/** The deviation of a key, as half an angle in radians. */
const NOISE = 0.007;
/** Learns how a joint deviates from its frames where its signs are certain; `null` if it has no frames. */
export function learnJoint(
	side: Side,
	candidates: Candidates,
	frames: Float64Array,
	shape: HandShape,
	chances: Float64Array,
): LearnedJoint | null {
	const { count, quaternions } = candidates;
	const offset = findOffset(candidates, frames, chances, null, false);
	if (offset === null) return null;
	const offsetBack = invertQuaternion(offset, [0, 0, 0, 1] as Quat);
	const values = new Float64Array(count * 3);
	const variances = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
	const turn: Quat = [0, 0, 0, 1];
	const back: Quat = [0, 0, 0, 1];
	for (let k = 0; k < count; k++) {
		readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, turn);
		multiplyQuaternions(multiplyQuaternions(invertQuaternion(frames, back, k * 4), turn, turn), offsetBack, turn);
		if (Number.isNaN(turn[3])) continue;
		writeValues(turn, side, values, k * 3);
		const w = quaternions[k * 4 + 3]!;
		const apart = 4 * Math.asin(Math.min(w, Math.sqrt(Math.max(0, 1 - w * w))));
		variances[k] = NOISE ** 2 + chances[k]! * (1 - chances[k]!) * (apart / 2) ** 2;
	}
	return { side, frames, offset, shape, values, variances };
}

/**
 * Predicts the rotations of a joint from the shape of the hand, as learned from its other keys and from the same joint of the
 * other hand. Joints deviate from their frames by up to 30° in some shapes, thumbs most of all, but always in the same way.
 */
export function predictByLearning(joint: LearnedJoint, counterpart: LearnedJoint | null): Prediction {
	const { side, frames, offset } = joint;
	const { values, variances } = regressByShape(joint, counterpart);
	const rotations = new Float64Array(variances.length * 4);
	const turn: Quat = [0, 0, 0, 1];
	for (let k = 0; k < variances.length; k++) {
		readValues(values, k * 3, side, turn);
		multiplyQuaternions(frames, multiplyQuaternions(turn, offset, turn), rotations, k * 4, 0, k * 4);
	}
	return {
		rotations,
		scales: variances.map((variance) => 2 * Math.sqrt(variance + NOISE ** 2)),
		trust: variances.map((_, k) => (Number.isNaN(rotations[k * 4]) ? 0 : 1)),
	};
}

// In the frames of a hand, y is mirrored.
function writeValues(turn: Readonly<Quat>, side: Side, out: Float64Array, at: number): void {
	const sign = turn[3] < 0 ? -1 : 1;
	const mirror = side === 'left' ? -sign : sign;
	out[at] = mirror * turn[0];
	out[at + 1] = sign * turn[1];
	out[at + 2] = mirror * turn[2];
}

function readValues(values: Float64Array, at: number, side: Side, out: Quat): void {
	const mirror = side === 'left' ? -1 : 1;
	out[0] = mirror * values[at]!;
	out[1] = values[at + 1]!;
	out[2] = mirror * values[at + 2]!;
	const square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
	out[3] = Math.sqrt(Math.max(0, 1 - square));
	const length = Math.sqrt(square + out[3] * out[3]);
	for (let i = 0; i < 4; i++) out[i]! /= length;
}
