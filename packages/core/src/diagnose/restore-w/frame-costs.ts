import {
	angleBetweenQuaternions,
	dotQuaternions,
	getRotationAngle,
	invertQuaternion,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
} from '../../math/quaternion.ts';
import { angleBetweenVectors } from '../../math/vector.ts';
import { FORWARD, type Quat, type Vec3 } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import type { Guide } from './neighbor-guide.ts';
import { longTailed } from './step-costs.ts';

// Typical angles between a joint and its frame, in radians: of the rotation, and of the bone alone.
const USUAL_TURN = 0.35;
const USUAL_TILT = 0.06;
const TURN_WEIGHT = 0.6;
const TILT_WEIGHT = 0.4;
const TURN_LIMIT = 4;
const TILT_LIMIT = 1.75;
// The same for neighbors, which are rarely off by less than an optimizer's tolerance.
const LEAST_TURN = 0.02;
const GUIDE_LIMIT = 5;
/** Keys with less trust do not count for the typical angle to a neighbor. */
const MIN_TRUST = 0.1;
const MIN_KEYS = 8;
/** The share of keys that counts as most. */
const MOST = 0.6;

/** The costs of a joint's candidates, two per key, if it keeps the rotation `offset` relative to its frames. */
export function frameCosts(candidates: Candidates, frames: Float64Array, offset: Readonly<Quat>): Float64Array {
	const costs = new Float64Array(candidates.count * 2);
	const offsetBack = invertQuaternion(offset, [0, 0, 0, 1]);
	const error: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const bone: Vec3 = [0, 0, 0];
	const seen: Vec3 = [0, 0, 0];
	for (let k = 0; k < candidates.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		rotateVector(frame, FORWARD, bone);
		invertQuaternion(frame, frame);
		for (let sign = 0; sign < 2; sign++) {
			multiplyQuaternions(readCandidate(candidates, k, sign, error), offsetBack, error);
			multiplyQuaternions(error, frame, error);
			const tilt = angleBetweenVectors(bone, rotateVector(error, bone, seen));
			costs[k * 2 + sign] =
				TURN_WEIGHT * limited(getRotationAngle(error) / USUAL_TURN, TURN_LIMIT) +
				TILT_WEIGHT * limited(tilt / USUAL_TILT, TILT_LIMIT);
		}
	}
	return costs;
}

/**
 * Adds the costs of a joint's candidates if it keeps its rotation relative to a neighbor, where that neighbor can be
 * trusted. The typical angle is learned from the keys: near 0 for a tip and its distal joint, large for some thumb joints.
 */
export function addGuideCosts(candidates: Candidates, guide: Guide, chances: Float64Array, costs: Float64Array): void {
	const { frames, trust } = guide;
	const offset = findOffset(candidates, frames, chances, trust, false);
	if (offset === null) return;
	const offsetBack = invertQuaternion(offset, [0, 0, 0, 1]);
	const turn: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const angles = new Float64Array(candidates.count * 2);
	const usualAngles: number[] = [];
	for (let k = 0; k < candidates.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		invertQuaternion(frame, frame);
		for (let sign = 0; sign < 2; sign++) {
			multiplyQuaternions(multiplyQuaternions(frame, readCandidate(candidates, k, sign, turn), turn), offsetBack, turn);
			angles[k * 2 + sign] = getRotationAngle(turn);
		}
		if (Math.abs(2 * chances[k]! - 1) * trust[k]! > MIN_TRUST)
			usualAngles.push(angles[k * 2 + (chances[k]! < 0.5 ? 1 : 0)]!);
	}
	const usual = Math.min(USUAL_TURN, Math.max(LEAST_TURN, medianOf(usualAngles)));
	for (let i = 0; i < angles.length; i++) {
		costs[i]! += trust[i >> 1]! * Math.min(GUIDE_LIMIT, longTailed(angles[i]! / usual));
	}
}

/**
 * The rotation of a joint relative to its frame: the mean over the keys, weighted by how certain their signs are, how close
 * they are to the first key, and how much they can be trusted; `null` if there are no keys. With `isAlongBone`, only the
 * rotation about the bone.
 */
export function findOffset(
	candidates: Candidates,
	frames: Float64Array,
	chances: Float64Array,
	trust: Float64Array | null,
	isAlongBone: boolean,
): Quat | null {
	const sum: Quat = [0, 0, 0, 0];
	const frame: Quat = [0, 0, 0, 1];
	const turn: Quat = [0, 0, 0, 1];
	let reference: Quat | null = null;
	for (let k = 0; k < candidates.count; k++) {
		const weight = Math.abs(2 * chances[k]! - 1) * (trust?.[k] ?? 1);
		if (weight === 0 || !readFrame(frames, k, frame)) continue;
		multiplyQuaternions(
			invertQuaternion(frame, frame),
			readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, turn),
			turn,
		);
		reference ??= [...turn];
		const dot = dotQuaternions(turn, reference);
		const share = weight / (1 + (angleBetweenQuaternions(turn, reference) / USUAL_TURN) ** 2);
		for (let i = 0; i < 4; i++) sum[i]! += (dot < 0 ? -share : share) * turn[i]!;
	}
	if (isAlongBone) sum[0] = sum[1] = 0;
	return reference && normalizeQuaternion(sum, sum);
}

/**
 * The angle that most keys of a joint stay within, relative to its frames, in radians; NaN if there are too few keys. Near 0 if
 * the joint follows its frames.
 */
export function measureSpread(candidates: Candidates, frames: Float64Array, chances: Float64Array): number {
	const offset = findOffset(candidates, frames, chances, null, false);
	if (offset === null) return Number.NaN;
	const offsetBack = invertQuaternion(offset, [0, 0, 0, 1]);
	const turn: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const angles: number[] = [];
	for (let k = 0; k < candidates.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		multiplyQuaternions(
			invertQuaternion(frame, frame),
			readCandidate(candidates, k, chances[k]! < 0.5 ? 1 : 0, turn),
			turn,
		);
		angles.push(getRotationAngle(multiplyQuaternions(turn, offsetBack, turn)));
	}
	return angles.length < MIN_KEYS ? Number.NaN : angles.sort((a, b) => a - b)[Math.floor(angles.length * MOST)]!;
}

/** The angle between a joint and the z of its frame at the known key, in radians; NaN if unknown. */
export function measureTilt(candidates: Candidates, frames: Float64Array): number {
	const frame: Quat = [0, 0, 0, 1];
	if (candidates.known < 0 || !readFrame(frames, candidates.known, frame)) return Number.NaN;
	const joint = readCandidate(candidates, candidates.known, candidates.knownSign < 0 ? 1 : 0, [0, 0, 0, 1]);
	return angleBetweenVectors(rotateVector(frame, FORWARD, [0, 0, 0]), rotateVector(joint, FORWARD, [0, 0, 0]));
}

function readFrame(frames: Float64Array, key: number, out: Quat): boolean {
	for (let i = 0; i < 4; i++) out[i] = frames[key * 4 + i]!;
	return !Number.isNaN(out[0]);
}

// Infinite if there are too few values.
function medianOf(values: number[]): number {
	if (values.length < MIN_KEYS) return Number.POSITIVE_INFINITY;
	return values.sort((a, b) => a - b)[values.length >> 1]!;
}

// The cost of a deviation in units of the typical deviation, limited: beyond some point, further is not worse.
function limited(deviation: number, limit: number): number {
	return -Math.log(Math.exp((-deviation * deviation) / 2) + Math.exp(-limit));
}
