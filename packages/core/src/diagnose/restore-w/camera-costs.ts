import { evaluateCurveAt } from '../../curves/evaluate.ts';
import type { Recording, Vec3Curves } from '../../model/recording.ts';
import { normalizeVector, type Quat, rotate, type Vec3 } from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';

export const K = { gaze: 0.35, hand: 0.5, roll: 0.15, wGaze: 0.7, wHand: 0.2, wRoll: 0.2 };

/** What the candidates of the camera cost: eyes and hands are ahead of it, and heads are held upright. */
export function cameraCosts(recording: Recording, track: Track): Float64Array {
	const { camera, hands, gaze } = recording;
	const { count, times } = track;
	const costs = new Float64Array(count * 2);
	if (camera === null) return costs;
	const eyes = vectorsAt(camera.position, times);
	const looks = gaze === null ? null : vectorsAt(gaze.direction, times);
	const reaches = (['left', 'right'] as const).map((side) => {
		const hand = hands?.[side];
		const positions = hand === undefined ? null : vectorsAt(hand.joints.wrist.position, times);
		if (hand === undefined || positions === null) return null;
		return { positions, tracked: evaluateCurveAt(hand.tracked, times, new Float64Array(count)) };
	});
	const q: Quat = [0, 0, 0, 1];
	const target: Vec3 = [0, 0, 0];
	for (let k = 0; k < count; k++) {
		for (let sign = 0; sign < 2; sign++) {
			readCandidate(track, k, sign, q);
			const ahead = rotate(q, [0, 0, 1], [0, 0, 0]);
			const right = rotate(q, [1, 0, 0], [0, 0, 0]);
			let cost = K.wRoll * robust(Math.asin(Math.max(-1, Math.min(1, right[1]))) / K.roll);
			if (looks !== null) {
				for (let i = 0; i < 3; i++) target[i] = looks[i]![k]!;
				cost += K.wGaze * robust(angleTo(ahead, target) / K.gaze);
			}
			for (const reach of reaches) {
				if (reach === null || eyes === null || !(reach.tracked[k]! > 0.5)) continue;
				for (let i = 0; i < 3; i++) target[i] = reach.positions[i]![k]! - eyes[i]![k]!;
				cost += K.wHand * robust(angleTo(ahead, target) / K.hand);
			}
			costs[k * 2 + sign] = cost;
		}
	}
	return costs;
}

// The angle from a unit vector to a target; 0 if that is nowhere.
function angleTo(ahead: Readonly<Vec3>, target: Vec3): number {
	if (!(normalizeVector(target) > 1e-4)) return 0;
	const dot = ahead[0] * target[0] + ahead[1] * target[1] + ahead[2] * target[2];
	return Math.acos(Math.max(-1, Math.min(1, dot)));
}

function robust(deviation: number): number {
	return Math.log1p(deviation * deviation);
}

function vectorsAt({ x, y, z }: Vec3Curves, times: Float64Array): Float64Array[] | null {
	if (x.count === 0 || y.count === 0 || z.count === 0) return null;
	return [x, y, z].map((curve) => evaluateCurveAt(curve, times, new Float64Array(times.length)));
}
