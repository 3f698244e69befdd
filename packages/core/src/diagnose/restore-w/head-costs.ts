import { evaluateCurveAt } from '../../curves/evaluate.ts';
import { rotateVector } from '../../math/quaternion.ts';
import { angleBetweenVectors, normalizeVector } from '../../math/vector.ts';
import { isTrueValue } from '../../model/curve.ts';
import type { HandCurves, Recording } from '../../model/recording.ts';
import { FORWARD, type Quat, RIGHT, type Vec3 } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { vectorsAt } from './hand-frames.ts';
import { longTailed } from './step-costs.ts';

// Typical angles, in radians: of gaze and hands from straight ahead, and of a head's tilt to the side.
const USUAL_GAZE = 0.35;
const USUAL_HAND = 0.5;
const USUAL_ROLL = 0.15;
const GAZE_WEIGHT = 0.7;
const HAND_WEIGHT = 0.2;
const ROLL_WEIGHT = 0.2;

/** Something ahead of the head: vectors to it, by axis, and whether it is present. */
interface Target {
	readonly vectors: readonly Float64Array[];
	readonly isThere: Float64Array | null;
	readonly usual: number;
	readonly weight: number;
}

/** The costs of the head's candidates, two per key: gaze and hands are ahead of a head, and heads are upright. */
export function headCosts(recording: Recording, candidates: Candidates): Float64Array {
	const { count, times } = candidates;
	const costs = new Float64Array(count * 2);
	const targets = listTargets(recording, times);
	const candidate: Quat = [0, 0, 0, 1];
	const ahead: Vec3 = [0, 0, 0];
	const right: Vec3 = [0, 0, 0];
	const vector: Vec3 = [0, 0, 0];
	for (let k = 0; k < count; k++) {
		for (let sign = 0; sign < 2; sign++) {
			readCandidate(candidates, k, sign, candidate);
			rotateVector(candidate, FORWARD, ahead);
			rotateVector(candidate, RIGHT, right);
			const roll = Math.asin(Math.max(-1, Math.min(1, right[1])));
			let cost = ROLL_WEIGHT * longTailed(roll / USUAL_ROLL);
			for (const { vectors, isThere, usual, weight } of targets) {
				for (let axis = 0; axis < 3; axis++) vector[axis] = vectors[axis]![k]!;
				if ((isThere !== null && !isTrueValue(isThere[k]!)) || !(normalizeVector(vector, vector) > 1e-4)) continue;
				cost += weight * longTailed(angleBetweenVectors(ahead, vector) / usual);
			}
			costs[k * 2 + sign] = cost;
		}
	}
	return costs;
}

function listTargets({ head, hands, gaze }: Recording, times: Float64Array): Target[] {
	const targets: Target[] = [];
	const looks = gaze && vectorsAt(gaze.direction, times);
	if (looks) targets.push({ vectors: looks, isThere: null, usual: USUAL_GAZE, weight: GAZE_WEIGHT });
	const eyes = head && vectorsAt(head.position, times);
	for (const { tracked, joints } of Object.values<HandCurves>(hands ?? {})) {
		const wrist = vectorsAt(joints.wrist.position, times);
		if (!wrist || !eyes) continue;
		const vectors = wrist.map((values, axis) => values.map((value, k) => value - eyes[axis]![k]!));
		const isThere = evaluateCurveAt(tracked, times, new Float64Array(times.length));
		targets.push({ vectors, isThere, usual: USUAL_HAND, weight: HAND_WEIGHT });
	}
	return targets;
}
