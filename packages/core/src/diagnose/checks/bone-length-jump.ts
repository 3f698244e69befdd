import { countOf } from '../../issue/error.ts';
import { JOINTS, type JointName } from '../../model/joints.ts';
import type { Check } from './support/check.ts';
import type { HandSubject, KeyRows } from './support/subject.ts';
import { isTrackedThrough } from './support/tracking.ts';

// Meters, ratio, and meters per second: the change that counts as a jump.
const MIN_CHANGE = 0.015;
const MIN_RATIO = 1.3;
const MIN_SPEED = 1.5;

/**
 * Bones do not change their length. Trackers estimate the length in every frame and are off by a few millimeters. MRTK's
 * simulated hands blend poses, which makes a bone shrink and grow at 0.3 m/s, and coarse optimization adds as much again.
 * A change by 15 mm and by 30 %, faster than 1.5 m/s and without a loss of tracking, has another cause.
 */
export const boneLengthJump: Check = {
	code: 'bone-length-jump',
	severity: 'warning',
	meaning: 'The length of a bone changes abruptly.',
	rule: 'the length of a bone changes by more than 15 mm and 30 %, faster than 1.5 m/s, without a loss of tracking',
	remains: 'it is unknown which length is right',
	find({ hands }, report) {
		for (const subject of hands) {
			const positions = new Map<JointName, KeyRows>();
			for (const { role, joint, rows } of subject.groups) {
				if (role === 'position' && joint !== null && rows !== null && rows.times.length > 0) positions.set(joint, rows);
			}
			let count = 0;
			let first = Number.POSITIVE_INFINITY;
			let worst = { change: 0, name: '' };
			const bones = new Set<string>();
			for (const { name, parent } of JOINTS) {
				const [far, near] = [positions.get(name), parent === null ? undefined : positions.get(parent)];
				if (far === undefined || near === undefined || parent === null) continue;
				visitJumps(subject, far, near, (time, change) => {
					count++;
					bones.add(name);
					first = Math.min(first, time);
					if (Math.abs(change) > Math.abs(worst.change)) worst = { change, name: `${parent} to ${name}` };
				});
			}
			if (count === 0) continue;
			const change = `${(worst.change * 1000).toFixed(0)} mm`;
			const text = `${bones.size} of 25 bones change length abruptly (${countOf(count, 'jump')}); largest change: ${worst.name}, by ${change}`;
			report({ path: subject.path, text, time: first });
		}
	},
};

// Walks along the keys of both ends, which recorders may have dropped at different times, and holds the end values.
function visitJumps(
	{ tracking }: HandSubject,
	far: KeyRows,
	near: KeyRows,
	visit: (time: number, change: number) => void,
): void {
	const [ends, starts] = [far.times, near.times];
	let before = Number.NaN;
	let last = Number.NaN;
	// The numbers of rows at or before the current time.
	for (let i = 0, j = 0; i < ends.length || j < starts.length; ) {
		const time = j >= starts.length || ends[i]! <= starts[j]! ? ends[i]! : starts[j]!;
		while (i < ends.length && ends[i]! <= time) i++;
		while (j < starts.length && starts[j]! <= time) j++;
		const length = measureBone(far, i - 1, near, j - 1, time);
		const change = length - before;
		const isJump =
			Math.abs(change) > MIN_CHANGE &&
			Math.max(before, length) > MIN_RATIO * Math.min(before, length) &&
			Math.abs(change) > MIN_SPEED * (time - last);
		if (isJump && isTrackedThrough(tracking, last, time)) visit(time, change);
		before = length;
		last = time;
	}
}

function measureBone(far: KeyRows, farRow: number, near: KeyRows, nearRow: number, time: number): number {
	const farShare = findShare(far.times, farRow, time);
	const nearShare = findShare(near.times, nearRow, time);
	const [a, b] = [Math.max(0, farRow) * far.width, Math.max(0, nearRow) * near.width];
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) {
		const end = valueAt(far, a + axis, farShare);
		const offset = end - valueAt(near, b + axis, nearShare);
		sum += offset * offset;
	}
	return Math.sqrt(sum);
}

// How far a time is between a row and the next; 0 before the first row and after the last.
function findShare(times: Float32Array, row: number, time: number): number {
	if (row < 0 || row + 1 >= times.length) return 0;
	const from = times[row]!;
	return time > from ? (time - from) / (times[row + 1]! - from) : 0;
}

// Interpolates linearly, as MRTK's keys are meant.
function valueAt({ values, width }: KeyRows, at: number, share: number): number {
	const from = values[at]!;
	return share === 0 ? from : from + (values[at + width]! - from) * share;
}
