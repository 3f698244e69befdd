import { createCurve } from '../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../model/joints.ts';
import { mapFields, replaceSections } from '../model/map-curves.ts';
import type { PoseCurves, QuatCurves, RayCurves, Recording, Vec3Curves } from '../model/recording.ts';
import type { FrameTable } from '../sample/bake.ts';
import { JOINT_COUNT, POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';

/**
 * A recording with the rows of a table as its keys, in straight lines. Vectors without keys stay without, and so do
 * states.
 */
export function replaceRows(recording: Recording, table: FrameTable): Recording {
	const { head, hands, gaze } = recording;
	const { times } = table;
	return replaceSections(recording, {
		head: head && table.head && replacePose(head, times, table.head, POSE_STRIDE, 0),
		gaze: gaze && table.gaze && replacePose(gaze, times, table.gaze, RAY_STRIDE, 0),
		hands:
			hands &&
			mapFields(hands, (_, side) => {
				const hand = hands[side as 'left' | 'right'];
				const rows = table.hands?.[side as 'left' | 'right'].joints;
				if (rows === undefined) return hand;
				const joints = mapFields(hand.joints, (pose, name) => {
					const offset = JOINT_NAMES.indexOf(name as JointName) * POSE_STRIDE;
					return replacePose(pose as PoseCurves, times, rows, JOINT_COUNT * POSE_STRIDE, offset);
				});
				return joints === hand.joints ? hand : { ...hand, joints };
			}),
	});
}

function replacePose<T extends PoseCurves | RayCurves>(
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
