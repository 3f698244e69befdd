import { multiplyQuaternions } from '../math/quaternion.ts';
import type { Side } from '../model/recording.ts';

/** How far a hand turns from where it is, in degrees. The same numbers mean the same for both hands. */
export interface HandTurn {
	/** Lifts the fingers. */
	readonly pitch?: number;
	/** Turns the fingers inward, to the side of the thumb when the palm is down. */
	readonly yaw?: number;
	/** Lifts the thumb: 90 turns a palm that was down to the side. */
	readonly roll?: number;
}

const HALF_DEGREE: number = Math.PI / 360;

/** Returns a rotation (x y z w) after a turn of the hand. */
export function turnHand(side: Side, rotation: ArrayLike<number>, turn: HandTurn): number[] {
	const sign = side === 'right' ? 1 : -1;
	const { pitch = 0, yaw = 0, roll = 0 } = turn;
	if (![pitch, yaw, roll].every(Number.isFinite)) {
		throw new RangeError(`turn: [${pitch}, ${yaw}, ${roll}] are not three finite numbers of degrees`);
	}
	const halves = [pitch, sign * yaw, -sign * roll].map((degrees) => degrees * HALF_DEGREE);
	const turned = Array.from(rotation);
	for (const [axis, half] of halves.entries()) {
		const part = [0, 0, 0, Math.cos(half)];
		part[axis] = Math.sin(half);
		multiplyQuaternions(turned, part, turned);
	}
	return turned;
}
