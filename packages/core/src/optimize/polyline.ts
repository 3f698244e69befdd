import { isRepeating, WRAP_DEFAULT, WRAP_LOOP } from '../curves/wrap.ts';
import { type Curve, SIMPLE_STRIDE } from '../model/curve.ts';
import { type Group, groupCurves, keySign, type Role } from '../sample/group.ts';
import { type Broken, breakCurve } from './flatten-curve.ts';
import { gatherKeys, measurePath, type Path } from './gather-keys.ts';
import { isStill, listRuns, type Runs, WIDTH } from './vertices.ts';
import type { Desk } from './workspace.ts';

/**
 * The played path of a vector as straight lines between vertices. The optimiser knows no other form of its input: what
 * is curved has been broken into lines, and the tolerance is smaller by what that is off.
 */
export interface Track extends Runs {
	/** Whether two vertices may stand at one time. */
	readonly hasJumps: boolean;
	/** The components that hold one value and are left alone: curves with one key or none. */
	readonly isHeld: readonly boolean[];
	/** Whether only the direction counts, because the vector is normalised when it is played. */
	readonly isUnit: boolean;
	/** How far the result may be off: a length, or for unit vectors the sine of the angle. */
	readonly radius: number;
	/** At most how long the shortest vector is, between vertices too; 1 where lengths do not matter. */
	readonly shortest: number;
}

/** The share of the tolerance that is spent on breaking what is curved into lines. */
const BREAKING_SHARE = 0.04;
/** Rotations and directions that come closer to 0 than this part of their largest length are left alone. */
const SHORTEST_SHARE = 0.1;
/** So are those that come closer than this anyway. */
const SHORTEST = 1e-3;
const IDENTITY_SIGNS: readonly number[] = [1, 1, 1, 1];

/**
 * The track of the curves of a vector, or `null` where it has none that could be replaced: keys that are not numbers,
 * segments that are too steep to be broken, curves that repeat over different ranges, rotations that pass through 0.
 *
 * `tolerance` is in metres, or in radians between the unit vectors. The track may lie on the desk, until the next one does.
 */
export function createTrack(curves: readonly Curve[], role: Role, tolerance: number, desk: Desk): Track | null {
	const isUnit = role !== 'plain';
	const limit = isUnit ? Math.sin(Math.min(tolerance, Math.PI / 3)) : Math.min(tolerance, 1e9);
	const found = readLines(curves, role, desk) ?? breakCurves(curves, role, limit * BREAKING_SHARE, desk);
	if (found === null) return null;
	const { xs, ys, zs, ws, count, hasJumps, largest, shortest, breaking, rounding, isHeld } = found;
	// What was rounded cannot be met exactly.
	const track = (radius: number, least: number): Track | null =>
		radius > 0 || rounding === 0
			? { xs, ys, zs, ws, count, hasJumps, isHeld, isUnit, radius: Math.max(0, radius), shortest: least }
			: null;
	// Samples leave as float32: what that rounds off is not ours to spend.
	const spent = breaking + rounding;
	if (!isUnit) return Number.isFinite(largest) ? track(limit * (1 - 1e-6) - spent - largest * 2 ** -22, 1) : null;
	if (!(shortest > largest * SHORTEST_SHARE && shortest > SHORTEST && Number.isFinite(largest))) {
		// What does not move stays what it is, even 0.
		return isStill(found) ? track(0, 1) : null;
	}
	// Breaking and rounding move a vector, which is seen under a larger angle where the vector is short.
	return track(limit * (1 - 1e-6) - spent / shortest - 2 ** -21, shortest);
}

// Curves that repeat do so over their own range; only if it is the same for all can they have common keys.
function canMerge(curves: readonly Curve[]): boolean {
	const moving = curves.filter(({ count }) => count > 1);
	const [first] = moving;
	if (first === undefined) return false;
	const mode = (wrap: number): number => (wrap === WRAP_DEFAULT ? WRAP_LOOP : wrap);
	if (!moving.some(({ preWrap, postWrap }) => isRepeating(mode(preWrap)) || isRepeating(mode(postWrap)))) return true;
	const start = ({ floats, start }: Curve): number => floats[start]!;
	const end = ({ floats, start, count, stride }: Curve): number => floats[start + (count - 1) * stride]!;
	return moving.every((curve) => start(curve) === start(first) && end(curve) === end(first));
}

/** A path whose vertices are off by `rounding` at most, because they are float32. */
interface RoundedPath extends Path {
	readonly rounding: number;
}

/** A path that besides is off by `breaking` at most. */
interface BrokenPath extends RoundedPath {
	readonly breaking: number;
	readonly isHeld: readonly boolean[];
}

// What has simple keys is straight, and mostly in order.
function readLines(curves: readonly Curve[], role: Role, desk: Desk): BrokenPath | null {
	const isSimple = curves.every(({ stride }) => stride === SIMPLE_STRIDE);
	const path = isSimple ? gatherKeys(curves, role, desk) : null;
	return path && { ...path, breaking: 0, rounding: 0, isHeld: curves.map(() => false) };
}

function breakCurves(curves: readonly Curve[], role: Role, share: number, desk: Desk): BrokenPath | null {
	const groups = groupCurves(curves, role, 0, IDENTITY_SIGNS.slice(0, curves.length), {});
	const sorted = groups.flatMap((group) => group.curves);
	const isLockstep = groups.length === 1;
	if (!isLockstep && !canMerge(sorted)) return null;
	const hasOnlyLines = groups.every(
		({ kind, curves }) => kind === 'line' || curves.every(({ stride }) => stride === SIMPLE_STRIDE),
	);
	const breaking = hasOnlyLines ? 0 : share;
	const gathered = isLockstep && hasOnlyLines ? gatherKeys(sorted, role, desk) : null;
	const path = gathered
		? { ...gathered, rounding: 0 }
		: breakGroups(groups, breaking / Math.sqrt(curves.length), role, desk);
	return path && { ...path, breaking, isHeld: sorted.map(({ count }) => count < 2) };
}

function breakGroups(groups: readonly Group[], step: number, role: Role, desk: Desk): RoundedPath | null {
	const broken: Broken[] = [];
	for (const group of groups) {
		for (let c = 0; c < group.curves.length; c++) {
			const line = breakCurve(group.curves[c]!, (key) => keySign(group, c, key), step);
			if (line === null) return null;
			broken.push(line);
		}
	}
	return merge(broken, role, desk);
}

// The vertices of all curves: each one has a value at the vertices of the others. A curve holds its end values where
// only others have keys.
function merge(broken: readonly Broken[], role: Role, desk: Desk): RoundedPath | null {
	// One key alone is held, and says nothing about where the others start, end and repeat.
	const moving = broken.filter(({ times }) => times.length > 1);
	const all = Float64Array.from(new Set(moving.flatMap(({ times }) => [...times]))).sort();
	// At a curve's first time its first key counts, elsewhere and at its end the last one: such a jump cannot move inside,
	// and one that is all of a curve cannot be joined.
	if (moving.some(({ times: own }) => own[0] === own[1] && (own[0]! > all[0]! || own[0] === own.at(-1)))) return null;
	const times: number[] = [];
	const rows: number[] = [];
	const cursors = broken.map(() => 0);
	for (const time of all) {
		const before = [0, 0, 0, 0];
		const after = [0, 0, 0, 0];
		broken.forEach((line, c) => {
			const { times: own, values } = line;
			let k = cursors[c]!;
			while (k < own.length && own[k]! < time) k++;
			// The first vertex at this time gives the value before, the last one the value after.
			let last = k;
			while (last + 1 < own.length && own[last + 1] === time) last++;
			cursors[c] = k;
			if (k === own.length) before[c] = after[c] = values[k - 1] ?? 0;
			else if (own[k] === time) {
				before[c] = values[k]!;
				after[c] = values[last]!;
			} else if (k === 0) before[c] = after[c] = values[0]!;
			else {
				const u = (time - own[k - 1]!) / (own[k]! - own[k - 1]!);
				before[c] = after[c] = values[k - 1]! + (values[k]! - values[k - 1]!) * u;
			}
		});
		times.push(time);
		rows.push(...before);
		if (before.every((value, c) => value === after[c])) continue;
		times.push(time);
		rows.push(...after);
	}
	const runs = desk.runs(broken.length, times.length);
	let isExact = true;
	listRuns(runs, broken.length).forEach((run, c) => {
		for (let i = 0, to = 0; i < times.length; i++, to += SIMPLE_STRIDE) {
			const value = rows[i * WIDTH + c]!;
			run[to] = times[i]!;
			run[to + 1] = value;
			if (run[to + 1] !== value) isExact = false;
		}
	});
	// Signs are what they are when it is played.
	const path = measurePath(runs, broken.length, role === 'plain' ? role : 'direction');
	return path && { ...path, rounding: isExact ? 0 : path.largest * 2 ** -23 };
}
