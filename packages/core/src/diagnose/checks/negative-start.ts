import { getKeyTime } from '../../model/curve.ts';
import { countOf } from '../count-of.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * MRTK 2.0.0–2.5.4 cut their rolling buffer so that recordings start before 0, and keep one key before the cut. It is
 * how those releases work, so it is for information only.
 */
export const negativeStart: Rule = {
	code: 'negative-start',
	severity: 'info',
	remains: 'it may be meant; moving the whole recording in time is an edit, not a repair',
	check({ groups }, report) {
		let first: Finding | null = null;
		let start = 0;
		let keys = 0;
		for (const { path: groupPath, curves } of groups) {
			for (const { path, curve } of curves) {
				for (let key = 0; key < curve.count; key++) {
					const time = getKeyTime(curve, key);
					if (!(time < 0) || !Number.isFinite(time)) continue;
					keys++;
					if (time >= start) continue;
					start = time;
					first = { path: groupPath, text: '', time, at: { path, key } };
				}
			}
		}
		if (first === null) return;
		const text = `${countOf(keys, 'key')} before 0, the first at ${start.toFixed(3)} s, as MRTK 2.0.0–2.5.4 leave them when their buffer is full`;
		report({ ...(first satisfies Finding as Finding), path: '', text });
	},
};
