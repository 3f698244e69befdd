import type { CurveGroup } from './subject.ts';
import { isTrackedThrough } from './tracking.ts';

/**
 * Metres per second and metres between two keys. A thrown punch reaches about 10 m/s and a snapping finger little more; a
 * head stays below 3 m/s on foot. The distance keeps the noise of keys that are close together out of it.
 */
const HAND_LIMIT = { speed: 20, distance: 0.2 };
const HEAD_LIMIT = { speed: 10, distance: 0.2 };

/** The rows of a position that cannot be reached from the row before, with tracking in between. */
export function findJumps(group: CurveGroup): number[] {
	const { rows, tracking } = group;
	const found: number[] = [];
	if (rows === null) return found;
	for (let i = 1; i < rows.times.length; i++) {
		if (isJump(group, i - 1, i) && isTrackedThrough(tracking, rows.times[i - 1]!, rows.times[i]!)) found.push(i);
	}
	return found;
}

/** Those jumps that are one key elsewhere: the next row is a jump, too, and would be none without it. */
export function findSpikes(group: CurveGroup, jumps: readonly number[]): number[] {
	return jumps.filter((row, i) => jumps[i + 1] === row + 1 && !isJump(group, row - 1, row + 1));
}

function isJump({ rows, tracking }: CurveGroup, from: number, to: number): boolean {
	if (rows === null) return false;
	const { times, values } = rows;
	const { speed, distance } = tracking === null ? HEAD_LIMIT : HAND_LIMIT;
	const moved = Math.hypot(
		values[to * 3]! - values[from * 3]!,
		values[to * 3 + 1]! - values[from * 3 + 1]!,
		values[to * 3 + 2]! - values[from * 3 + 2]!,
	);
	// Keys at one time are another rule's.
	const gap = times[to]! - times[from]!;
	return gap > 0 && moved > distance && moved > speed * gap;
}
