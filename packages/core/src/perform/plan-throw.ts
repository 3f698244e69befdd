import { rotateVector } from '../math/quaternion.ts';
import { crossVectors } from '../math/vector.ts';
import type { Side } from '../model/recording.ts';
import { PEAK_SPEED } from './minimum-jerk.ts';
import { turnHand } from './turn-hand.ts';

/** Meters from the end of the swing back to the end of the swing forward. */
const SWING = 0.5;
/** Degrees by which the hand bends on the way. */
const FLICK = 50;
const ROUNDS = 8;

/** A swing that throws: the hand has the wanted velocity halfway. */
export interface Swing {
	readonly from: readonly number[];
	readonly to: readonly number[];
	readonly duration: number;
}

/**
 * Plans the swing of a hand that throws. `wrist` is the pose halfway, when the hand opens; `local` is the held point in the
 * frame of the wrist, `velocity` (m/s) what it then has.
 */
export function planThrow(
	side: Side,
	wrist: readonly number[],
	local: readonly number[],
	velocity: readonly number[],
): Swing {
	const rotation = wrist.slice(3, 7);
	const arm = rotateVector(rotation, local, [] as number[]);
	// Bending forward turns about −x of the hand.
	const axis = rotateVector(rotation, [-1, 0, 0], [] as number[]);
	const flick = crossVectors(axis, arm, [] as number[]);
	let duration = SWING;
	let path = [0, 0, 0];
	for (let round = 0; round < ROUNDS; round++) {
		const turnSpeed = (PEAK_SPEED * FLICK * Math.PI) / 180 / duration;
		path = velocity.map((value, i) => value - turnSpeed * flick[i]!);
		duration = (PEAK_SPEED * SWING) / Math.max(1e-3, Math.hypot(...path));
	}
	const half = duration / PEAK_SPEED / 2;
	const place = (share: number): number[] => [
		...path.map((value, i) => wrist[i]! + value * half * share),
		...turnHand(side, rotation, { pitch: (-FLICK / 2) * share }),
	];
	return { from: place(-1), to: place(1), duration };
}
