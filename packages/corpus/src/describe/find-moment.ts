import type { TableRow } from '@handreel/convert/internal';
import {
	evaluateCurve,
	JOINT_NAMES,
	listTrueSpans,
	type Recording,
	SIDES,
	type Side,
	samplePose,
	type TimeSpan,
} from '@handreel/core';
import { hasKeys } from '@handreel/core/internal';

/** A moment at which the hands show what a recording is about, for a small picture. */
export interface Moment {
	/** Seconds. */
	readonly time: number;
	/**
	 * x y z of the joints from wrist to little tip, relative to the position of the head, in meters; empty if the hand is
	 * not tracked.
	 */
	readonly joints: Readonly<Record<Side, readonly number[]>>;
}

const POSE_SIZE = 7;
const AXES = ['x', 'y', 'z'] as const;
/** A tenth of a millimeter is enough for a picture. */
const STEPS_PER_METER = 10_000;

/** Finds a telling moment: in the middle of the longest pinch, or while both hands are tracked. `null` without hands. */
export function findMoment(recording: Recording, events: readonly TableRow[]): Moment | null {
	const { hands, head, duration } = recording;
	if (hands === null || !Number.isFinite(duration)) return null;
	const tracked = SIDES.map((side) => listTrueSpans(hands[side].tracked, { start: 0, end: duration }));
	const pinches = events.flatMap(([, kind, , , start, end]): TimeSpan[] =>
		kind === 'pinch' && typeof start === 'number' && typeof end === 'number' ? [{ start, end }] : [],
	);
	const both = intersectSpans(tracked[0] ?? [], tracked[1] ?? []);
	const span = findLongest(pinches) ?? findLongest(both) ?? findLongest(tracked.flat());
	if (span === null) return null;
	const time = (span.start + span.end) / 2;
	const origin = new Float32Array(POSE_SIZE);
	if (head !== null && hasKeys(head)) samplePose(head, time, origin);
	const isTracked = (i: number): boolean => (tracked[i] ?? []).some(({ start, end }) => time >= start && time <= end);
	const [left = [], right = []] = SIDES.map((side, i) =>
		isTracked(i) ? sampleJoints(recording, side, time, origin) : [],
	);
	return { time, joints: { left, right } };
}

function sampleJoints({ hands }: Recording, side: Side, time: number, origin: Float32Array): number[] {
	const positions: number[] = [];
	// The first joint, `none`, has no place.
	for (const name of JOINT_NAMES.slice(1)) {
		const { position } = hands![side].joints[name];
		AXES.forEach((axis, i) => {
			const value = position[axis].count === 0 ? Number.NaN : evaluateCurve(position[axis], time) - origin[i]!;
			const rounded = Math.fround(Math.round(value * STEPS_PER_METER) / STEPS_PER_METER) + 0;
			// Absent joints take the place of the joint before.
			positions.push(Number.isNaN(rounded) ? (positions.at(-3) ?? rounded) : rounded);
		});
	}
	return positions.every(Number.isFinite) ? positions : [];
}

// The first of the longest spans.
function findLongest(spans: readonly TimeSpan[]): TimeSpan | null {
	return spans.reduce<TimeSpan | null>(
		(best, span) => (best === null || span.end - span.start > best.end - best.start ? span : best),
		null,
	);
}

function intersectSpans(a: readonly TimeSpan[], b: readonly TimeSpan[]): TimeSpan[] {
	const common: TimeSpan[] = [];
	for (let i = 0, j = 0; i < a.length && j < b.length; ) {
		const start = Math.max(a[i]!.start, b[j]!.start);
		const end = Math.min(a[i]!.end, b[j]!.end);
		if (end > start) common.push({ start, end });
		if (a[i]!.end < b[j]!.end) i++;
		else j++;
	}
	return common;
}
