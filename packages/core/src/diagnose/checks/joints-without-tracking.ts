import { countOf } from '../../issue/error.ts';
import { getKeyTime } from '../../model/curve.ts';
import type { Check } from './support/check.ts';
import { type CurveGroup, listTimeCurves } from './support/subject.ts';
import { isTrackedThrough, isUntrackedAt, type Tracking } from './support/tracking.ts';

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
	meaning: 'Joints have keys while their hand is not tracked.',
	rule: 'joints have keys, but the hand is never tracked. Info if the hand is tracked at other times, or if no curve has more than two keys, because cutting a recording can leave such keys',
	remains: 'it is unknown whether the joints or the tracking are right',
	find({ hands }, report) {
		for (const { path, tracking, groups } of hands) {
			let keys = 0;
			let joints = 0;
			let lastJoint = '';
			let mostKeys = 0;
			let first = Number.POSITIVE_INFINITY;
			let last = Number.NEGATIVE_INFINITY;
			for (const group of groups) {
				const { joint } = group;
				if (isTrackedAlways(group, tracking)) {
					mostKeys = Math.max(mostKeys, group.curves[0]?.curve.count ?? 0);
					continue;
				}
				for (const { curve, shares } of listTimeCurves(group)) {
					mostKeys = Math.max(mostKeys, curve.count);
					for (let i = 0; i < curve.count; i++) {
						const time = getKeyTime(curve, i);
						if (!Number.isFinite(time) || !isUntrackedAt(tracking, time)) continue;
						keys += shares;
						if (joint !== null && joint !== lastJoint) joints++;
						lastJoint = joint ?? lastJoint;
						first = Math.min(first, time);
						last = Math.max(last, time);
					}
				}
			}
			if (keys === 0) continue;
			const what = tracking.isKnown ? 'while the hand is not tracked' : 'of a hand without tracking data';
			const isCut = tracking.isKnown && mostKeys <= CUT_KEYS;
			const severity = tracking.spans.length === 0 && !isCut ? 'warning' : 'info';
			const text = `${countOf(keys, 'key')} in ${countOf(joints, 'joint')} ${what}`;
			report({ path, text, time: first, endTime: last, severity });
		}
	},
};

// Whether all keys are in one span of tracking, or before the first tracking key. A quick test for the usual case.
function isTrackedAlways({ rows }: CurveGroup, tracking: Tracking): boolean {
	if (rows === null || !rows.isFileOrder || rows.times.length === 0 || !tracking.isKnown) return false;
	const first = rows.times[0]!;
	const last = rows.times[rows.times.length - 1]!;
	return last < tracking.start || isTrackedThrough(tracking, Math.max(first, tracking.start), last);
}
