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
	visitTimes(groups, (time) => {
		if (!(first <= time)) first = time;
	});
	return first;
}

function hasTimeBetween(subject: Subject, from: number, to: number): boolean {
	let isFound = false;
	visitTimes(subject.groups, (time, key) => {
		isFound ||= key > 0 && time > from && time < to;
	});
	return isFound;
}

function visitTimes(groups: readonly CurveGroup[], visit: (time: number, key: number) => void): void {
	for (const { rows, curves } of groups) {
		if (rows !== null) for (let i = 0; i < rows.times.length; i++) visit(rows.times[i]!, i);
		else {
			for (const { curve } of curves) {
				for (let i = 0; i < curve.count; i++) {
					const time = curve.floats[curve.start + i * curve.stride]!;
					if (Number.isFinite(time)) visit(time, i);
				}
			}
		}
	}
}
