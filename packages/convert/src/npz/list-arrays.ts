import {
	type ControllerTable,
	type FrameTable,
	type HandTable,
	JOINT_NAMES,
	JOINT_SETS,
	type JointSetName,
	POSE_STRIDE,
	RAY_STRIDE,
	type Recording,
	SIDES,
	type Side,
	type SpaceName,
} from '@handreel/core';
import { keepJsonFields, selectTableJoints } from '@handreel/core/internal';
import type { NpyArray } from './npy.ts';

/** Arrays by their names. */
export type NamedArrays = Iterable<readonly [name: string, array: NpyArray]>;

/**
 * Lists the arrays of a table, with all joints or with those of a set. Poses are NaN in rows without tracking; this changes the
 * table.
 */
export function* listArrays(
	recording: Recording,
	table: FrameTable,
	space: SpaceName,
	set: JointSetName | undefined,
): NamedArrays {
	const rows = table.times.length;
	yield ['time', { kind: 'float64', values: table.times, shape: [rows] }];
	if (table.head !== null) yield ['head', floats(table.head, rows, POSE_STRIDE)];
	if (table.gaze !== null) yield ['gaze', floats(table.gaze, rows, RAY_STRIDE)];
	for (const side of SIDES) if (table.hands !== null) yield* listHand(recording, side, table.hands[side], rows, set);
	for (const side of SIDES) {
		const controller = table.controllers?.[side];
		if (controller) yield* listController(recording, side, controller, rows);
	}
	const names = set === undefined ? JOINT_NAMES : JOINT_SETS[set].joints.map(({ name }) => name);
	yield ['joint_names', texts(names)];
	const { markers } = recording;
	const times = Float64Array.from(markers, ({ time }) => time);
	yield ['marker_time', { kind: 'float64', values: times, shape: [markers.length] }];
	yield ['marker_name', texts(markers.map(({ name }) => name))];
	yield ['space', { kind: 'text', values: [space], shape: [] }];
	yield ['info', { kind: 'text', values: [JSON.stringify(keepJsonFields(recording.info))], shape: [] }];
}

function* listHand(
	recording: Recording,
	side: Side,
	hand: HandTable,
	rows: number,
	set: JointSetName | undefined,
): NamedArrays {
	const { tracked, pinching, aim, pinchStrength } = hand;
	const names = set === undefined ? JOINT_NAMES : JOINT_SETS[set].joints.map(({ joint }) => joint);
	const joints = set === undefined ? hand.joints : selectTableJoints(hand.joints, set);
	const isRecorded = (recording.hands?.[side].tracked.count ?? 0) > 0;
	yield [`${side}_tracked`, states(tracked, rows)];
	yield [`${side}_pinching`, states(pinching, rows)];
	if (isRecorded) clearUntracked(joints, tracked);
	yield [`${side}_joints`, floats(joints, rows, names.length, POSE_STRIDE)];
	const radii = recording.hands?.[side].radii;
	if (radii) {
		const values = Float32Array.from(names, (name) => (name === null ? undefined : radii[name]) ?? Number.NaN);
		yield [`${side}_radii`, floats(values, names.length)];
	}
	if (aim !== null) {
		if (isRecorded) clearUntracked(aim, tracked);
		yield [`${side}_aim`, floats(aim, rows, POSE_STRIDE)];
	}
	if (pinchStrength !== null) yield [`${side}_pinch_strength`, floats(pinchStrength, rows)];
}

function* listController(recording: Recording, side: Side, controller: ControllerTable, rows: number): NamedArrays {
	const { tracked, grip, aim, buttonCount, pressed, touched, values, axisCount, axes } = controller;
	const name = `${side}_controller`;
	if ((recording.controllers?.[side]?.tracked.count ?? 0) > 0) {
		clearUntracked(grip, tracked);
		clearUntracked(aim, tracked);
	}
	yield [`${name}_tracked`, states(tracked, rows)];
	yield [`${name}_grip`, floats(grip, rows, POSE_STRIDE)];
	yield [`${name}_aim`, floats(aim, rows, POSE_STRIDE)];
	yield [`${name}_pressed`, states(pressed, rows, buttonCount)];
	yield [`${name}_touched`, states(touched, rows, buttonCount)];
	yield [`${name}_values`, floats(values, rows, buttonCount)];
	yield [`${name}_axes`, floats(axes, rows, axisCount)];
}

// Without tracking, curves hold values that were never measured.
function clearUntracked(values: Float32Array, tracked: Uint8Array): void {
	const stride = values.length / tracked.length;
	for (let row = 0; row < tracked.length; row++) {
		if (tracked[row] === 0) values.fill(Number.NaN, row * stride, (row + 1) * stride);
	}
}

function floats(values: Float32Array, ...shape: number[]): NpyArray {
	return { kind: 'float32', values, shape };
}

function texts(values: readonly string[]): NpyArray {
	return { kind: 'text', values, shape: [values.length] };
}

function states(values: Uint8Array, ...shape: number[]): NpyArray {
	return { kind: 'bool', values, shape };
}
