import { countOf } from '../../issue/error.ts';
import { getKeyTime } from '../../model/curve.ts';
import type { Check } from './support/check.ts';
import { listTimeCurves } from './support/subject.ts';
import { isUntrackedAt } from './support/tracking.ts';

/** A cut leaves at most this many keys per curve. */
const CUT_KEYS = 2;

/**
 * MRTK records joints only while their hand is tracked. Keys at other times are never shown. That is a warning if the hand
 * moves but is never tracked. Otherwise the severity is info: a cut between two keys leaves a key at each end. Keys at the
 * moment at which tracking ends are fine, and so are keys before the first tracking key, because a rolling buffer keeps
 * joint keys for longer than tracking keys.
 */
export const jointsWithoutTracking: Check = {
	code: 'joints-without-tracking',
	severity: 'warning',
	remains: 'it is unknown whether the joints or the tracking are right',
	find({ hands }, report) {
		for (const { path, tracking, groups } of hands) {
			let keys = 0;
			let joints = 0;
			let lastJoint = '';
			let mostKeys = 0;
			let first = Number.POSITIVE_INFINITY;
			for (const group of groups) {
				const { joint } = group;
				for (const { curve, shares } of listTimeCurves(group)) {
					mostKeys = Math.max(mostKeys, curve.count);
					for (let i = 0; i < curve.count; i++) {
						const time = getKeyTime(curve, i);
						if (!Number.isFinite(time) || !isUntrackedAt(tracking, time)) continue;
						keys += shares;
						if (joint !== null && joint !== lastJoint) joints++;
						lastJoint = joint ?? lastJoint;
						first = Math.min(first, time);
					}
				}
			}
			if (keys === 0) continue;
			const what = tracking.isKnown ? 'while the hand is not tracked' : 'of a hand without tracking data';
			const isCut = tracking.isKnown && mostKeys <= CUT_KEYS;
			const severity = tracking.spans.length === 0 && !isCut ? 'warning' : 'info';
			report({ path, text: `${countOf(keys, 'key')} in ${countOf(joints, 'joint')} ${what}`, time: first, severity });
		}
	},
};
