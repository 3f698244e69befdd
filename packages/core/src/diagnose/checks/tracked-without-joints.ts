import { findFirstTime } from '../../curves/first-time.ts';
import { type Curve, getKeyTime } from '../../model/curve.ts';
import type { Check } from './support/check.ts';
import type { Subject } from './support/subject.ts';

/**
 * A hand that is tracked has joints, and every recorder keeps the first key of each. So if a hand is tracked before its
 * first joint key, keys are missing. The keys of other curves show whether there was a frame in between. The first key of a
 * curve does not: where MRTK 2.0.0–2.5.4 cut their rolling buffer, each curve keeps one key before the cut, which may be
 * much earlier than the others. Joints that end early are `tail-lost`, or an optimizer's way to hold a still hand.
 */
export const trackedWithoutJoints: Check = {
	code: 'tracked-without-joints',
	severity: 'warning',
	meaning: 'A hand is tracked before its first joint key, or has no joint keys.',
	rule: 'a hand is tracked in a frame before its first joint key, or has no joint keys. The first key of another curve is not such a frame: MRTK 2.0.0–2.5.4 keep one key of each curve before a cut',
	needsWhole: true,
	remains: 'the joints were not recorded',
	find(subject, report) {
		for (const { path, tracking, groups } of subject.hands) {
			const [on, off = Number.POSITIVE_INFINITY] = tracking.spans;
			if (on === undefined) continue;
			const joints = groups.filter(({ joint }) => joint !== 'none');
			const start = findFirstTime(joints.flatMap(({ curves }) => curves.map(({ curve }) => curve)));
			const at = { path: `${path}.tracked`, key: 0 };
			if (!Number.isFinite(start)) {
				report({ path, text: `tracked from ${on.toFixed(3)} s, but no joint has keys`, time: on, at });
			} else if (hasTimeBetween(subject, on, Math.min(start, off))) {
				const text = `tracked from ${on.toFixed(3)} s, but the first joint key is at ${start.toFixed(3)} s`;
				report({ path, text, time: on, endTime: Math.min(start, off), at });
			}
		}
	},
};

function hasTimeBetween({ groups }: Subject, from: number, to: number): boolean {
	return groups.some(({ rows, curves }) => {
		if (rows === null) return curves.some(({ curve }) => hasKeyBetween(curve, from, to));
		const { times } = rows;
		for (let i = 1; i < times.length && times[i]! < to; i++) if (times[i]! > from) return true;
		return false;
	});
}

function hasKeyBetween(curve: Curve, from: number, to: number): boolean {
	for (let i = 1; i < curve.count; i++) {
		const time = getKeyTime(curve, i);
		if (time > from && time < to) return true;
	}
	return false;
}
