import { findShortestRotation, multiplyQuaternions, normalizeVector, rotateVector, type Side } from '@handreel/core';
import { type Pose, placePose, ROTATION } from './pose.ts';
import type { HandView } from './replay-options.ts';

// Fitted to the rays that a Quest 3 gives for its hands: the mean error is 6° and 0.8 cm.

/** Where the ray of the right hand starts, in the frame of the wrist, in meters. */
const ORIGIN = [-0.022, -0.059, -0.11];
/** The direction of the right hand in the frame of the wrist. */
const DIRECTION = [0.03, -0.6, -1];
/** The part of the direction that comes from the shoulder. */
const SHOULDER_PART = 1 / 3;
const SHOULDER_BESIDE = 0.14;
const SHOULDER_BELOW = 0.3;
const SHOULDER_AHEAD = 0.05;
/** Seconds in which the ray follows the hand by 63 %. */
const LAG = 0.045;

/** The pointing ray of a hand, which follows the hand with a short lag. */
export class PointingRay {
	readonly #origin: number[] = [];
	readonly #direction: number[] = [];

	/** Returns the ray `elapsed` seconds after the last call; `null` starts again without a lag. */
	update(hand: HandView, elapsed: number | null): Pose {
		const wrist = hand.joints.subarray(0, 7);
		const origin = findOrigin(hand.side, wrist);
		const direction = findDirection(hand, wrist);
		const share = elapsed === null || this.#origin.length === 0 ? 1 : 1 - Math.exp(-elapsed / LAG);
		for (let i = 0; i < 3; i++) {
			this.#origin[i] = blend(this.#origin[i], origin[i]!, share);
			this.#direction[i] = blend(this.#direction[i], direction[i]!, share);
		}
		const forward = rotateVector(wrist, [0, 0, -1], [] as number[], ROTATION);
		const unit: number[] = [];
		normalizeVector(this.#direction, unit);
		const turn = findShortestRotation(forward, unit, [] as number[]);
		return [...this.#origin, ...multiplyQuaternions(turn, wrist, [] as number[], 0, ROTATION)];
	}
}

function blend(from: number | undefined, to: number, share: number): number {
	return share === 1 || from === undefined ? to : from + (to - from) * share;
}

function findOrigin(side: Side, wrist: Pose): number[] {
	return placePose(wrist, [...mirror(ORIGIN, side), 0, 0, 0, 1]);
}

// Between the line from the shoulder to the wrist and a direction that is fixed to the hand.
function findDirection({ side, head }: HandView, wrist: Pose): number[] {
	const [x = 0, y = 0, z = 0] = findShoulder(head, side);
	const arm = [wrist[0]! - x, wrist[1]! - y, wrist[2]! - z];
	const hand = rotateVector(wrist, mirror(DIRECTION, side), [] as number[], ROTATION);
	normalizeVector(arm, arm);
	normalizeVector(hand, hand);
	const direction = hand.map((value, i) => value * (1 - SHOULDER_PART) + arm[i]! * SHOULDER_PART);
	return direction;
}

function mirror([x = 0, y = 0, z = 0]: readonly number[], side: Side): number[] {
	return [side === 'right' ? x : -x, y, z];
}

// Shoulders turn with the head about the vertical axis, but do not tilt with it.
function findShoulder(head: Pose, side: Side): number[] {
	const [fx = 0, , fz = -1] = rotateVector(head, [0, 0, -1], [] as number[], ROTATION);
	const length = Math.hypot(fx, fz) || 1;
	const [x, z] = [fx / length, fz / length];
	const beside = side === 'right' ? SHOULDER_BESIDE : -SHOULDER_BESIDE;
	return [
		head[0]! - z * beside + x * SHOULDER_AHEAD,
		head[1]! - SHOULDER_BELOW,
		head[2]! + x * beside + z * SHOULDER_AHEAD,
	];
}
