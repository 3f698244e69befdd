import { angleBetweenQuaternions, dotQuaternions, normalizeQuaternion } from '../../math/quaternion.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { addPredictionCosts, measureDeviation, type Prediction } from './prediction-costs.ts';

/** The number of keys on each side that a prediction may use. Few follow fast motion, many average out noise. */
const WIDTHS: readonly number[] = [1, 2, 4, 8];
/** With at least this many keys, the path may be curved. */
const CURVED_KEYS = 4;
/** Keys with unknown signs hardly count, but keep the equations solvable. */
const LEAST_WEIGHT = 1e-6;

/**
 * Adds the costs of a joint's candidates by their distance from the path of the keys before and after, over time. Uses
 * the number of keys that predicts sure keys best.
 */
export function addTimeCosts(candidates: Candidates, chances: Float64Array, costs: Float64Array): void {
	let best: Prediction | null = null;
	let least = Number.POSITIVE_INFINITY;
	for (const width of WIDTHS) {
		const prediction = predictByTime(candidates, chances, width);
		const deviation = measureDeviation(candidates, prediction, chances);
		if (deviation < least) [best, least] = [prediction, deviation];
	}
	if (best !== null) addPredictionCosts(candidates, best, least, costs);
}

// Fits a line or a parabola to the components of the keys around each key, without the key itself.
function predictByTime(candidates: Candidates, chances: Float64Array, width: number): Prediction {
	const { count, times } = candidates;
	const rotations = new Float64Array(count * 4).fill(Number.NaN);
	const scales = new Float64Array(count);
	const trust = new Float64Array(count);
	// The weights times powers of time, and these times the four components.
	const sums = new Float64Array(5);
	const parts = new Float64Array(12);
	const rotation: Quat = [0, 0, 0, 1];
	const before: Quat = [0, 0, 0, 1];
	for (let k = 1; k < count - 1; k++) {
		const from = Math.max(0, k - width);
		const to = Math.min(count - 1, k + width);
		const scale = Math.max(times[to]! - times[from]!, Number.EPSILON);
		sums.fill(0);
		parts.fill(0);
		for (let i = from; i <= to; i++) {
			if (i === k) continue;
			readCandidate(candidates, i, chances[i]! < 0.5 ? 1 : 0, rotation);
			if (i > from && dotQuaternions(rotation, before) < 0) for (let part = 0; part < 4; part++) rotation[part]! *= -1;
			for (let part = 0; part < 4; part++) before[part] = rotation[part]!;
			let weight = LEAST_WEIGHT + (2 * chances[i]! - 1) ** 2;
			for (let power = 0; power < 5; power++) {
				sums[power]! += weight;
				for (let part = 0; part < 4 && power < 3; part++) parts[power * 4 + part]! += weight * rotation[part]!;
				weight *= (times[i]! - times[k]!) / scale;
			}
		}
		const [a, b, c] = to - from < CURVED_KEYS ? fitLine(sums) : fitParabola(sums);
		for (let part = 0; part < 4; part++)
			rotation[part] = a * parts[part]! + b * parts[part + 4]! + c * parts[part + 8]!;
		if (sums[0]! < 1 || !Number.isFinite(dotQuaternions(rotation, rotation))) continue;
		normalizeQuaternion(rotation, rotation);
		for (let part = 0; part < 4; part++) rotations[k * 4 + part] = rotation[part]!;
		readCandidate(candidates, k - 1, chances[k - 1]! < 0.5 ? 1 : 0, before);
		readCandidate(candidates, k + 1, chances[k + 1]! < 0.5 ? 1 : 0, rotation);
		scales[k] = angleBetweenQuaternions(before, rotation);
		trust[k] = Math.abs(chances[k - 1]! - 0.5) + Math.abs(chances[k + 1]! - 0.5);
	}
	return { rotations, scales, trust };
}

// The factors of the sums of values, values times time, and values times squared time that give the fitted value at time 0.
function fitLine([s0 = 0, s1 = 0, s2 = 0]: Iterable<number> & ArrayLike<number>): [number, number, number] {
	const determinant = s0 * s2 - s1 * s1;
	return [s2 / determinant, -s1 / determinant, 0];
}

function fitParabola([s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0]: Iterable<number> & ArrayLike<number>): [
	number,
	number,
	number,
] {
	const a = s2 * s4 - s3 * s3;
	const b = s2 * s3 - s1 * s4;
	const c = s1 * s3 - s2 * s2;
	const determinant = s0 * a + s1 * b + s2 * c;
	return [a / determinant, b / determinant, c / determinant];
}
