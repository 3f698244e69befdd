import type { Check, Finding } from './support/check.ts';
import type { CurveGroup, KeyRows } from './support/subject.ts';
import { isTrackedThrough } from './support/tracking.ts';

const MAX_GAP = 0.1;
const MIN_REPEATS = 3;

/**
 * A tracker never reports the same bits twice for a head, or for all joints of a hand. So frames that repeat the previous
 * frame were captured twice, or tracking froze. Only keys as close together as frames count, because an optimizer holds a
 * still pose with two keys that are far apart. A few repeats are normal, and a simulated hand can stand still, so the
 * severity is info.
 */
export const frozenFrames: Check = {
	code: 'frozen-frames',
	severity: 'info',
	meaning: 'Several frames repeat the previous frame exactly.',
	rule: 'at least three frames, less than 0.1 s apart, repeat the previous frame in all bits of the head or of all joints of a hand',
	remains: 'the motion in between was not recorded',
	find({ groups, hands }, report) {
		const judge = (path: string, members: readonly CurveGroup[]): void => {
			const finding = summarize(path, members);
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

function summarize(path: string, members: readonly CurveGroup[]): Finding | null {
	const rows = listRows(members);
	const [lead] = rows ?? [];
	if (rows === null || lead === undefined) return null;
	const { times } = lead;
	const tracking = members[0]?.tracking ?? null;
	let repeats = 0;
	let first = -1;
	let last = -1;
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
		last = i;
		longest = Math.max(longest, times[i]! - times[frozenSince]!);
	}
	if (repeats < MIN_REPEATS) return null;
	const text = `${repeats} of ${times.length} frames repeat the previous frame, for up to ${longest.toFixed(3)} s`;
	return { path, text, time: times[first]!, endTime: times[last]! };
}

// The rows of all groups that have keys, if their times agree: the recorded frames.
function listRows(members: readonly CurveGroup[]): KeyRows[] | null {
	const found: KeyRows[] = [];
	for (const { rows } of members) {
		if (rows === null) return null;
		if (rows.times.length > 0) found.push(rows);
	}
	const [lead] = found;
	return lead === undefined || found.every(({ times }) => hasTimes(times, lead.times)) ? found : null;
}

function hasTimes(times: Float32Array, wanted: Float32Array): boolean {
	if (times.length !== wanted.length) return false;
	for (let i = 0; i < times.length; i++) if (times[i] !== wanted[i]) return false;
	return true;
}

function isSameRow({ values, width }: KeyRows, a: number, b: number): boolean {
	for (let i = 0; i < width; i++) if (values[a * width + i] !== values[b * width + i]) return false;
	return true;
}
