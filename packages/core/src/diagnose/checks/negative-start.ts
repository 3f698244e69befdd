import { countOf } from '../../issue/error.ts';
import { getKeyTime } from '../../model/curve.ts';
import type { Check, Finding } from './support/check.ts';
import { listTimeCurves } from './support/subject.ts';

/**
 * MRTK 2.0.0–2.5.4 cut their rolling buffer so that recordings start before 0, and keep one key before the cut. Those
 * releases work that way, so the severity is info.
 */
export const negativeStart: Check = {
	code: 'negative-start',
	severity: 'info',
	meaning: 'Keys have negative times. MRTK 2.0.0–2.5.4 write them when their buffer is full.',
	rule: 'keys have negative times. Caused by MRTK 2.0.0–2.5.4 when their buffer is full',
	remains: 'it may be intended; to shift a recording in time, edit it',
	find({ groups }, report) {
		let first: Finding | null = null;
		let start = 0;
		let keys = 0;
		for (const group of groups) {
			for (const { path, curve, shares } of listTimeCurves(group)) {
				for (let key = 0; key < curve.count; key++) {
					const time = getKeyTime(curve, key);
					if (!(time < 0) || !Number.isFinite(time)) continue;
					keys += shares;
					if (time >= start) continue;
					start = time;
					first = { path: group.path, text: '', time, at: { path, key } };
				}
			}
		}
		if (first === null) return;
		const text = `${countOf(keys, 'key')} before 0 s, the first at ${start.toFixed(3)} s; MRTK 2.0.0–2.5.4 write them when their buffer is full`;
		report({ ...(first satisfies Finding as Finding), path: '', text, endTime: 0 });
	},
};
