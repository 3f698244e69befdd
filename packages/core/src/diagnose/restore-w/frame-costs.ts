import { angleBetweenVectors, invert, multiply, normalize, type Quat, rotate, turnAngle, type Vec3 } from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';

export const U = { turn: 0.35, bone: 0.06, wTurn: 0.6, wBone: 0.4, capTurn: 4, capBone: 1.75, rounds: 2 };
const capped = (u: number, cap: number): number => -Math.log(Math.exp(-u * u / 2) + Math.exp(-cap));

/** What the candidates of a joint cost if it keeps a constant turn to its frames. */
export function frameCosts(track: Track, frames: Float64Array, offset: Readonly<Quat>): Float64Array {
	const costs = new Float64Array(track.count * 2);
	const back = invert(offset, [0, 0, 0, 1]);
	const candidate: Quat = [0, 0, 0, 1];
	const frame: Quat = [0, 0, 0, 1];
	const bone: Vec3 = [0, 0, 0];
	const seen: Vec3 = [0, 0, 0];
	for (let k = 0; k < track.count; k++) {
		if (!readFrame(frames, k, frame)) continue;
		rotate(frame, [0, 0, 1], bone);
		for (let sign = 0; sign < 2; sign++) {
			// The error as a turn in the world.
			multiply(readCandidate(track, k, sign, candidate), back, candidate);
			multiply(candidate, invert(frame, [0, 0, 0, 1]), candidate);
			rotate(candidate, bone, seen);
			const turn = turnAngle(candidate);
			const tilt = angleBetweenVectors(bone, seen);
			costs[k * 2 + sign] = U.wTurn * capped(turn / U.turn, U.capTurn) + U.wBone * capped(tilt / U.bone, U.capBone);
		}
	}
	return costs;
}

/** The turn of the joint in its frame: the mean over all keys by how sure their signs are, `null` if none is. */
export function findOffset(track: Track, frames: Float64Array, chances: Float64Array, near: Readonly<Quat> | null): Quat | null {
	const sum: Quat = [0, 0, 0, 0];
	const frame: Quat = [0, 0, 0, 1];
	const turn: Quat = [0, 0, 0, 1];
	let reference = near;
	for (let k = 0; k < track.count; k++) {
		const chance = chances[k]!;
		const weight = 2 * Math.max(chance, 1 - chance) - 1;
		if (!(weight > 0) || !readFrame(frames, k, frame)) continue;
		multiply(invert(frame, frame), readCandidate(track, k, chance < 0.5 ? 1 : 0, turn), turn);
		reference ??= [...turn];
		const dot = turn[0] * reference[0] + turn[1] * reference[1] + turn[2] * reference[2] + turn[3] * reference[3];
		const angle = 2 * Math.acos(Math.min(1, Math.abs(dot)));
		const share = (dot < 0 ? -weight : weight) / (1 + (angle / U.turn) ** 2);
		for (let i = 0; i < 4; i++) sum[i]! += share * turn[i]!;
	}
	return Math.hypot(...sum) > 1e-9 ? normalize(sum) : null;
}

function readFrame(frames: Float64Array, key: number, out: Quat): boolean {
	for (let i = 0; i < 4; i++) out[i] = frames[key * 4 + i]!;
	return !Number.isNaN(out[0]);
}
