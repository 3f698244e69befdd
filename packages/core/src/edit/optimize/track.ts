import { isRepeating, WRAP_DEFAULT, WRAP_LOOP } from '../../curves/wrap.ts';
import type { Curve } from '../../model/curve.ts';
import { type Group, groupCurves, keySign, type Role } from '../../sample/group.ts';
import { type Broken, breakCurve } from './break-curve.ts';
import type { Desk } from './desk.ts';
import { WIDTH } from './knots.ts';

/**
 * The played path of a vector as straight lines between vertices. The optimiser knows no other form of its input: what
 * is curved has been broken into lines, and the tolerance is smaller by what that is off.
 */
export interface Track {
	/** Components, 3 or 4. */
	readonly size: number;
	readonly count: number;
	/** Float32 values in order; two vertices at one time are a jump. */
	readonly times: Float64Array;
	/** {@link WIDTH} numbers a vertex. */
	readonly rows: Float64Array;
	/** The components that hold one value and are left alone: curves with one key or none. */
	readonly isHeld: readonly boolean[];
	/** Whether only the direction counts, because the vector is normalised when it is played. */
	readonly isUnit: boolean;
	/** How far the result may be off: a length, or for unit vectors the sine of the angle. */
	readonly radius: number;
	/** How long the vectors are on average, and the shortest between vertices too; 1 where lengths do not matter. */
	readonly scale: number;
	readonly shortest: number;
}

/** The share of the tolerance that is spent on breaking what is curved into lines. */
const BREAKING_SHARE = 0.04;
/** Rotations and directions that come closer to 0 than this part of their largest length are left alone. */
const SHORTEST_SHARE = 0.1;
const IDENTITY_SIGNS: readonly number[] = [1, 1, 1, 1];

/**
 * The track of the curves of a vector, or `null` where it has none that could be replaced: keys that are not numbers,
 * segments that are too steep to be broken, curves that repeat over different ranges, rotations that pass through 0.
 *
 * `tolerance` is in metres, or in radians between the unit vectors. The track may lie on the desk, until the next one does.
 */
export function createTrack(curves: readonly Curve[], role: Role, tolerance: number, desk: Desk): Track | null {
	const isUnit = role !== 'plain';
	const groups = groupCurves(curves, role, 0, IDENTITY_SIGNS.slice(0, curves.length), {});
	const isLockstep = groups.length === 1;
	const sorted = groups.flatMap((group) => group.curves);
	if (!isLockstep && !canMerge(sorted)) return null;
	const hasOnlyLines = groups.every(
		({ kind, curves }) => kind === 'line' || curves.every(({ stride }) => stride === 2),
	);
	const limit = isUnit ? Math.sin(Math.min(tolerance, Math.PI / 3)) : Math.min(tolerance, 1e9);
	const breaking = hasOnlyLines ? 0 : limit * BREAKING_SHARE;
	const step = breaking / Math.sqrt(curves.length);
	const path = (isLockstep && hasOnlyLines ? copyKeys(groups[0]!, desk) : null) ?? breakGroups(groups, step);
	if (path === null) return null;
	const { times, rows } = path;
	const size = curves.length;
	const count = times.length;
	const isHeld = sorted.map((curve) => curve.count < 2);
	if (!isUnit) {
		const largest = findLargest(rows);
		if (!Number.isFinite(largest)) return null;
		// Samples leave as float32: what that rounds off is not ours to spend.
		const radius = Math.max(0, limit * (1 - 1e-6) - breaking - largest * 2 ** -22);
		return { size, count, times, rows, isHeld, isUnit, radius, scale: 1, shortest: 1 };
	}
	const lengths = measureLengths(rows, count);
	// What does not move stays what it is, even 0.
	if (lengths === null && isStill(rows))
		return { size, count, times, rows, isHeld, isUnit, radius: 0, scale: 1, shortest: 1 };
	if (lengths === null) return null;
	// Breaking moves a vector by `breaking`, which is seen under a larger angle where the vector is short.
	const radius = Math.max(0, limit * (1 - 1e-6) - breaking / lengths.shortest - 2 ** -21);
	return { size, count, times, rows, isHeld, isUnit, radius, scale: lengths.mean, shortest: lengths.shortest };
}

/** Whether all vertices are the same. */
export function isStill(rows: Float64Array): boolean {
	for (let i = WIDTH; i < rows.length; i++) if (rows[i] !== rows[i - WIDTH]) return false;
	return true;
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

interface Path {
	readonly times: Float64Array;
	readonly rows: Float64Array;
}

// The keys of straight lines in lockstep are vertices as they are, unless more than two stand at one time.
function copyKeys(group: Group, desk: Desk): Path | null {
	const { curves, flips } = group;
	const { stride, count } = curves[0]!;
	const { times, rows } = desk.path(count);
	const [x, y, z, w = null] = curves as readonly [Curve, Curve, Curve, Curve?];
	let [xAt, yAt, zAt, wAt] = [x.start + 1, y.start + 1, z.start + 1, (w?.start ?? 0) + 1];
	const [xs, ys, zs, ws] = [x.floats, y.floats, z.floats, w?.floats ?? null];
	for (let i = 0, to = 0; i < count; i++, to += WIDTH) {
		const time = xs[xAt - 1]!;
		if (i > 1 && time === times[i - 2]) return null;
		times[i] = time;
		rows[to] = xs[xAt]!;
		rows[to + 1] = ys[yAt]!;
		rows[to + 2] = zs[zAt]!;
		rows[to + 3] = ws === null ? 0 : ws[wAt]!;
		xAt += stride;
		yAt += stride;
		zAt += stride;
		wAt += stride;
	}
	for (let i = 0; flips !== null && i < count; i++) {
		for (let at = i * WIDTH; flips[i] === 1 && at < (i + 1) * WIDTH; at++) rows[at] = -rows[at]!;
	}
	return { times, rows };
}

function breakGroups(groups: readonly Group[], step: number): Path | null {
	const broken: Broken[] = [];
	for (const group of groups) {
		for (let c = 0; c < group.curves.length; c++) {
			const line = breakCurve(group.curves[c]!, (key) => keySign(group, c, key), step);
			if (line === null) return null;
			broken.push(line);
		}
	}
	return merge(broken);
}

// The vertices of all curves: each one has a value at the vertices of the others. A curve holds its end values where
// only others have keys.
function merge(broken: readonly Broken[]): Path | null {
	const all = Float64Array.from(new Set(broken.flatMap(({ times }) => [...times]))).sort();
	// At a curve's first time its first key counts, elsewhere the last one: such a jump cannot move inside.
	if (broken.some(({ times: own }) => own.length > 1 && own[0] === own[1] && own[0]! > all[0]!)) return null;
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
	return { times: Float64Array.from(times), rows: Float64Array.from(rows) };
}

function findLargest(rows: Float64Array): number {
	let largest = 0;
	for (let i = 0; i < rows.length; i++) {
		const value = Math.abs(rows[i]!);
		if (value > largest) largest = value;
		else if (Number.isNaN(value)) return value;
	}
	return largest;
}

// The mean length of the vectors and the shortest along the lines between them; `null` if they come close to 0.
function measureLengths(rows: Float64Array, count: number): { mean: number; shortest: number } | null {
	let largest = 0;
	let shortest = Number.POSITIVE_INFINITY;
	let sum = 0;
	let previous = 0;
	for (let i = 0, at = 0; i < count; i++, at += WIDTH) {
		const x = rows[at]!;
		const y = rows[at + 1]!;
		const z = rows[at + 2]!;
		const w = rows[at + 3]!;
		const square = x * x + y * y + z * z + w * w;
		sum += square;
		if (square > largest) largest = square;
		if (square < shortest) shortest = square;
		if (i > 0) {
			const product = x * rows[at - 4]! + y * rows[at - 3]! + z * rows[at - 2]! + w * rows[at - 1]!;
			// The line between the two comes closer to 0 than both by no more than this, and where it matters we look.
			const gap = previous + square - 2 * product;
			if (Math.min(previous, square) - gap / 4 < shortest && product < previous && product < square) {
				const foot = (previous * square - product * product) / gap;
				if (foot < shortest) shortest = foot;
			}
		}
		previous = square;
	}
	const mean = Math.sqrt(sum / count);
	const isLong = shortest > largest * SHORTEST_SHARE * SHORTEST_SHARE && shortest > 1e-6;
	return isLong && Number.isFinite(mean) ? { mean, shortest: Math.sqrt(shortest) } : null;
}
