import { countOf } from '../count-of.ts';
import { findJumps, findSpikes } from '../find-jumps.ts';
import type { Finding, Rule } from '../rule.ts';
import type { CurveGroup } from '../subject.ts';

/**
 * Nobody moves that fast (`find-jumps.ts` has the numbers). A single key that is elsewhere between two that agree is a
 * glitch of the tracker, hence a warning; a jump that lasts may be an application that moves its user, hence for
 * information. A hand that was lost and found again may be anywhere.
 */
export const teleport: Rule = {
	code: 'teleport',
	severity: 'warning',
	remains: 'jumps are removed on request only (removeJumps), and only single keys that are elsewhere',
	check({ groups, hands }, report) {
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
	const what = spikes > 0 ? `; ${countOf(spikes, 'single key')} elsewhere` : '';
	const where = positions.length > 1 ? ` in ${countOf(poses, 'joint')}` : '';
	return {
		path,
		text: `${countOf(jumps, 'jump')} faster than anybody moves${where}${what}`,
		time,
		at,
		severity: spikes > 0 ? 'warning' : 'info',
	};
}
