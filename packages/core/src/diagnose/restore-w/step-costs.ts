import { longTailed } from './penalty.ts';
import { multiply, type Quat, turnAngle } from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';

/** What is usual for a motion: angles in radians, times in seconds. */
export interface Motion {
	/** By how much a key may be off. */
	readonly noise: number;
	readonly speed: number;
	readonly acceleration: number;
}

/** What the steps from key to key cost, by the signs at their ends; a bit is set where w is negative. */
export interface StepCosts {
	/** Four numbers a key: signs at the key before it and at itself. */
	readonly pairs: Float64Array;
	/** Eight numbers a key, for the change of velocity at the key before it: signs at the two before and at itself. */
	readonly bends: Float64Array;
}

// The weights and scales were fitted on recordings that were intact, then broken, and tested on others.
const SPEED_WEIGHT = 0.4;
const BEND_WEIGHT = 3;
/** For four components that jump to their opposites: sources keep the sign of a quaternion, mostly. */
const FLIP_COST = 6;
/** By how much positions and rotations may disagree on a step: radians, and a share of the step. */
const FRAME_NOISE = 0.02;
const FRAME_SHARE = 0.2;
/** Keys closer than this, in seconds, count as this far apart. */
const SHORTEST_STEP = 1e-3;

/** Costs of steps: of fast ones, of ones that the frames (four numbers a key) do not make, and of sudden turns. */
export function stepCosts(track: Track, frames: Float64Array | null, motion: Motion): StepCosts {
	const { count, times } = track;
	const pairs = new Float64Array(count * 4);
	const bends = new Float64Array(count * 8);
	const turns = new Float64Array(count * 12);
	const rest = new Float64Array(3);
	const from: Quat = [0, 0, 0, 1];
	const to: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	let timeBefore = 0;
	for (let k = 1; k < count; k++) {
		const time = Math.max(times[k]! - times[k - 1]!, SHORTEST_STEP);
		const frameTurn = frames === null ? Number.NaN : readStep(frames, k, frame);
		for (let state = 0; state < 4; state++) {
			readCandidate(track, k - 1, state >> 1, from);
			readCandidate(track, k, state & 1, to);
			const dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
			const angle = writeTurn(from, to, turns, (k * 4 + state) * 3);
			let cost = SPEED_WEIGHT * longTailed(angle / (motion.noise + motion.speed * time));
			if (dot < 0) cost += FLIP_COST;
			if (frameTurn >= 0) {
				// What is left of the step after the frame's own.
				const left = writeTurn(multiply(frame, from, from), to, rest, 0);
				cost += longTailed(left / (FRAME_NOISE + FRAME_SHARE * frameTurn));
			}
			pairs[k * 4 + state] = cost;
		}
		if (k > 1) {
			const share = time / timeBefore;
			const usual = motion.noise * (1 + share) + (motion.acceleration * (time + timeBefore) * time) / 2;
			for (let signs = 0; signs < 8; signs++) {
				const now = (k * 4 + (signs & 3)) * 3;
				const then = ((k - 1) * 4 + (signs >> 1)) * 3;
				let square = 0;
				for (let i = 0; i < 3; i++) square += (turns[now + i]! - turns[then + i]! * share) ** 2;
				bends[k * 8 + signs] = BEND_WEIGHT * longTailed(Math.sqrt(square) / usual);
			}
		}
		timeBefore = time;
	}
	return { pairs, bends };
}

// The turn from one rotation to another as a vector along its axis, in radians; its angle is returned.
function writeTurn(from: Readonly<Quat>, to: Readonly<Quat>, out: Float64Array, offset: number): number {
	const [ax, ay, az, aw] = from;
	const [bx, by, bz, bw] = to;
	const x = bx * aw - bw * ax - by * az + bz * ay;
	const y = by * aw - bw * ay + bx * az - bz * ax;
	const z = bz * aw - bw * az - bx * ay + by * ax;
	const w = bw * aw + bx * ax + by * ay + bz * az;
	const sine = Math.sqrt(x * x + y * y + z * z);
	const angle = 2 * Math.atan2(sine, Math.abs(w));
	const scale = (sine > 1e-12 ? angle / sine : 2) * (w < 0 ? -1 : 1);
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
	return angle;
}

// The step of the frames to a key, and its angle; NaN where there is no frame.
function readStep(frames: Float64Array, key: number, out: Quat): number {
	const at = key * 4;
	const back: Quat = [-frames[at - 4]!, -frames[at - 3]!, -frames[at - 2]!, frames[at - 1]!];
	multiply([frames[at]!, frames[at + 1]!, frames[at + 2]!, frames[at + 3]!], back, out);
	return turnAngle(out);
}
