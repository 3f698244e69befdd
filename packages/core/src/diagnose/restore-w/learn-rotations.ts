import { invertQuaternion, multiplyQuaternions, normalizeQuaternion } from '../../math/quaternion.ts';
import type { Side } from '../../model/recording.ts';
import type { Quat, Vec3 } from './axes.ts';
import { type Candidates, measureChoice, readCandidate } from './candidates.ts';
import { findOffset } from './frame-costs.ts';
import type { HandShape } from './hand-shape.ts';
import type { Prediction } from './prediction-costs.ts';
import { regressByShape, type ShapeSample } from './shape-regression.ts';

/** How a joint deviates from its frames, by the shape of the hand. */
export interface LearnedJoint extends ShapeSample {
	/** The signs of the values, which are those of a right hand. */
	readonly signs: Readonly<Vec3>;
	readonly frames: Float64Array;
	/** The usual rotation relative to the frames, from which the values deviate: x, y, and z of quaternions. */
	readonly offset: Quat;
}

/** In the frames of a hand, x points to the index finger and z along the fingers, so that hands differ in y. */
const SIGNS: Readonly<Record<Side, Readonly<Vec3>>> = { left: [-1, 1, -1], right: [1, 1, 1] };
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
	const { count } = candidates;
	const offset = findOffset(candidates, frames, chances, null, false);
	if (offset === null) return null;
	const offsetBack = invertQuaternion(offset, [0, 0, 0, 1] as Quat);
	const signs = SIGNS[side];
	const values = new Float64Array(count * 3);
	const variances = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
	const turn: Quat = [0, 0, 0, 1];
	const back: Quat = [0, 0, 0, 1];
	for (let k = 0; k < count; k++) {
		readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, turn);
		multiplyQuaternions(multiplyQuaternions(invertQuaternion(frames, back, k * 4), turn, turn), offsetBack, turn);
		if (Number.isNaN(turn[3])) continue;
		for (let i = 0; i < 3; i++) values[k * 3 + i] = turn[i]! * signs[i]! * (turn[3] < 0 ? -1 : 1);
		variances[k] = NOISE ** 2 + chances[k]! * (1 - chances[k]!) * (measureChoice(candidates, k) / 2) ** 2;
	}
	return { signs, frames, offset, shape, values, variances };
}

/**
 * Predicts the rotations of a joint from the shape of the hand, as learned from its other keys and from the same joint of the
 * other hand. Joints deviate from their frames by up to 30° in some shapes, thumbs most of all, but always in the same way.
 */
export function predictByLearning(joint: LearnedJoint, counterpart: LearnedJoint | null): Prediction {
	const { signs, frames, offset } = joint;
	const { values, variances } = regressByShape(joint, counterpart);
	const rotations = new Float64Array(variances.length * 4);
	const turn: Quat = [0, 0, 0, 1];
	for (let k = 0; k < variances.length; k++) {
		for (let i = 0; i < 3; i++) turn[i] = values[k * 3 + i]! * signs[i]!;
		turn[3] = Math.sqrt(Math.max(0, 1 - turn[0] ** 2 - turn[1] ** 2 - turn[2] ** 2));
		normalizeQuaternion(turn, turn);
		multiplyQuaternions(frames, multiplyQuaternions(turn, offset, turn), rotations, k * 4, 0, k * 4);
	}
	return {
		rotations,
		scales: variances.map((variance) => 2 * Math.sqrt(variance + NOISE ** 2)),
		trust: variances.map((variance) => (Number.isNaN(variance) ? 0 : 1)),
	};
}
