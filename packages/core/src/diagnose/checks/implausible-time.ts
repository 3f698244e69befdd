import { countOf } from '../../issue/error.ts';
import { getKeyTime } from '../../model/curve.ts';
import type { Check, Finding } from './support/check.ts';
import { listTimeCurves } from './support/subject.ts';

const MAX_DAYS = 7;
const MAX_TIME = MAX_DAYS * 24 * 60 * 60;

/**
 * Nobody records for a week: such keys come from damaged bytes, or from a clock that counts from 1970 or from the start of
 * the machine. At 7 days float32 times are 62 ms apart, so the timing of frames is lost in any case. Times that are not
 * finite have their own check.
 */
export const implausibleTime: Check = {
	code: 'implausible-time',
	severity: 'warning',
	meaning: 'The time of a key is more than 7 days from 0.',
	rule: 'the time of a key is more than 7 days from 0. Reported once per recording',
	remains: 'it is unknown which times are right; trim or shift the recording',
	find({ groups }, report) {
		let first: Finding | null = null;
		let worst = 0;
		let keys = 0;
		for (const group of groups) {
			for (const { path, curve, shares } of listTimeCurves(group)) {
				for (let key = 0; key < curve.count; key++) {
					const time = getKeyTime(curve, key);
					if (!(Math.abs(time) > MAX_TIME) || !Number.isFinite(time)) continue;
					keys += shares;
					first ??= { path: group.path, text: '', time, at: { path, key } };
					if (Math.abs(time) > Math.abs(worst)) worst = time;
				}
			}
		}
		if (first === null) return;
		const text = `${countOf(keys, 'key')} more than ${MAX_DAYS} days from 0, the farthest at ${worst.toPrecision(3)} s`;
		report({ ...(first satisfies Finding as Finding), path: '', text });
	},
};
