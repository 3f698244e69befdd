import { BytesWriter } from '../common/bytes-writer.ts';
import {
	addBytesField,
	addDoubleField,
	addFixed32Field,
	addIntegerField,
	addLength,
	addTextField,
	addVectorField,
	encodeText,
	QUATERNION_SIZE,
	VECTOR3_SIZE,
} from './proto.ts';

/** A named frame and its pose relative to the space of the recording. */
export interface FramePose {
	readonly name: Uint8Array;
	/** Seven floats from `at` on. */
	readonly values: ArrayLike<number>;
	readonly at: number;
}

/** Lines of the scene under one name. */
export interface SceneLines {
	readonly id: string;
	readonly color: readonly [r: number, g: number, b: number, a: number];
	/** Pairs of points, three floats each. Without points, the lines are removed. */
	readonly points: readonly number[];
}

/** The frame whose z axis points up, as viewers expect. */
export const ROOT_FRAME = 'world';
/** The frame of all poses: WebXR's space, whose y axis points up. */
export const SPACE_FRAME = 'webxr';

const ROOT: Uint8Array = /* @__PURE__ */ encodeText(ROOT_FRAME);
const SPACE: Uint8Array = /* @__PURE__ */ encodeText(SPACE_FRAME);
// A quarter turn about x.
const UP: FramePose = { name: SPACE, values: [0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2], at: 0 };
const FLOAT32 = 7;
const POINT_STRIDE = 12;
const LINE_LIST = 2;
const THICKNESS = 0.004;
const INFO = 2;

/** Encodes a time: seconds and nanoseconds. */
export function encodeTimestamp(seconds: number, nanos: number): Uint8Array {
	const writer = new BytesWriter(16);
	addIntegerField(writer, 1, seconds);
	addIntegerField(writer, 2, nanos);
	return writer.take();
}

/** Encodes `foxglove.FrameTransforms`. */
export function encodeTransforms(timestamp: Uint8Array, poses: readonly FramePose[]): Uint8Array {
	const writer = new BytesWriter(poses.length * 128 + 128);
	addTransform(writer, timestamp, ROOT, UP);
	for (const pose of poses) addTransform(writer, timestamp, SPACE, pose);
	return writer.take();
}

function addTransform(writer: BytesWriter, timestamp: Uint8Array, parent: Uint8Array, pose: FramePose): void {
	const { name, values, at } = pose;
	// Tags and lengths of fields have a byte each, or two for long names.
	const nameSize = name.length + (name.length < 128 ? 2 : name.length < 16_384 ? 3 : 4);
	addLength(writer, 1, timestamp.length + 2 + parent.length + 2 + nameSize + VECTOR3_SIZE + QUATERNION_SIZE);
	addBytesField(writer, 1, timestamp);
	addBytesField(writer, 2, parent);
	addBytesField(writer, 3, name);
	addVectorField(writer, 4, values, at, 3);
	addVectorField(writer, 5, values, at + 3, 4);
}

/** Encodes `foxglove.PointCloud`, three floats per point. */
export function encodePoints(timestamp: Uint8Array, points: readonly number[]): Uint8Array {
	const writer = new BytesWriter(points.length * 4 + 160);
	addBytesField(writer, 1, timestamp);
	addBytesField(writer, 2, SPACE);
	const pose = new BytesWriter();
	addVectorField(pose, 1, [0, 0, 0], 0, 3);
	addVectorField(pose, 2, [0, 0, 0, 1], 0, 4);
	addBytesField(writer, 3, pose.take());
	addFixed32Field(writer, 4, POINT_STRIDE);
	['x', 'y', 'z'].forEach((name, i) => {
		const field = new BytesWriter();
		addTextField(field, 1, name);
		addFixed32Field(field, 2, i * 4);
		addIntegerField(field, 3, FLOAT32);
		addBytesField(writer, 5, field.take());
	});
	addLength(writer, 6, points.length * 4);
	for (const value of points) writer.addFloat32(value);
	return writer.take();
}

/** Encodes `foxglove.SceneUpdate`. */
export function encodeScene(timestamp: Uint8Array, entities: readonly SceneLines[]): Uint8Array {
	const writer = new BytesWriter(4096);
	for (const { id, points } of entities) {
		if (points.length > 0) continue;
		const deletion = new BytesWriter();
		addBytesField(deletion, 1, timestamp);
		addTextField(deletion, 3, id);
		addBytesField(writer, 1, deletion.take());
	}
	for (const entity of entities)
		if (entity.points.length > 0) addBytesField(writer, 2, encodeEntity(timestamp, entity));
	return writer.take();
}

function encodeEntity(timestamp: Uint8Array, { id, color, points }: SceneLines): Uint8Array {
	const lines = new BytesWriter(points.length * 12 + 128);
	addIntegerField(lines, 1, LINE_LIST);
	addDoubleField(lines, 3, THICKNESS);
	for (let i = 0; i < points.length; i += 3) addVectorField(lines, 5, points, i, 3);
	addVectorField(lines, 6, color, 0, 4);
	const writer = new BytesWriter(lines.length + 64);
	addBytesField(writer, 1, timestamp);
	addBytesField(writer, 2, SPACE);
	addTextField(writer, 3, id);
	addBytesField(writer, 11, lines.take());
	return writer.take();
}

/** Encodes `foxglove.Log`. */
export function encodeLog(timestamp: Uint8Array, message: string, name: string): Uint8Array {
	const writer = new BytesWriter();
	addBytesField(writer, 1, timestamp);
	addIntegerField(writer, 2, INFO);
	addTextField(writer, 3, message);
	addTextField(writer, 4, name);
	return writer.take();
}
