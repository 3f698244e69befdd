import { type Curve, SIMPLE_STRIDE } from '../model/curve.ts';
import { isRepeatingWrap } from '../model/wrap-mode.ts';
import { type Group, groupCurves, keySign, type Role } from '../sample/group.ts';
import { type FlatCurve, flattenCurve } from './flatten-curve.ts';
import { gatherKeys, measurePath, type Path } from './gather-keys.ts';
import { isStill, listComponents, type Vertices, WIDTH } from './vertices.ts';
import type { Workspace } from './workspace.ts';

/**
 * A vector as it plays, as lines between vertices. The optimizer knows no other form of input: curved segments are
 * flattened into lines, and the tolerance is reduced by the deviation of that.
 */
export interface Polyline extends Vertices {
	/** Whether two vertices may be at one time. */
	readonly hasJumps: boolean;
	/** The components that hold one value and stay: curves with at most one key. */
	readonly isHeld: readonly boolean[];
	/** Whether only the direction counts, because sampling normalizes the vector. */
	readonly isUnit: boolean;
	/** The largest deviation: a length, or the sine of the angle for unit vectors. */
	readonly radius: number;
	/** A lower bound of the length of the shortest vector, between vertices too; 1 if lengths do not matter. */
	readonly shortest: number;
}

/** The share of the tolerance that flattening may use. */
const FLATTENING_SHARE = 0.04;
/** Rotations and directions that get shorter than this share of their largest length stay. */
const SHORTEST_SHARE = 0.1;
/** Rotations and directions that get shorter than this also stay. */
const SHORTEST = 1e-3;
const IDENTITY_SIGNS: readonly number[] = [1, 1, 1, 1];

/**
 * The polyline of the curves of a vector. `null` if they cannot be replaced: values that are not finite, segments that
 * are too steep to be flattened, curves that repeat over different ranges, rotations that pass through 0.
 *
 * `tolerance` is in meters, or in radians between unit vectors. The polyline may use the memory of the workspace, until
 * the next polyline does.
 */
export function createPolyline(
	curves: readonly Curve[],
	role: Role,
	tolerance: number,
	workspace: Workspace,
): Polyline | null {
	const isUnit = role !== 'plain';
	const limit = isUnit ? Math.sin(Math.min(tolerance, Math.PI / 3)) : Math.min(tolerance, 1e9);
	const found = readLines(curves, role, workspace) ?? flattenCurves(curves, role, limit * FLATTENING_SHARE, workspace);
	if (found === null) return null;
	const { xs, ys, zs, ws, count, hasJumps, largest, shortest, flattening, rounding, isHeld } = found;
	// Rounded vertices cannot be matched exactly.
	const polyline = (radius: number, least: number): Polyline | null =>
		radius > 0 || rounding === 0
			? { xs, ys, zs, ws, count, hasJumps, isHeld, isUnit, radius: Math.max(0, radius), shortest: least }
			: null;
	// Samples are rounded to float32, which uses up some of the tolerance.
	const spent = flattening + rounding;
	if (!isUnit) return Number.isFinite(largest) ? polyline(limit * (1 - 1e-6) - spent - largest * 2 ** -22, 1) : null;
	if (!(shortest > largest * SHORTEST_SHARE && shortest > SHORTEST && Number.isFinite(largest))) {
		// A vector that does not move stays, even if it is 0.
		return isStill(found) ? polyline(0, 1) : null;
	}
	// Flattening and rounding move a vector, which is a larger angle if the vector is short.
	return polyline(limit * (1 - 1e-6) - spent / shortest - 2 ** -21, shortest);
}

// Curves repeat over their own range. They can have common keys only if all ranges are the same.
function canMerge(curves: readonly Curve[]): boolean {
	const moving = curves.filter(({ count }) => count > 1);
	const [first] = moving;
	if (first === undefined) return false;
	if (!moving.some(({ preWrap, postWrap }) => isRepeatingWrap(preWrap) || isRepeatingWrap(postWrap))) return true;
	const start = ({ floats, start }: Curve): number => floats[start]!;
	const end = ({ floats, start, count, stride }: Curve): number => floats[start + (count - 1) * stride]!;
	return moving.every((curve) => start(curve) === start(first) && end(curve) === end(first));
}

/** A path whose vertices deviate by at most `rounding`, because they are float32. */
interface RoundedPath extends Path {
	readonly rounding: number;
}

/** A path that also deviates by at most `flattening`. */
interface FlatPath extends RoundedPath {
	readonly flattening: number;
	readonly isHeld: readonly boolean[];
}

// Curves with simple keys are linear, and usually in order.
function readLines(curves: readonly Curve[], role: Role, workspace: Workspace): FlatPath | null {
	const isSimple = curves.every(({ stride }) => stride === SIMPLE_STRIDE);
	const path = isSimple ? gatherKeys(curves, role, workspace) : null;
	return path && { ...path, flattening: 0, rounding: 0, isHeld: curves.map(() => false) };
}

function flattenCurves(curves: readonly Curve[], role: Role, share: number, workspace: Workspace): FlatPath | null {
	const groups = groupCurves(curves, role, 0, IDENTITY_SIGNS.slice(0, curves.length), {});
	const sorted = groups.flatMap((group) => group.curves);
	const isLockstep = groups.length === 1;
	if (!isLockstep && !canMerge(sorted)) return null;
	const hasOnlyLines = groups.every(
		({ kind, curves }) => kind === 'line' || curves.every(({ stride }) => stride === SIMPLE_STRIDE),
	);
	const flattening = hasOnlyLines ? 0 : share;
	const gathered = isLockstep && hasOnlyLines ? gatherKeys(sorted, role, workspace) : null;
	const path = gathered
		? { ...gathered, rounding: 0 }
		: flattenGroups(groups, flattening / Math.sqrt(curves.length), role, workspace);
	return path && { ...path, flattening, isHeld: sorted.map(({ count }) => count < 2) };
}

function flattenGroups(groups: readonly Group[], step: number, role: Role, workspace: Workspace): RoundedPath | null {
	const flat: FlatCurve[] = [];
	for (const group of groups) {
		for (let c = 0; c < group.curves.length; c++) {
			const line = flattenCurve(group.curves[c]!, (key) => keySign(group, c, key), step);
			if (line === null) return null;
			flat.push(line);
		}
	}
	return merge(flat, role, workspace);
}

// Merges the vertices of all curves: each curve gets a value at the vertices of the others. A curve holds its end
// values outside its keys.
function merge(flat: readonly FlatCurve[], role: Role, workspace: Workspace): RoundedPath | null {
	// A curve with one key is held, and does not affect where the others start, end and repeat.
	const moving = flat.filter(({ times }) => times.length > 1);
	const all = Float64Array.from(new Set(moving.flatMap(({ times }) => [...times]))).sort();
	// At the first time of a curve its first key counts, later the last key. So a jump at the start of a curve cannot
	// move inside, and a curve that is only a jump cannot be merged.
	if (moving.some(({ times: own }) => own[0] === own[1] && (own[0]! > all[0]! || own[0] === own.at(-1)))) return null;
	const times: number[] = [];
	const rows: number[] = [];
	const cursors = flat.map(() => 0);
	for (const time of all) {
		const before = [0, 0, 0, 0];
		const after = [0, 0, 0, 0];
		flat.forEach((line, c) => {
			const { times: own, values } = line;
			let k = cursors[c]!;
			while (k < own.length && own[k]! < time) k++;
			// The first vertex at this time has the value before, the last vertex the value after.
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
	const vertices = workspace.vertices(flat.length, times.length);
	let isExact = true;
	listComponents(vertices, flat.length).forEach((component, c) => {
		for (let i = 0, to = 0; i < times.length; i++, to += SIMPLE_STRIDE) {
			const value = rows[i * WIDTH + c]!;
			component[to] = times[i]!;
			component[to + 1] = value;
			if (component[to + 1] !== value) isExact = false;
		}
	});
	// Signs are already aligned as in sampling.
	const path = measurePath(vertices, flat.length, role === 'plain' ? role : 'direction');
	return path && { ...path, rounding: isExact ? 0 : path.largest * 2 ** -23 };
}
