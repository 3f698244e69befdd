import {
	angleBetweenQuaternions,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
} from '../../math/quaternion.ts';
import { normalizeVector } from '../../math/vector.ts';
import type { JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import type { Quat, Vec3 } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { createHandFrames, vectorsAt } from './hand-frames.ts';
import { chainOf } from './neighbor-guide.ts';
import { addPredictionCosts, measureDeviation, type Prediction } from './prediction-costs.ts';

/** The shape of a finger over time: the directions of its bones relative to the palm. */
interface FingerShape {
	/** The frames of the palm, four numbers per key. */
	readonly palm: Float64Array;
	/** The number of values per key. */
	readonly size: number;
	readonly values: Float64Array;
}

/** Changes of shape below this, in squared radians, say less than time about how far a joint has rotated. */
const SHAPE_NOISE = 0.01;
const SHORTEST_TIME = 1e-6;

/**
 * Adds the costs of a joint's candidates by their distance from the rotation between the keys before and after. A joint has
 * rotated relative to the palm as far as its finger has moved, by the positions.
 */
export function addShapeCosts(
	hand: HandCurves,
	joint: JointName,
	candidates: Candidates,
	chances: Float64Array,
	costs: Float64Array,
): void {
	const shape = measureFinger(hand, joint, candidates.times);
	if (shape === null) return;
	const prediction = predictByShape(candidates, shape, chances);
	addPredictionCosts(candidates, prediction, measureDeviation(candidates, prediction, chances), costs);
}

function measureFinger(hand: HandCurves, joint: JointName, times: Float64Array): FingerShape | null {
	const palm = createHandFrames(hand, 'palm', times);
	if (palm === null) return null;
	const chain = chainOf(joint);
	const names: readonly JointName[] = chain.length > 0 ? ['wrist', ...chain] : [];
	const paths = names.map((name) => vectorsAt(hand.joints[name].position, times)).filter((path) => path !== null);
	const size = Math.max(0, paths.length - 1) * 3;
	const values = new Float64Array(times.length * size);
	const back: Quat = [0, 0, 0, 1];
	const bone: Vec3 = [0, 0, 0];
	for (let k = 0; k < times.length; k++) {
		invertQuaternion(palm, back, k * 4);
		for (let i = 1; i < paths.length; i++) {
			for (let axis = 0; axis < 3; axis++) bone[axis] = paths[i]![axis]![k]! - paths[i - 1]![axis]![k]!;
			normalizeVector(bone, bone);
			rotateVector(back, bone, bone);
			values.set(bone, k * size + (i - 1) * 3);
		}
	}
	return { palm, size, values };
}

function predictByShape(
	candidates: Candidates,
	{ palm, size, values }: FingerShape,
	chances: Float64Array,
): Prediction {
	const { count, times } = candidates;
	const rotations = new Float64Array(count * 4).fill(Number.NaN);
	const steps = new Float64Array(count);
	const trust = new Float64Array(count);
	const [from, to, frame]: [Quat, Quat, Quat] = [
		[0, 0, 0, 1],
		[0, 0, 0, 1],
		[0, 0, 0, 1],
	];
	const readTurn = (k: number, out: Quat): void => {
		readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, out);
		multiplyQuaternions(invertQuaternion(palm, frame, k * 4), out, out);
	};
	for (let k = 1; k < count - 1; k++) {
		let whole = SHAPE_NOISE;
		let part = (SHAPE_NOISE * (times[k]! - times[k - 1]!)) / Math.max(times[k + 1]! - times[k - 1]!, SHORTEST_TIME);
		for (let i = 0; i < size; i++) {
			const start = values[(k - 1) * size + i]!;
			const change = values[(k + 1) * size + i]! - start;
			whole += change * change;
			part += change * (values[k * size + i]! - start);
		}
		const share = Math.min(1, Math.max(0, part / whole));
		readTurn(k - 1, from);
		readTurn(k + 1, to);
		const dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
		if (Number.isNaN(dot) || Number.isNaN(share) || Number.isNaN(palm[k * 4])) continue;
		steps[k] = angleBetweenQuaternions(from, to);
		for (let i = 0; i < 4; i++) from[i] = from[i]! * (1 - share) + to[i]! * (dot < 0 ? -share : share);
		normalizeQuaternion(from, from);
		multiplyQuaternions(palm, from, rotations, k * 4, 0, k * 4);
		trust[k] = Math.abs(chances[k - 1]! - 0.5) + Math.abs(chances[k + 1]! - 0.5);
	}
	return { rotations, steps, trust };
}
