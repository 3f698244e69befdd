import type { Curve } from '../../model/curve.ts';
import { hasOtherCurves } from '../../model/order.ts';
import type { Check, Finding } from './support/check.ts';
import { type CurveGroup, type KeyRows, listTimeCurves, type Subject } from './support/subject.ts';
import type { Tracking } from './support/tracking.ts';

/**
 * Every MRTK release that writes version 1.1 drops the samples of head, gaze, and each hand after the last full partition
 * (32 frames in MRTK's default profile). Boolean curves stay complete. Head and gaze get a sample in every frame, a joint
 * in every frame in which its hand is tracked. So a boolean key after the last key of head or gaze proves that frames are
 * missing, and so does any key while a hand is still tracked after its own last key. No threshold is needed. Frames that
 * are missing after the last boolean key leave no evidence.
 *
 * Only MRTK writes such files, with simple keys and without parts that it does not know. Other recorders may store a still
 * head as a single key.
 */
export const tailLost: Check = {
	code: 'tail-lost',
	severity: 'warning',
	needsWhole: true,
	remains: 'the frames were never saved to the file',
	find(subject, report) {
		const { layout } = subject.recording;
		if (layout.version !== '1.1' || layout.keys !== 'simple' || hasOtherCurves(subject.recording)) return;
		const lastState = lastTime(subject.groups.filter(({ role }) => role === 'state'));
		for (const section of ['head', 'gaze']) {
			const finding = judge(
				section,
				subject.groups.filter(({ path }) => path.startsWith(`${section}.`)),
				lastState,
			);
			if (finding !== null) report(finding);
		}
		for (const { path, tracking, groups } of subject.hands) {
			const end = lastTime(groups);
			const finding = judge(path, groups, lastTrackedTime(subject, tracking, end));
			if (finding !== null) report(finding);
		}
	},
};

function judge(path: string, groups: readonly CurveGroup[], knownEnd: number): Finding | null {
	const end = lastTime(groups);
	const vectors = groups.filter(({ curves }) => curves.some(({ curve }) => curve.count > 0));
	if (vectors.length === 0 || !(knownEnd > end)) return null;
	const curves = vectors.reduce((sum, group) => sum + group.curves.length, 0);
	return {
		path,
		text:
			`MRTK 2.6.0–2.8.3 dropped at least ${(knownEnd - end).toFixed(3)} s at the end: ${curves} curves end at ` +
			`${end.toFixed(3)} s, but frames were recorded until ${knownEnd.toFixed(3)} s`,
		time: end,
	};
}

// The last time of any key, after the last joint key, at which the hand is tracked.
function lastTrackedTime(subject: Subject, { spans }: Tracking, end: number): number {
	let from = Number.NaN;
	let to = Number.NaN;
	for (let i = 0; i < spans.length; i += 2) {
		// Later spans without joint keys belong to the missing end, too.
		if (spans[i + 1]! > end) {
			from = Number.isNaN(from) ? Math.max(end, spans[i]!) : from;
			to = spans[i + 1]!;
		}
	}
	let last = Number.NaN;
	const judge = (time: number): void => {
		if (time >= from && time > end && isInside(spans, time) && !(last >= time)) last = time;
	};
	for (const group of subject.groups) {
		if (group.rows?.isFileOrder) judge(lastRowBefore(group.rows, to));
		else for (const { curve } of listTimeCurves(group)) judge(lastTimeBefore(curve, to));
	}
	return last;
}

function isInside(spans: readonly number[], time: number): boolean {
	for (let i = 0; i < spans.length; i += 2) if (time >= spans[i]! && time < spans[i + 1]!) return true;
	return false;
}

function lastTime(groups: readonly CurveGroup[]): number {
	let last = Number.NaN;
	const judge = (time: number): void => {
		if (!(time <= last) && !Number.isNaN(time)) last = time;
	};
	for (const group of groups) {
		if (group.rows?.isFileOrder) judge(lastRowBefore(group.rows, Number.POSITIVE_INFINITY));
		else for (const { curve } of listTimeCurves(group)) judge(lastTimeBefore(curve, Number.POSITIVE_INFINITY));
	}
	return last;
}

// Rows are in time order. NaN if there is no such row.
function lastRowBefore({ times }: KeyRows, limit: number): number {
	for (let i = times.length - 1; i >= 0; i--) if (times[i]! < limit) return times[i]!;
	return Number.NaN;
}

// NaN if there is no such key.
function lastTimeBefore({ floats, start, count, stride }: Curve, limit: number): number {
	let last = Number.NaN;
	for (let i = start; i < start + count * stride; i += stride) {
		const time = floats[i]!;
		if (time < limit && !(last >= time)) last = time;
	}
	return last;
}
