import { countOf } from '../../issue/error.ts';
import { selectKeys } from '../../model/curve.ts';
import type { Finding, FixableCheck } from './support/check.ts';
import type { CurveGroup } from './support/subject.ts';
import { isTrackedThrough } from './support/tracking.ts';

// Meters per second, and meters between two keys. A punch reaches about 10 m/s and a snapping finger little more; a head
// stays below 3 m/s on foot. The distance excludes the noise of keys that are close together.
const HAND_LIMIT = { speed: 20, distance: 0.2 };
const HEAD_LIMIT = { speed: 10, distance: 0.2 };

/**
 * Nobody moves that fast. A single key far from two neighbors that agree is a tracking glitch, hence a warning. A jump that
 * lasts may be an application that moves its user, so the severity is info. A hand that was lost and found again may be
 * anywhere.
 *
 * The fix removes isolated keys, if the caller asks for it.
 */
export const teleport: FixableCheck = {
	code: 'teleport',
	severity: 'warning',
	meaning: 'A head or a joint moves faster than a person can.',
	rule: 'a joint or controller moves faster than 20 m/s, or the head faster than 10 m/s, by more than 0.2 m, without a loss of tracking. Info if it stays at the new place, as when an application moves its user',
	remains: 'jumps are removed only with `removeJumps`, and only isolated keys',
	find({ groups, hands, controllers }, report) {
		const judge = (path: string, positions: readonly CurveGroup[]): void => {
			const finding = summarize(path, positions);
			if (finding !== null) report(finding);
		};
		judge(
			'head',
			groups.filter(({ path }) => path === 'head.position'),
		);
		for (const { path, groups: joints } of hands) {
			judge(
				path,
				joints.filter(({ role }) => role === 'position'),
			);
		}
		// The pointing ray may jump: its origin depends on the application's settings.
		for (const { path, groups: poses } of controllers) {
			judge(
				path,
				poses.filter((group) => group.path === `${path}.grip.position`),
			);
		}
	},
	fix: {
		scope: 'vectors',
		does: 'with `removeJumps`: removes isolated keys, with a confidence',
		how: 'removed isolated keys',
		repeats: true,
		fixGroup: (group) => {
			if (group.role !== 'position' || !group.rows?.isFileOrder) return null;
			const spikes = new Set(findSpikes(group, findJumps(group)));
			if (spikes.size === 0) return null;
			const curves = group.curves.map(({ curve }) => selectKeys(curve, (key) => !spikes.has(key)));
			return { curves, confidence: 0.8 };
		},
	},
};

function summarize(path: string, positions: readonly CurveGroup[]): Finding | null {
	let jumps = 0;
	let spikes = 0;
	let poses = 0;
	let first: { time: number; path: string; key: number } | null = null;
	for (const group of positions) {
		const found = findJumps(group);
		if (found.length === 0 || group.rows === null) continue;
		poses++;
		jumps += found.length;
		spikes += findSpikes(group, found).length;
		const [row = 0] = found;
		const time = group.rows.times[row]!;
		if (first === null || time < first.time) first = { time, path: group.curves[0]?.path ?? group.path, key: row };
	}
	if (first === null) return null;
	const { time, ...at } = first;
	const what = spikes > 0 ? `; ${countOf(spikes, 'isolated key')}` : '';
	const where = positions.length > 1 ? ` in ${countOf(poses, 'joint')}` : '';
	return {
		path,
		text: `${countOf(jumps, 'jump')} faster than a person can move${where}${what}`,
		time,
		at,
		severity: spikes > 0 ? 'warning' : 'info',
	};
}

// The rows of a position that cannot be reached from the previous row, with tracking in between.
function findJumps(group: CurveGroup): number[] {
	const { rows, tracking } = group;
	const found: number[] = [];
	if (rows === null) return found;
	for (let i = 1; i < rows.times.length; i++) {
		if (isJump(group, i - 1, i) && isTrackedThrough(tracking, rows.times[i - 1]!, rows.times[i]!)) found.push(i);
	}
	return found;
}

// The jumps to isolated keys: the next row is a jump, too, but would not be without this row.
function findSpikes(group: CurveGroup, jumps: readonly number[]): number[] {
	return jumps.filter((row, i) => jumps[i + 1] === row + 1 && !isJump(group, row - 1, row + 1));
}

function isJump({ rows, tracking }: CurveGroup, from: number, to: number): boolean {
	if (rows === null) return false;
	const { times, values } = rows;
	const { speed, distance } = tracking === null ? HEAD_LIMIT : HAND_LIMIT;
	const x = values[to * 3]! - values[from * 3]!;
	const y = values[to * 3 + 1]! - values[from * 3 + 1]!;
	const z = values[to * 3 + 2]! - values[from * 3 + 2]!;
	const moved = Math.sqrt(x * x + y * y + z * z);
	// Keys at the same time have their own check.
	const gap = times[to]! - times[from]!;
	return gap > 0 && moved > distance && moved > speed * gap;
}
