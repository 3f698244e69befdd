import { multiply, type Quat } from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';

/** What is known about a rotation besides its own keys. */
export interface Cues {
	/** What each candidate costs, two numbers a key: first w ≥ 0, then w < 0. */
	readonly costs: Float64Array;
	/** Rotations that turn as this one does, four numbers a key, NaN where there is none; or `null`. */
	readonly frames: Float64Array | null;
}

export const P = {
	noise: 0.0075,
	acceleration: 18,
	speed: 3,
	frameNoise: 0.02,
	frameShare: 0.2,
	flip: 6,
	wAcc: 3,
	wSpeed: 0.4,
	wFrame: 1,
};
const IMPOSSIBLE = 1e6;

/** The probability of w ≥ 0 for every key. */
export function solveSigns(track: Track, cues: Cues): Float64Array {
	const { count, known, knownSign } = track;
	const result = new Float64Array(count);
	if (count === 0) return result;
	const costs = Float64Array.from(cues.costs);
	if (known >= 0) costs[known * 2 + (knownSign < 0 ? 0 : 1)]! += IMPOSSIBLE;
	if (count === 1) {
		result[0] = 1 / (1 + Math.exp(costs[0]! - costs[1]!));
		return result;
	}
	const steps = createSteps(track, cues.frames);
	// State of key k ≥ 1: signs of k − 1 and k. forward[k]: cost of everything up to k.
	const forward = new Float64Array(count * 4);
	const backward = new Float64Array(count * 4);
	for (let state = 0; state < 4; state++) {
		forward[4 + state] = costs[state >> 1]! + costs[2 + (state & 1)]! + steps.pairs[4 + state]!;
	}
	for (let k = 2; k < count; k++) {
		for (let state = 0; state < 4; state++) {
			const before = state >> 1;
			const a = forward[(k - 1) * 4 + before]! + steps.bend(k, before, state);
			const b = forward[(k - 1) * 4 + 2 + before]! + steps.bend(k, 2 + before, state);
			forward[k * 4 + state] = softMin(a, b) + costs[k * 2 + (state & 1)]! + steps.pairs[k * 4 + state]!;
		}
	}
	for (let k = count - 2; k >= 1; k--) {
		for (let state = 0; state < 4; state++) {
			const now = (state & 1) * 2;
			const cost = (next: number): number =>
				backward[(k + 1) * 4 + next]! +
				steps.bend(k + 1, state, next) +
				costs[(k + 1) * 2 + (next & 1)]! +
				steps.pairs[(k + 1) * 4 + next]!;
			backward[k * 4 + state] = softMin(cost(now), cost(now + 1));
		}
	}
	for (let k = 0; k < count; k++) {
		const at = Math.max(k, 1) * 4;
		const total = (state: number): number => forward[at + state]! + backward[at + state]!;
		const plus = k === 0 ? softMin(total(0), total(1)) : softMin(total(0), total(2));
		const minus = k === 0 ? softMin(total(2), total(3)) : softMin(total(1), total(3));
		result[k] = 1 / (1 + Math.exp(plus - minus));
	}
	return result;
}

interface Steps {
	/** Cost of a step to key k by state. */
	readonly pairs: Float64Array;
	/** Cost of the change of velocity at key k − 1, by the state before and the state at k. */
	readonly bend: (key: number, before: number, state: number) => number;
}

function createSteps(track: Track, frames: Float64Array | null): Steps {
	const { count, times } = track;
	const pairs = new Float64Array(count * 4);
	const turns = new Float64Array(count * 12);
	const from: Quat = [0, 0, 0, 1];
	const to: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	for (let k = 1; k < count; k++) {
		const dt = Math.max(times[k]! - times[k - 1]!, 1e-3);
		const frameTurn = frames === null ? Number.NaN : readTurn(frames, k, frame);
		for (let state = 0; state < 4; state++) {
			readCandidate(track, k - 1, state >> 1, from);
			readCandidate(track, k, state & 1, to);
			const dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
			const angle = writeTurn(from, to, turns, (k * 4 + state) * 3);
			let cost = dot < 0 ? P.flip : 0;
			cost += P.wSpeed * robust(angle / (P.noise + P.speed * dt));
			if (frameTurn >= 0) {
				// What is left of the step after the frame's own turn.
				multiply(frame, from, from);
				const rest = writeTurn(from, to, scratch, 0);
				cost += P.wFrame * robust(rest / (P.frameNoise + P.frameShare * frameTurn));
			}
			pairs[k * 4 + state] = cost;
		}
	}
	const bend = (key: number, before: number, state: number): number => {
		const dt = Math.max(times[key]! - times[key - 1]!, 1e-3);
		const dtBefore = Math.max(times[key - 1]! - times[key - 2]!, 1e-3);
		const now = (key * 4 + state) * 3;
		const then = ((key - 1) * 4 + before) * 3;
		const share = dt / dtBefore;
		let square = 0;
		for (let i = 0; i < 3; i++) square += (turns[now + i]! - turns[then + i]! * share) ** 2;
		return P.wAcc * robust(Math.sqrt(square) / (P.noise * (1 + share) + P.acceleration * 0.5 * (dt + dtBefore) * dt));
	};
	return { pairs, bend };
}

const scratch = new Float64Array(3);

// The turn from one rotation to another as a vector along its axis, in radians; its angle is returned.
function writeTurn(from: Readonly<Quat>, to: Readonly<Quat>, out: Float64Array, offset: number): number {
	const [ax, ay, az, aw] = from;
	const [bx, by, bz, bw] = to;
	let x = -bw * ax + bx * aw - by * az + bz * ay;
	let y = -bw * ay + bx * az + by * aw - bz * ax;
	let z = -bw * az - bx * ay + by * ax + bz * aw;
	const w = bw * aw + bx * ax + by * ay + bz * az;
	if (w < 0) {
		x = -x;
		y = -y;
		z = -z;
	}
	const sine = Math.sqrt(x * x + y * y + z * z);
	const angle = 2 * Math.atan2(sine, Math.abs(w));
	const scale = sine > 1e-12 ? angle / sine : 2;
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
	return angle;
}

// The turn of the frames from key − 1 to key, and how far it goes; NaN where there is no frame.
function readTurn(frames: Float64Array, key: number, out: Quat): number {
	const at = key * 4;
	const before: Quat = [-frames[at - 4]!, -frames[at - 3]!, -frames[at - 2]!, frames[at - 1]!];
	multiply([frames[at]!, frames[at + 1]!, frames[at + 2]!, frames[at + 3]!], before, out);
	return 2 * Math.atan2(Math.hypot(out[0], out[1], out[2]), Math.abs(out[3]));
}

function robust(deviation: number): number {
	return Math.log1p(deviation * deviation);
}

function softMin(a: number, b: number): number {
	const low = Math.min(a, b);
	return low - Math.log1p(Math.exp(low - Math.max(a, b)));
}
