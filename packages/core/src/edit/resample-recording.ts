import { evaluateCurve } from '../curves/evaluate.ts';
import { listTrueSpans } from '../curves/state-changes.ts';
import { createRecording } from '../model/create-recording.ts';
import { type Curve, createCurve, getKeyTime } from '../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../model/joints.ts';
import { mapFields, replaceFields } from '../model/map-curves.ts';
import { hasOtherCurves } from '../model/order.ts';
import {
	hasKeys,
	type PoseCurves,
	type QuatCurves,
	type RayCurves,
	type Recording,
	SIDES,
	type Side,
	type Vec3Curves,
} from '../model/recording.ts';
import type { WrapMode } from '../model/wrap-mode.ts';
import type { OptionTable } from '../option/option.ts';
import { bakeFrames, type FrameTable, listEvenTimes, MAX_ROWS } from '../sample/bake.ts';
import { JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { defineEdit, type Edit } from './edit.ts';

/** Where {@link resampleRecording} puts keys: at a frame rate or at given times. */
export type ResampleOptions = (
	| {
			/** Hz: keys per second from 0 to the duration, which also gets a key. */
			readonly frameRate: number;
	  }
	| {
			/** Seconds, in any order; repeated times count once. */
			readonly times: ArrayLike<number>;
	  }
) & {
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode | undefined;
};

/**
 * A recording with keys at regular or given times. All poses and rays get linear keys in lockstep, with rotations and
 * directions at unit length, and hold their ends. So do values such as pinch strength, buttons, axes and number tracks.
 *
 * Poses of hands and controllers get keys only while they are tracked, and at the times at which tracking starts and
 * ends. Poses of a hand that is never tracked stay as they are; without tracking data, they get keys at all times.
 * At a frame rate, a head that holds its pose after its last key gets only one more key there, at the end.
 *
 * States keep their curves, and so the exact times at which they change. Vectors without keys, such as
 * those of joints that were never seen, stay empty. Throws `RangeError` for a frame rate that is not above 0, for an
 * empty list of times, and for times that are not finite.
 *
 * @example
 * // Keys at 0, 0.011, 0.025, … s → keys at 0, 1/30, 2/30, … s
 * resampleRecording(recording, { frameRate: 30 })
 */
export function resampleRecording(recording: Recording, options: ResampleOptions): Recording {
	if (typeof options !== 'object' || options === null || !('frameRate' in options || 'times' in options))
		throw new TypeError('options: expected { frameRate } or { times }');
	const wanted =
		'frameRate' in options
			? [...listEvenTimes(recording, options.frameRate, MAX_ROWS), recording.duration]
			: Array.from(options.times);
	const times = Float64Array.from(new Set(wanted.map(Math.fround))).sort();
	if (times.length === 0) throw new RangeError('times: the list is empty');
	for (const time of times) if (!Number.isFinite(time)) throw new RangeError(`times: ${time} is not a finite number`);
	const { defaultWrap } = options;
	const wrap = defaultWrap === undefined ? {} : { defaultWrap };
	const table = bakeFrames(recording, { times, ...wrap });
	const all = replaceRows(recording, table);
	const even = 'frameRate' in options ? holdHead(all, recording, table) : all;
	return resampleExtras(resampleJoints(even, recording, times, wrap), times, wrap);
}

const RESAMPLE_OPTIONS = {
	frameRate: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		isRequired: true,
		title: 'Frame rate',
		text: 'keys per second',
	},
} as const satisfies OptionTable;

/** The edit {@link resampleRecording}. */
export const resampleEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'resample',
	title: 'Resample',
	text: 'Replace keys with evenly spaced keys and linear interpolation.',
	options: RESAMPLE_OPTIONS,
	examples: ['--frame-rate 60'],
	staysClose: true,
	keepsTimes: true,
	apply: (recording, { frameRate }) => ({ recording: resampleRecording(recording, { frameRate }) }),
});

// After its last key the head holds its pose, for which two keys are enough: frames that repeat would look like frozen tracking.
function holdHead(even: Recording, { head }: Recording, { times, head: rows }: FrameTable): Recording {
	if (head === null || rows === null) return even;
	const curves = [...Object.values(head.position), ...Object.values(head.rotation)];
	const last = Math.max(...curves.map((curve) => (curve.count === 0 ? 0 : getKeyTime(curve, curve.count - 1))));
	let count = times.length;
	while (count > 1 && times[count - 2]! >= last && isSameRow(rows, count - 2)) count--;
	if (count > times.length - 2) return even;
	const held = times.slice(0, count + 1);
	held[count] = times[times.length - 1]!;
	return replaceFields(even, { head: replaceMotion(head, held, rows, POSE_STRIDE, 0) });
}

// Whether a row of poses equals the next row.
function isSameRow(rows: Float32Array, row: number): boolean {
	const start = row * POSE_STRIDE;
	for (let i = start; i < start + POSE_STRIDE; i++) if (rows[i] !== rows[i + POSE_STRIDE]) return false;
	return true;
}

type Wrap = { readonly defaultWrap?: WrapMode };

// Joints get keys only while their hand is tracked.
function resampleJoints(even: Recording, given: Recording, times: Float64Array, wrap: Wrap): Recording {
	const { hands } = given;
	if (hands === null || even.hands === null) return even;
	const joined = { ...even.hands };
	for (const side of SIDES) {
		const tracked = listTrackedTimes(hands[side].tracked, times, wrap);
		if (tracked === times) continue;
		if (even.hands[side] === hands[side]) continue;
		if (tracked === null) joined[side] = hands[side];
		else {
			const hand = replaceFields(given, { head: null, gaze: null, controllers: null });
			joined[side] = replaceRows(hand, bakeFrames(hand, { times: tracked, ...wrap })).hands![side];
		}
	}
	const isSame = SIDES.every((side) => joined[side] === even.hands![side]);
	return isSame ? even : replaceFields(even, { hands: joined });
}

// Pointing rays, controllers, and tracks of poses and numbers.
function resampleExtras(recording: Recording, times: Float64Array, wrap: Wrap): Recording {
	if (!hasOtherCurves(recording)) return recording;
	const { hands, controllers, tracks } = recording;
	const resamplePose = (pose: PoseCurves, tracked: Curve | null): PoseCurves => {
		const at = tracked === null ? times : listTrackedTimes(tracked, times, wrap);
		if (at === null || !hasKeys(pose)) return pose;
		const { head } = bakeFrames(createRecording({ head: pose }), { times: at, ...wrap });
		return replaceMotion(pose, at, head!, POSE_STRIDE, 0);
	};
	const resampleValue = (curve: Curve): Curve => {
		if (curve.count === 0) return curve;
		return createCurve(Array.from(times).flatMap((time) => [time, evaluateCurve(curve, time, wrap)]));
	};
	return replaceFields(recording, {
		hands:
			hands &&
			mapFields(hands, (_, side) => {
				const hand = hands[side as Side];
				const { aim, pinchStrength, tracked } = hand;
				return {
					...hand,
					aim: aim && resamplePose(aim, tracked),
					pinchStrength: pinchStrength && resampleValue(pinchStrength),
				};
			}),
		controllers:
			controllers &&
			mapFields(controllers, (_, side) => {
				const controller = controllers[side as Side];
				if (controller === null) return null;
				const { tracked, grip, aim, buttons, axes } = controller;
				return {
					...controller,
					grip: resamplePose(grip, tracked),
					aim: resamplePose(aim, tracked),
					buttons: buttons.map((button) => ({ ...button, value: resampleValue(button.value) })),
					axes: axes.map(resampleValue),
				};
			}),
		tracks: tracks.map((track) => {
			if (track.kind === 'scalar') return { ...track, value: resampleValue(track.value) };
			if (track.kind !== 'pose') return track;
			const { position, rotation } = track;
			return { ...track, ...resamplePose({ position, rotation }, null) };
		}),
	});
}

// The times at which something is tracked, and those at which that changes. `null` if it never is.
function listTrackedTimes(tracked: Curve, times: Float64Array, wrap: Wrap): Float64Array | null {
	if (tracked.count === 0) return times;
	const spans = listTrueSpans(tracked, { start: times[0]!, end: times[times.length - 1]!, ...wrap });
	const [first] = spans;
	if (first === undefined) return null;
	if (spans.length === 1 && first.start === times[0] && first.end === times[times.length - 1]) return times;
	const edges = spans.flatMap(({ start, end }) => [Math.fround(start), Math.fround(end)]);
	let span = 0;
	const inside = times.filter((time) => {
		while (span < spans.length && spans[span]!.end < time) span++;
		return span < spans.length && time >= spans[span]!.start;
	});
	return Float64Array.from(new Set([...edges, ...inside])).sort();
}

/** A recording with the rows of a table as linear keys. States and empty vectors stay. */
export function replaceRows(recording: Recording, table: FrameTable): Recording {
	const { head, hands, gaze } = recording;
	const { times } = table;
	return replaceFields(recording, {
		head: head && table.head && replaceMotion(head, times, table.head, POSE_STRIDE, 0),
		gaze: gaze && table.gaze && replaceMotion(gaze, times, table.gaze, RAY_STRIDE, 0),
		hands:
			hands &&
			mapFields(hands, (_, side) => {
				const hand = hands[side as Side];
				const rows = table.hands?.[side as Side].joints;
				if (rows === undefined) return hand;
				const joints = mapFields(hand.joints, (pose, name) => {
					const offset = JOINT_NAMES.indexOf(name as JointName) * POSE_STRIDE;
					return replaceMotion(pose as PoseCurves, times, rows, JOINT_COUNT * POSE_STRIDE, offset);
				});
				return joints === hand.joints ? hand : { ...hand, joints };
			}),
	});
}

/** A pose or ray with values of rows as linear keys. Vectors without keys stay empty. */
export function replaceMotion<T extends PoseCurves | RayCurves>(
	pose: T,
	times: Float64Array,
	rows: Float32Array,
	stride: number,
	offset: number,
): T {
	let start = offset;
	return mapFields(pose, (vector) => {
		const curves = vector as Vec3Curves | QuatCurves;
		const axes = Object.values(curves);
		const first = start;
		start += axes.length;
		if (axes.every((curve) => curve.count === 0)) return vector;
		return mapFields(curves, (_, axis) => {
			const keys = new Float32Array(times.length * 2);
			const column = first + 'xyzw'.indexOf(axis);
			for (let i = 0; i < times.length; i++) {
				keys[i * 2] = times[i]!;
				keys[i * 2 + 1] = rows[i * stride + column]!;
			}
			return createCurve(keys);
		});
	});
}
