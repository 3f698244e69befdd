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

function visitJumps(
	{ tracking }: HandSubject,
	far: KeyRows,
	near: KeyRows,
	visit: (time: number, change: number) => void,
): void {
	// Recorders key all joints at the same times.
	const isSame = hasTimes(near.times, far.times);
	const times = isSame ? far.times : mergeTimes(far.times, near.times);
	const lengths = isSame ? measureRows(far, near) : measureAt(far, near, times);
	for (let i = 1; i < times.length; i++) {
		const before = lengths[i - 1]!;
		const change = lengths[i]! - before;
		const isJump =
			Math.abs(change) > MIN_CHANGE && Math.max(before, lengths[i]!) > MIN_RATIO * Math.min(before, lengths[i]!);
		if (!isJump || !(Math.abs(change) > MIN_SPEED * (times[i]! - times[i - 1]!))) continue;
		if (isTrackedThrough(tracking, times[i - 1]!, times[i]!)) visit(times[i]!, change);
	}
}

// Whether times are the wanted times, none of them repeated.
function hasTimes(times: Float32Array, wanted: Float32Array): boolean {
	if (times.length !== wanted.length) return false;
	for (let i = 0; i < times.length; i++) {
		if (times[i] !== wanted[i] || (i > 0 && times[i] === times[i - 1])) return false;
	}
	return true;
}

// The lengths of a bone whose ends have the same key times.
function measureRows(far: KeyRows, near: KeyRows): Float64Array {
	const lengths = new Float64Array(far.times.length);
	const [ends, starts, step, base] = [far.values, near.values, far.width, near.width];
	for (let i = 0, a = 0, b = 0; i < lengths.length; i++, a += step, b += base) {
		const x = ends[a]! - starts[b]!;
		const y = ends[a + 1]! - starts[b + 1]!;
		const z = ends[a + 2]! - starts[b + 2]!;
		lengths[i] = Math.sqrt(x * x + y * y + z * z);
	}
	return lengths;
}

function measureAt(far: KeyRows, near: KeyRows, times: Float32Array): Float64Array {
	const lengths = new Float64Array(times.length);
	for (let axis = 0; axis < 3; axis++) {
		const ends = valuesAt(far, axis, times);
		const starts = valuesAt(near, axis, times);
		for (let i = 0; i < times.length; i++) lengths[i]! += (ends[i]! - starts[i]!) ** 2;
	}
	for (let i = 0; i < times.length; i++) lengths[i] = Math.sqrt(lengths[i]!);
	return lengths;
}

// Interpolates one axis linearly, as MRTK's keys are meant, and holds the end values. `at` is sorted.
function valuesAt({ times, values, width }: KeyRows, axis: number, at: Float32Array): Float64Array {
	const out = new Float64Array(at.length);
	const last = times.length - 1;
	for (let i = 0, row = 0; i < at.length; i++) {
		const time = at[i]!;
		while (row < last && times[row + 1]! <= time) row++;
		const from = values[row * width + axis]!;
		const next = Math.min(row + 1, last);
		const gap = times[next]! - times[row]!;
		const part = gap > 0 && time > times[row]! ? (time - times[row]!) / gap : 0;
		out[i] = part === 0 ? from : from + (values[next * width + axis]! - from) * part;
	}
	return out;
}

// Merges two sorted lists without repeating a time.
function mergeTimes(a: Float32Array, b: Float32Array): Float32Array {
	const merged = new Float32Array(a.length + b.length);
	let count = 0;
	for (let i = 0, j = 0; i < a.length || j < b.length; ) {
		const time = j >= b.length || a[i]! <= b[j]! ? a[i++]! : b[j++]!;
		if (count === 0 || merged[count - 1] !== time) merged[count++] = time;
	}
	return merged.subarray(0, count);
}
