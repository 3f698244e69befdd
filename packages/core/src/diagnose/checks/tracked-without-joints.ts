import { type Curve, getKeyTime } from '../../model/curve.ts';
import type { Check } from './support/check.ts';
import type { CurveGroup, Subject } from './support/subject.ts';

/**
 * A hand that is tracked has joints, and every recorder keeps the first key of each. So if a hand is tracked before its
 * first joint key, keys are missing. The keys of other curves show whether there was a frame in between. The first key of a
 * curve does not: where MRTK 2.0.0–2.5.4 cut their rolling buffer, each curve keeps one key before the cut, which may be
 * much earlier than the others. Joints that end early are `tail-lost`, or an optimizer's way to hold a still hand.
 */
export const trackedWithoutJoints: Check = {
	code: 'tracked-without-joints',
	severity: 'warning',
	needsWhole: true,
	remains: 'the joints were not recorded',
	find(subject, report) {
		for (const { path, tracking, groups } of subject.hands) {
			const [on, off = Number.POSITIVE_INFINITY] = tracking.spans;
			if (on === undefined) continue;
			const start = firstTime(groups.filter(({ joint }) => joint !== 'none'));
			const at = { path: `${path}.tracked`, key: 0 };
			if (Number.isNaN(start)) {
				report({ path, text: `tracked from ${on.toFixed(3)} s, but no joint has keys`, time: on, at });
			} else if (hasTimeBetween(subject, on, Math.min(start, off))) {
				const text = `tracked from ${on.toFixed(3)} s, but the first joint key is at ${start.toFixed(3)} s`;
				report({ path, text, time: on, at });
			}
		}
	},
};

function firstTime(groups: readonly CurveGroup[]): number {
	let first = Number.NaN;
	for (const { rows, curves } of groups) {
		// Rows are in time order.
		if (rows !== null) {
			if (rows.times.length > 0 && !(first <= rows.times[0]!)) first = rows.times[0]!;
			continue;
		}
		for (const { curve } of curves) {
			for (let i = 0; i < curve.count; i++) {
				const time = getKeyTime(curve, i);
				if (Number.isFinite(time) && !(first <= time)) first = time;
			}
		}
	}
	return first;
}

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
