import {
	angleBetweenQuaternions,
	dotQuaternions,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
} from '../../math/quaternion.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import type { HandShape } from './hand-shape.ts';
import { addPredictionCosts, measureDeviation, type Prediction } from './prediction-costs.ts';

/** Changes of shape below this, in squared radians, say less than time about how far a joint has rotated. */
const SHAPE_NOISE = 0.01;
const SHORTEST_TIME = 1e-6;

/**
 * Adds the costs of a joint's candidates by their distance from the rotation between the keys before and after. A joint has
 * rotated relative to the palm as far as the shape of the hand has changed, by the positions.
 */
export function addShapeCosts(
	shape: HandShape,
	candidates: Candidates,
	chances: Float64Array,
	costs: Float64Array,
): void {
	const prediction = predictByShape(candidates, shape, chances);
	addPredictionCosts(candidates, prediction, measureDeviation(candidates, prediction, chances), costs);
}

function predictByShape(candidates: Candidates, { palm, size, values }: HandShape, chances: Float64Array): Prediction {
	const { count, times } = candidates;
	const rotations = new Float64Array(count * 4).fill(Number.NaN);
	const scales = new Float64Array(count);
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
		const dot = dotQuaternions(from, to);
		if (Number.isNaN(dot) || Number.isNaN(share) || Number.isNaN(palm[k * 4])) continue;
		scales[k] = angleBetweenQuaternions(from, to);
		for (let i = 0; i < 4; i++) from[i] = from[i]! * (1 - share) + to[i]! * (dot < 0 ? -share : share);
		normalizeQuaternion(from, from);
		multiplyQuaternions(palm, from, rotations, k * 4, 0, k * 4);
		trust[k] = Math.abs(chances[k - 1]! - 0.5) + Math.abs(chances[k + 1]! - 0.5);
	}
	return { rotations, scales, trust };
}
