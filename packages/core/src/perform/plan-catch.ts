import { findLookRotation } from '../math/quaternion.ts';
import type { Side } from '../model/recording.ts';
import { shiftWrist } from './arm.ts';

/** Where the fingers of a hand that waits for a ball point: up, a little outward and forward. */
const FINGERS = [0.3, 1, -0.35];

/**
 * Plans the wrist that catches a thing at a point: the palm faces where it comes from. `velocity` is that of the thing;
 * all in the frame of the body.
 */
export function planCatch(
	side: Side,
	target: readonly number[],
	velocity: readonly number[],
	local: readonly number[],
): number[] {
	const [x = 0, y = 0, z = 0] = FINGERS;
	const [vx = 0, , vz = 0] = velocity;
	const rotation = findLookRotation([side === 'right' ? x : -x, y, z], [vx, 0, vz], [] as number[]);
	return shiftWrist([0, 0, 0, ...rotation], local, target);
}
