// Writes files of Isaac Teleop with the libraries of MCAP and FlatBuffers, as its recorder does.
import { McapWriter } from '@mcap/core';
import { Builder } from 'flatbuffers';

/** Position and orientation, as seven numbers; `null` for one that is not valid. */
export type IsaacPose = readonly number[] | null;

/** The times of a message in nanoseconds. */
export interface IsaacTimes {
	readonly available: bigint;
	readonly sample: bigint;
	readonly raw: bigint;
}

/** A message on a topic. `null` while nothing is tracked. */
export interface IsaacMessage {
	readonly topic: string;
	readonly schema: string;
	readonly times: IsaacTimes;
	readonly data: ((builder: Builder) => number) | null;
}

const NO_POSE = [0, 0, 0, 0, 0, 0, 0];

// Structs are written from their end to their start.
function addPose(builder: Builder, pose: readonly number[]): void {
	for (const value of [...pose].reverse()) builder.writeFloat32(value);
}

function addValidPose(builder: Builder, pose: IsaacPose): void {
	builder.prep(4, 32);
	builder.pad(3);
	builder.writeInt8(pose === null ? 0 : 1);
	addPose(builder, pose ?? NO_POSE);
}

/** The joints of a hand in the order of OpenXR, with their radii. */
export function makeHand(joints: readonly IsaacPose[], radius = 0.01): IsaacMessage['data'] {
	return (builder) => {
		builder.startObject(1);
		builder.prep(4, 36 * joints.length);
		for (const pose of [...joints].reverse()) {
			builder.writeFloat32(radius);
			addValidPose(builder, pose);
		}
		builder.addFieldStruct(0, builder.offset(), 0);
		return builder.endObject();
	};
}

/** A head. */
export function makeHead(pose: readonly number[], isValid = true): IsaacMessage['data'] {
	return (builder) => {
		builder.startObject(3);
		builder.prep(4, 28);
		addPose(builder, pose);
		builder.addFieldStruct(0, builder.offset(), 0);
		builder.addFieldInt8(1, +isValid, 0);
		builder.addFieldInt8(2, 1, 0);
		return builder.endObject();
	};
}

/** A controller: buttons primary, secondary, thumbstick, menu; axes thumbstick x, y, squeeze, trigger. */
export function makeController(
	grip: IsaacPose,
	aim: IsaacPose,
	clicks: readonly number[],
	axes: readonly number[],
): IsaacMessage['data'] {
	return (builder) => {
		builder.startObject(3);
		addValidPose(builder, grip);
		builder.addFieldStruct(0, builder.offset(), 0);
		addValidPose(builder, aim);
		builder.addFieldStruct(1, builder.offset(), 0);
		builder.prep(4, 20);
		for (const value of [...axes].reverse()) builder.writeFloat32(value);
		for (const value of [...clicks].reverse()) builder.writeInt8(value);
		builder.addFieldStruct(2, builder.offset(), 0);
		return builder.endObject();
	};
}

/** The joints of a body in the order of SMPL. */
export function makeBody(joints: readonly IsaacPose[]): IsaacMessage['data'] {
	return (builder) => {
		builder.startObject(2);
		builder.prep(4, 32 * joints.length);
		for (const pose of [...joints].reverse()) addValidPose(builder, pose);
		builder.addFieldStruct(0, builder.offset(), 0);
		return builder.endObject();
	};
}

function encode({ data, times }: IsaacMessage): Uint8Array {
	const builder = new Builder(256);
	const table = data?.(builder);
	builder.startObject(2);
	if (table !== undefined) builder.addFieldOffset(0, table, 0);
	builder.prep(8, 24);
	for (const time of [times.raw, times.sample, times.available]) builder.writeInt64(time);
	builder.addFieldStruct(1, builder.offset(), 0);
	builder.finish(builder.endObject());
	return builder.asUint8Array();
}

/** Returns the bytes of a file. */
export async function writeIsaac(
	messages: readonly IsaacMessage[],
	{ useChunks = true }: { readonly useChunks?: boolean } = {},
): Promise<Uint8Array> {
	const pieces: Uint8Array[] = [];
	let length = 0n;
	const writable = {
		position: () => length,
		write: async (bytes: Uint8Array) => {
			pieces.push(bytes.slice());
			length += BigInt(bytes.length);
		},
	};
	const writer = new McapWriter({ writable, useChunks });
	await writer.start({ profile: '', library: 'teleop' });
	const schemas = new Map<string, number>();
	const channels = new Map<string, number>();
	for (const [sequence, message] of messages.entries()) {
		const { topic, schema, times } = message;
		if (!schemas.has(schema)) {
			const id = await writer.registerSchema({ name: schema, encoding: 'flatbuffer', data: new Uint8Array(8) });
			schemas.set(schema, id);
		}
		if (!channels.has(topic)) {
			const schemaId = schemas.get(schema)!;
			const id = await writer.registerChannel({ topic, schemaId, messageEncoding: 'flatbuffer', metadata: new Map() });
			channels.set(topic, id);
		}
		const logTime = times.available;
		const channelId = channels.get(topic)!;
		await writer.addMessage({ channelId, sequence, logTime, publishTime: logTime, data: encode(message) });
	}
	await writer.end();
	return new Uint8Array(Buffer.concat(pieces));
}
