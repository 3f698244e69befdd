import type { Finding, Rule } from '../rule.ts';
import type { CurveGroup, KeyRows } from '../subject.ts';
import { isTrackedThrough } from '../tracking.ts';

/**
 * A tracker never gives the same bits twice for a head or for all joints of a hand, so frames that repeat the one before
 * were shown twice or froze. Only keys as close as frames count, because an optimiser holds a still pose with two keys
 * that are far apart; and a few repeats mean nothing. A simulated hand can stand still, so this is for information.
 */
const MAX_GAP = 0.1;
const MIN_REPEATS = 3;

/** Frames that are the one before, bit by bit. */
export const frozenFrames: Rule = {
	code: 'frozen-frames',
	severity: 'info',
	remains: 'what happened meanwhile was not recorded',
	check({ groups, hands }, report) {
		const judge = (path: string, parts: readonly CurveGroup[]): void => {
			const finding = summarize(path, parts);
			if (finding !== null) report(finding);
		};
		judge(
			'head',
			groups.filter(({ path }) => path.startsWith('head.')),
		);
		for (const { path, groups: joints } of hands) {
			judge(
				path,
				joints.filter(({ joint }) => joint !== 'none'),
			);
		}
	},
};

function summarize(path: string, parts: readonly CurveGroup[]): Finding | null {
	const rows = listRows(parts);
	const [lead] = rows ?? [];
	if (rows === null || lead === undefined) return null;
	const { times } = lead;
	const tracking = parts[0]?.tracking ?? null;
	let repeats = 0;
	let first = -1;
	let frozenSince = 0;
	let longest = 0;
	for (let i = 1; i < times.length; i++) {
		const gap = times[i]! - times[i - 1]!;
		const isRepeat =
			gap > 0 &&
			gap < MAX_GAP &&
			rows.every((entry) => isSameRow(entry, i - 1, i)) &&
			isTrackedThrough(tracking, times[i - 1]!, times[i]!);
		if (!isRepeat) {
			frozenSince = i;
			continue;
		}
		repeats++;
		if (first < 0) first = i;
		longest = Math.max(longest, times[i]! - times[frozenSince]!);
	}
	if (repeats < MIN_REPEATS) return null;
	const text = `${repeats} of ${times.length} frames repeat the one before, for up to ${longest.toFixed(3)} s on end`;
	return { path, text, time: times[first]! };
}

// The rows of everything that has keys, if all of it has the same times: frames as they were recorded.
function listRows(parts: readonly CurveGroup[]): KeyRows[] | null {
	const found: KeyRows[] = [];
	for (const { rows } of parts) {
		if (rows === null) return null;
		if (rows.times.length > 0) found.push(rows);
	}
	const [lead] = found;
	const isInStep = found.every(
		({ times }) => times.length === lead?.times.length && times.every((t, i) => t === lead.times[i]),
	);
	return isInStep ? found : null;
}

function isSameRow({ values, width }: KeyRows, a: number, b: number): boolean {
	for (let i = 0; i < width; i++) if (values[a * width + i] !== values[b * width + i]) return false;
	return true;
}
