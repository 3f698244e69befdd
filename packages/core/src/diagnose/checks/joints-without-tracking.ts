import { getKeyTime } from '../../model/curve.ts';
import { countOf } from '../count-of.ts';
import type { Rule } from '../rule.ts';
import { isUntrackedAt } from '../tracking.ts';

/** How many keys of a curve a cut leaves at most. */
const CUT_KEYS = 2;

/**
 * MRTK records joints only while their hand is tracked. Keys at other times are never shown, which matters if the hand
 * moves and is tracked at no time at all; else they may come from an edit that cut between two keys, which leaves a key at
 * each end, and this is for information. The
 * moment at which tracking ends is allowed, and so is everything before the first thing known about tracking: a rolling
 * buffer keeps older keys of joints than of tracking.
 */
export const jointsWithoutTracking: Rule = {
	code: 'joints-without-tracking',
	severity: 'warning',
	remains: 'whether the joints or the tracking are right cannot be told',
	check({ hands }, report) {
		for (const { path, tracking, groups } of hands) {
			let keys = 0;
			let joints = 0;
			let lastJoint = '';
			let mostKeys = 0;
			let first = Number.POSITIVE_INFINITY;
			for (const { joint, curves } of groups) {
				for (const { curve } of curves) {
					mostKeys = Math.max(mostKeys, curve.count);
					for (let i = 0; i < curve.count; i++) {
						const time = getKeyTime(curve, i);
						if (!Number.isFinite(time) || !isUntrackedAt(tracking, time)) continue;
						keys++;
						if (joint !== null && joint !== lastJoint) joints++;
						lastJoint = joint ?? lastJoint;
						first = Math.min(first, time);
					}
				}
			}
			if (keys === 0) continue;
			const what = tracking.isKnown ? 'while the hand is not tracked' : 'of which nothing says that they were tracked';
			const isCut = tracking.isKnown && mostKeys <= CUT_KEYS;
			const severity = tracking.spans.length === 0 && !isCut ? 'warning' : 'info';
			report({ path, text: `${countOf(keys, 'key')} in ${countOf(joints, 'joint')} ${what}`, time: first, severity });
		}
	},
};
