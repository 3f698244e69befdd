import type { Guide } from './neighbor-guide.ts';
import { limited, longTailed } from './penalty.ts';
import {
	angleBetween,
	angleBetweenVectors,
	FORWARD,
	invert,
	multiply,
	normalize,
	type Quat,
	rotate,
	turnAngle,
	type Vec3,
} from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';

// How far a joint usually is from its frame, in radians: as a whole, and its bone alone.
const USUAL_TURN = 0.35;
const USUAL_TILT = 0.06;
const TURN_WEIGHT = 0.6;
const TILT_WEIGHT = 0.4;
const TURN_LIMIT = 4;
const TILT_LIMIT = 1.75;
// The same for neighbours, which are rarely off by less than what an optimiser allows.
const LEAST_TURN = 0.02;
const GUIDE_LIMIT = 5;
/** Keys that count for how far a neighbour is off. */
const MIN_TRUST = 0.1;
const MIN_KEYS = 8;

/** What the candidates of a joint cost, two numbers a key, if it keeps the turn `offset` to its frames. */
export function frameCosts(track: Track, frames: Float64Array, offset: Readonly<Quat>): Float64Array {
	const costs = new Float64Array(track.count * 2);
	const offsetBack = invert(offset, [0, 0, 0, 1]);
	const error: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const bone: Vec3 = [0, 0, 0];
	const seen: Vec3 = [0, 0, 0];
	for (let k = 0; k < track.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		rotate(frame, FORWARD, bone);
		invert(frame, frame);
		for (let sign = 0; sign < 2; sign++) {
			multiply(readCandidate(track, k, sign, error), offsetBack, error);
			multiply(error, frame, error);
			const tilt = angleBetweenVectors(bone, rotate(error, bone, seen));
			costs[k * 2 + sign] =
				TURN_WEIGHT * limited(turnAngle(error) / USUAL_TURN, TURN_LIMIT) +
				TILT_WEIGHT * limited(tilt / USUAL_TILT, TILT_LIMIT);
		}
	}
	return costs;
}

/**
 * Adds what the candidates of a joint cost if it keeps its turn to a neighbour, where that one can be trusted. How far
 * it is usually off is learned from the keys: nothing for a tip and its distal joint, much for some joints of a thumb.
 */
export function addGuideCosts(track: Track, guide: Guide, chances: Float64Array, costs: Float64Array): void {
	const { frames, trust } = guide;
	const offset = findOffset(track, frames, chances, trust, false);
	if (offset === null) return;
	const offsetBack = invert(offset, [0, 0, 0, 1]);
	const turn: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const angles = new Float64Array(track.count * 2);
	const usualAngles: number[] = [];
	for (let k = 0; k < track.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		invert(frame, frame);
		for (let sign = 0; sign < 2; sign++) {
			multiply(multiply(frame, readCandidate(track, k, sign, turn), turn), offsetBack, turn);
			angles[k * 2 + sign] = turnAngle(turn);
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
 * The turn of a joint in its frame: the mean over the keys, by how sure their signs are and how near they are to the
 * first one, and by how far they can be trusted; `null` if there are none. With `isAlongBone`
 * only the part of it about the bone.
 */
export function findOffset(
	track: Track,
	frames: Float64Array,
	chances: Float64Array,
	trust: Float64Array | null,
	isAlongBone: boolean,
): Quat | null {
	const sum: Quat = [0, 0, 0, 0];
	const frame: Quat = [0, 0, 0, 1];
	const turn: Quat = [0, 0, 0, 1];
	let reference: Quat | null = null;
	for (let k = 0; k < track.count; k++) {
		const weight = Math.abs(2 * chances[k]! - 1) * (trust?.[k] ?? 1);
		if (weight === 0 || !readFrame(frames, k, frame)) continue;
		multiply(invert(frame, frame), readCandidate(track, k, chances[k]! < 0.5 ? 1 : 0, turn), turn);
		reference ??= [...turn];
		const dot = turn[0] * reference[0] + turn[1] * reference[1] + turn[2] * reference[2] + turn[3] * reference[3];
		const share = weight / (1 + (angleBetween(turn, reference) / USUAL_TURN) ** 2);
		for (let i = 0; i < 4; i++) sum[i]! += (dot < 0 ? -share : share) * turn[i]!;
	}
	if (isAlongBone) sum[0] = sum[1] = 0;
	return reference && normalize(sum);
}

/** How far the joint points away from the z of its frame at its known key, in radians; NaN if that cannot be told. */
export function measureTilt(track: Track, frames: Float64Array): number {
	const frame: Quat = [0, 0, 0, 1];
	if (track.known < 0 || !readFrame(frames, track.known, frame)) return Number.NaN;
	const joint = readCandidate(track, track.known, track.knownSign < 0 ? 1 : 0, [0, 0, 0, 1]);
	return angleBetweenVectors(rotate(frame, FORWARD, [0, 0, 0]), rotate(joint, FORWARD, [0, 0, 0]));
}

function readFrame(frames: Float64Array, key: number, out: Quat): boolean {
	for (let i = 0; i < 4; i++) out[i] = frames[key * 4 + i]!;
	return !Number.isNaN(out[0]);
}

// The median of enough numbers; infinite for too few.
function medianOf(values: number[]): number {
	if (values.length < MIN_KEYS) return Number.POSITIVE_INFINITY;
	return values.sort((a, b) => a - b)[values.length >> 1]!;
}
