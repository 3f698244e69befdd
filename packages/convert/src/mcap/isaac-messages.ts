import {
	type ControllerTable,
	type FrameTable,
	type HandTable,
	JOINT_SETS,
	JOINTS,
	POSE_STRIDE,
	type Recording,
	SIDES,
	type Side,
} from '@handreel/core';
import { selectTableJoints } from '@handreel/core/internal';
import { bakeFramesSimd } from '@handreel/core/simd';
import { encodeRecord, type FlatField } from './flat-buffers.ts';
import {
	BUTTONS,
	HAND_JOINT_BYTES,
	HAND_JOINTS,
	INPUT_BYTES,
	ISAAC,
	POSE_FLOATS,
	VALID_AT,
	VALID_POSE_BYTES,
} from './isaac-layout.ts';
import { BLOCK_ROWS, type McapTime } from './list-messages.ts';
import type { McapMessage } from './mcap-file.ts';

/** A channel of Isaac Teleop. */
export interface IsaacChannel {
	readonly topic: string;
	readonly schema: Exclude<(typeof ISAAC)[keyof typeof ISAAC], typeof ISAAC.body>;
	/** The data of a row; `null` while it is not tracked. */
	readonly read: (recording: Recording, table: FrameTable) => (row: number) => readonly FlatField[] | null;
}

const JOINT_RADII: readonly number[] = /* @__PURE__ */ JOINT_SETS['openxr-26'].joints.map(
	({ joint }) => JOINTS.find(({ name }) => name === joint)!.radius,
);

/** Lists the channels of a recording, those of both sides together. */
export function listIsaacChannels({ hands, head, controllers }: Recording): IsaacChannel[] {
	const channels: IsaacChannel[] = [];
	if (hands !== null) {
		for (const side of SIDES) {
			const topic = `hands/${side}_hand`;
			channels.push({ topic, schema: ISAAC.hand, read: (recording, table) => readHand(recording, table, side) });
		}
	}
	if (head !== null) channels.push({ topic: 'head/head', schema: ISAAC.head, read: (_, table) => readHead(table) });
	if (controllers !== null) {
		for (const side of SIDES) {
			const topic = `controllers/${side}_controller`;
			channels.push({ topic, schema: ISAAC.controller, read: (_, table) => readController(table.controllers?.[side]) });
		}
	}
	return channels;
}

/** Lists the messages of all channels in order of time. All three times of a message are that of its frame. */
export function* listIsaacMessages(
	recording: Recording,
	times: ArrayLike<number>,
	clock: (time: number) => McapTime,
): Generator<McapMessage> {
	const channels = listIsaacChannels(recording);
	for (let start = 0; start < times.length; start += BLOCK_ROWS) {
		const rows = Array.prototype.slice.call(times, start, start + BLOCK_ROWS) as number[];
		const table = bakeFramesSimd(recording, { times: rows, space: 'webxr' });
		const readers = channels.map(({ read }) => read(recording, table));
		for (const [row, seconds] of rows.entries()) {
			const { time } = clock(seconds);
			for (const [channel, read] of readers.entries()) {
				yield { channel, time, data: encodeRecord(read(row), [time, time, time]) };
			}
		}
	}
}

function readHand(recording: Recording, { hands }: FrameTable, side: Side): (row: number) => FlatField[] | null {
	const curves = recording.hands![side];
	const { tracked, joints } = hands![side] satisfies HandTable;
	const poses = selectTableJoints(joints, 'openxr-26');
	const radii = JOINT_SETS['openxr-26'].joints.map(({ joint }, i) => curves.radii?.[joint!] ?? JOINT_RADII[i]!);
	return (row) => {
		if (curves.tracked.count > 0 && tracked[row] === 0) return null;
		const start = row * HAND_JOINTS * POSE_STRIDE;
		const write = (view: DataView, at: number): void => {
			for (let joint = 0; joint < HAND_JOINTS; joint++) {
				const to = at + joint * HAND_JOINT_BYTES;
				writeValidPose(view, to, poses, start + joint * POSE_STRIDE);
				view.setFloat32(to + VALID_POSE_BYTES, radii[joint]!, true);
			}
		};
		return [{ size: HAND_JOINTS * HAND_JOINT_BYTES, align: 4, write }];
	};
}

function readHead({ head }: FrameTable): (row: number) => FlatField[] | null {
	return (row) => {
		if (head === null || !isFinitePose(head, row * POSE_STRIDE)) return null;
		const writePose = (view: DataView, at: number): void => writeFloats(view, at, head, row * POSE_STRIDE);
		const writeTrue = (view: DataView, at: number): void => view.setUint8(at, 1);
		return [
			{ size: VALID_AT, align: 4, write: writePose },
			{ size: 1, align: 1, write: writeTrue },
			{ size: 1, align: 1, write: writeTrue },
		];
	};
}

function readController(controller: ControllerTable | null | undefined): (row: number) => FlatField[] | null {
	return (row) => {
		if (!controller || controller.tracked[row] === 0) return null;
		const { grip, aim, pressed, values, axes, buttonCount, axisCount } = controller;
		const pose = (poses: Float32Array): FlatField => ({
			size: VALID_POSE_BYTES,
			align: 4,
			write: (view, at) => writeValidPose(view, at, poses, row * POSE_STRIDE),
		});
		const isPressed = (button: number): number => (button < buttonCount ? pressed[row * buttonCount + button]! : 0);
		const readValue = (button: number): number =>
			button < buttonCount ? finite(values[row * buttonCount + button]) : 0;
		const axisOf = (axis: number): number => (axis < axisCount ? finite(axes[row * axisCount + axis]) : 0);
		const write = (view: DataView, at: number): void => {
			const buttons = [BUTTONS.primary, BUTTONS.secondary, BUTTONS.thumbstick, BUTTONS.menu];
			for (const [i, button] of buttons.entries()) view.setUint8(at + i, isPressed(button));
			// Sticks point up with positive numbers in OpenXR, and with negative ones in WebXR.
			const numbers = [axisOf(2), 0 - axisOf(3), readValue(BUTTONS.squeeze), readValue(BUTTONS.trigger)];
			for (const [i, value] of numbers.entries()) view.setFloat32(at + 4 + 4 * i, value, true);
		};
		return [pose(grip), pose(aim), { size: INPUT_BYTES, align: 4, write }];
	};
}

// A pose that was not recorded has zeros and is not valid.
function writeValidPose(view: DataView, at: number, poses: ArrayLike<number>, from: number): void {
	if (!isFinitePose(poses, from)) return;
	writeFloats(view, at, poses, from);
	view.setUint8(at + VALID_AT, 1);
}

function writeFloats(view: DataView, at: number, poses: ArrayLike<number>, from: number): void {
	for (let i = 0; i < POSE_FLOATS; i++) view.setFloat32(at + 4 * i, poses[from + i]!, true);
}

function isFinitePose(values: ArrayLike<number>, at: number): boolean {
	for (let i = 0; i < POSE_FLOATS; i++) if (!Number.isFinite(values[at + i])) return false;
	return true;
}

function finite(value: number | undefined): number {
	return Number.isFinite(value) ? value! : 0;
}
