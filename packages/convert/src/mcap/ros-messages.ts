import type { Recording } from '@handreel/core';
import { bakeFramesSimd } from '@handreel/core/simd';
import { CdrWriter } from './cdr.ts';
import {
	BLOCK_ROWS,
	createPoseList,
	type LogEvent,
	listEvents,
	listJointPoints,
	listLines,
	type McapTime,
} from './list-messages.ts';
import type { McapMessage } from './mcap-file.ts';
import type { FramePose, SceneLines } from './messages.ts';
import { encodeText } from './proto.ts';
import type { RosMessage } from './ros-schemas.ts';

/** The topics and their messages, in the order of their channels. The last ones are poses that have frames of transforms, too. */
export const ROS_TOPICS = [
	['/tf', 'tf2_msgs/TFMessage'],
	['/hands', 'visualization_msgs/MarkerArray'],
	['/rosout', 'rcl_interfaces/Log'],
	['/head', 'geometry_msgs/PoseStamped'],
	['/left_wrist', 'geometry_msgs/PoseStamped'],
	['/right_wrist', 'geometry_msgs/PoseStamped'],
] as const satisfies readonly (readonly [topic: string, message: RosMessage])[];

const [TRANSFORMS, MARKERS, LOG, FIRST_POSE] = [0, 1, 2, 3];
const POSES: readonly (readonly [name: string, channel: number])[] = /* @__PURE__ */ ROS_TOPICS.slice(FIRST_POSE).map(
	([topic], i) => [topic.slice(1), FIRST_POSE + i] as const,
);
/** The frame of all poses. */
const WORLD = /* @__PURE__ */ encodeText('world');
/** Types of markers. */
const LINE_LIST = 5;
const SPHERE_LIST = 7;
const INFO = 20;
const CHANGE = 0;
const REMOVE = 2;
/** Meters. */
const LINE_WIDTH = 0.003;
const SPHERE_SIZE = 0.012;
const JOINT_COLOR: SceneLines['color'] = [0.9, 0.9, 0.9, 1];

/** Lists all messages in order of time, in the space of ROS. */
export function* listRosMessages(
	recording: Recording,
	times: ArrayLike<number>,
	clock: (time: number) => McapTime,
): Generator<McapMessage> {
	const events = listEvents(recording);
	let next = 0;
	for (let start = 0; start < times.length; start += BLOCK_ROWS) {
		const rows = Array.prototype.slice.call(times, start, start + BLOCK_ROWS) as number[];
		const table = bakeFramesSimd(recording, { times: rows, space: 'ros' });
		const listPoses = createPoseList(recording, table, 'ros');
		for (const [row, seconds] of rows.entries()) {
			for (; next < events.length && events[next]!.time <= seconds; next++) yield createLog(events[next]!, clock);
			const { time } = clock(seconds);
			const poses = listPoses(row, seconds);
			yield { channel: TRANSFORMS!, time, data: encodeTransforms(time, poses) };
			const points = listJointPoints(recording, table, row);
			yield { channel: MARKERS!, time, data: encodeMarkers(time, points, listLines(recording, table, row)) };
			for (const [name, channel] of POSES) {
				const pose = poses.find((one) => one.text === name);
				if (pose !== undefined) yield { channel, time, data: encodePose(time, pose) };
			}
		}
	}
	for (; next < events.length; next++) yield createLog(events[next]!, clock);
}

function encodeTransforms(time: bigint, poses: readonly FramePose[]): Uint8Array {
	const writer = new CdrWriter();
	writer.addInt(poses.length);
	for (const pose of poses) {
		addHeader(writer, time);
		writer.addText(pose.name);
		addPose(writer, pose);
	}
	return writer.finish();
}

function encodePose(time: bigint, pose: FramePose): Uint8Array {
	const writer = new CdrWriter();
	addHeader(writer, time);
	addPose(writer, pose);
	return writer.finish();
}

// Position and rotation of a pose have the layout of translation and rotation of a transform.
function addPose(writer: CdrWriter, { values, at }: FramePose): void {
	for (let i = 0; i < 7; i++) writer.addDoubles(values[at + i]!);
}

function encodeMarkers(time: bigint, points: readonly number[], lines: readonly SceneLines[]): Uint8Array {
	const writer = new CdrWriter();
	writer.addInt(lines.length + 1);
	addMarker(writer, time, { id: 'joints', color: JOINT_COLOR, points }, SPHERE_LIST, SPHERE_SIZE);
	for (const line of lines) addMarker(writer, time, line, LINE_LIST, LINE_WIDTH);
	return writer.finish();
}

function addMarker(
	writer: CdrWriter,
	time: bigint,
	{ id, color, points }: SceneLines,
	type: number,
	size: number,
): void {
	addHeader(writer, time);
	writer.addText(id);
	// The id in the namespace, the type, and whether the marker is changed or removed.
	for (const value of [0, type, points.length > 0 ? CHANGE : REMOVE]) writer.addInt(value);
	writer.addDoubles(0, 0, 0, 0, 0, 0, 1);
	writer.addDoubles(size, size, size);
	writer.addFloats(...color);
	// No lifetime, not locked to the frame.
	writer.addInt(0);
	writer.addInt(0);
	writer.addByte(0);
	writer.addInt(points.length / 3);
	for (const value of points) writer.addDoubles(value);
	// No colors per point, and no texture: its header, format and data.
	writer.addInt(0);
	writer.addText('');
	addHeader(writer, 0n, '');
	writer.addText('');
	writer.addInt(0);
	writer.addInt(0);
	// No text, no mesh.
	for (let i = 0; i < 3; i++) writer.addText('');
	writer.addInt(0);
	writer.addByte(0);
}

function createLog({ time: seconds, text, origin }: LogEvent, clock: (time: number) => McapTime): McapMessage {
	const { time } = clock(seconds);
	const writer = new CdrWriter();
	addStamp(writer, time);
	writer.addByte(INFO);
	for (const value of [origin, text, '', '']) writer.addText(value);
	writer.addInt(0);
	return { channel: LOG!, time, data: writer.finish() };
}

function addHeader(writer: CdrWriter, time: bigint, frame: string | Uint8Array = WORLD): void {
	addStamp(writer, time);
	writer.addText(frame);
}

function addStamp(writer: CdrWriter, time: bigint): void {
	writer.addInt(Number(time / 1_000_000_000n));
	writer.addInt(Number(time % 1_000_000_000n));
}
