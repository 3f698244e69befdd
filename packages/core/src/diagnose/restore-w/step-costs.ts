import { dotQuaternions, getRotationAngle, multiplyQuaternions } from '../../math/quaternion.ts';
import type { Quat } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { ORDER } from './solve-signs.ts';

/** Typical values of a motion: angles in radians, times in seconds. */
export interface Motion {
	/** The deviation of a single key. */
	readonly noise: number;
	readonly speed: number;
	readonly acceleration: number;
}

// The weights and scales were fitted on intact recordings from which w was removed, and tested on others.
const SPEED_WEIGHT = 0.4;
const BEND_WEIGHT = 1.5;
const MOTION_WEIGHT = 0.5;
/** The cost of flipping all four components, in addition to that of motion. */
const FLIP_COST = 3;
/** The typical disagreement of positions and rotations about a step: radians, and a fraction of the step. */
const FRAME_NOISE = 0.02;
const FRAME_SHARE = 0.2;
/** Keys that are closer together than this, in seconds, count as this far apart. */
const SHORTEST_STEP = 1e-3;

/**
 * The costs of steps from key to key, as `solveSigns` takes them: those of motion, fast steps, steps that differ from those of
 * the frames (four numbers per key), and sudden turns.
 */
export function stepCosts(
	candidates: Candidates,
	motionCosts: Float64Array,
	frames: Float64Array | null,
	motion: Motion,
): Float64Array {
	const { count, times } = candidates;
	const combinations = 2 << ORDER;
	const costs = new Float64Array(motionCosts.length);
	const turns = new Float64Array(count * 12);
	const rest = new Float64Array(3);
	const pairs = new Float64Array(4);
	const from: Quat = [0, 0, 0, 1];
	const to: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	let timeBefore = 0;
	for (let k = 1; k < count; k++) {
		const time = Math.max(times[k]! - times[k - 1]!, SHORTEST_STEP);
		const frameTurn = frames === null ? Number.NaN : readStep(frames, k, frame);
		for (let state = 0; state < 4; state++) {
			readCandidate(candidates, k - 1, state >> 1, from);
			readCandidate(candidates, k, state & 1, to);
			const dot = dotQuaternions(from, to);
			const angle = writeTurn(from, to, turns, (k * 4 + state) * 3);
			let cost = SPEED_WEIGHT * longTailed(angle / (motion.noise + motion.speed * time));
			if (dot < 0) cost += FLIP_COST;
			if (frameTurn >= 0) {
				// The rotation that remains after the frame's own step.
				const left = writeTurn(multiplyQuaternions(frame, from, from), to, rest, 0);
				cost += longTailed(left / (FRAME_NOISE + FRAME_SHARE * frameTurn));
			}
			pairs[state] = cost;
		}
		const share = time / timeBefore;
		const usual = motion.noise * (1 + share) + (motion.acceleration * (time + timeBefore) * time) / 2;
		for (let signs = 0; signs < 8; signs++) {
			let square = 0;
			const now = (k * 4 + (signs & 3)) * 3;
			const then = ((k - 1) * 4 + (signs >> 1)) * 3;
			for (let i = 0; i < 3; i++) square += (turns[now + i]! - turns[then + i]! * share) ** 2;
			const bend = k > 1 ? BEND_WEIGHT * longTailed(Math.sqrt(square) / usual) : 0;
			for (let all = signs; all < combinations; all += 8) {
				const at = k * combinations + all;
				costs[at] = MOTION_WEIGHT * motionCosts[at]! + pairs[signs & 3]! + bend;
			}
		}
		timeBefore = time;
	}
	return costs;
}

// Writes the rotation from one quaternion to another as a vector along its axis, in radians, and returns its angle.
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

// Writes the step of the frames to a key and returns its angle; NaN if there is no frame.
function readStep(frames: Float64Array, key: number, out: Quat): number {
	const at = key * 4;
	const back: Quat = [-frames[at - 4]!, -frames[at - 3]!, -frames[at - 2]!, frames[at - 1]!];
	multiplyQuaternions([frames[at]!, frames[at + 1]!, frames[at + 2]!, frames[at + 3]!], back, out);
	return getRotationAngle(out);
}

/** The cost of a deviation in units of the typical deviation. It grows slowly, since hands and trackers do jump. */
export function longTailed(deviation: number): number {
	return Math.log1p(deviation * deviation);
}
