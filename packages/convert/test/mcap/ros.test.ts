import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import lz4 from '@foxglove/wasm-lz4';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import { bakeFrames } from '@handreel/core';
import { McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { findFixture } from '../support/fixture-recordings.ts';

await lz4.isLoaded;

interface RosMessage {
	readonly topic: string;
	readonly schema: string;
	readonly time: bigint;
	// biome-ignore lint/suspicious/noExplicitAny: messages of several schemas
	readonly data: any;
}

// Reads as ROS tools do: the messages by the definitions in the file.
function readMessages(bytes: Uint8Array): { readonly profile: string; readonly messages: readonly RosMessage[] } {
	const reader = new McapStreamReader({
		decompressHandlers: { lz4: (buffer, size) => lz4(buffer, Number(size)) },
	});
	reader.append(bytes);
	let profile = '';
	const schemas = new Map<number, { readonly name: string; readonly reader: MessageReader }>();
	const channels = new Map<number, { readonly topic: string; readonly schemaId: number }>();
	const messages: RosMessage[] = [];
	for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
		if (record.type === 'Header') profile = record.profile;
		if (record.type === 'Schema') {
			expect(record.encoding).toBe('ros2msg');
			const definitions = parse(new TextDecoder().decode(record.data), { ros2: true });
			schemas.set(record.id, { name: record.name, reader: new MessageReader(definitions) });
		}
		if (record.type === 'Channel') {
			expect(record.messageEncoding).toBe('cdr');
			channels.set(record.id, record);
		}
		if (record.type === 'Message') {
			const { topic, schemaId } = channels.get(record.channelId)!;
			const { name, reader: messageReader } = schemas.get(schemaId)!;
			messages.push({ topic, schema: name, time: record.logTime, data: messageReader.readMessage(record.data) });
		}
	}
	return { profile, messages };
}

describe('the profile ros2', () => {
	it('has transforms, markers, poses and log messages with the definitions of ROS 2', () => {
		const full = createFullRecording();
		const { profile, messages } = readMessages(encodeMcap(full, { profile: 'ros2', frameRate: 10 }).bytes);
		expect(profile).toBe('ros2');
		expect(Object.fromEntries(messages.map(({ topic, schema }) => [topic, schema]))).toMatchObject({
			'/tf': 'tf2_msgs/msg/TFMessage',
			'/hands': 'visualization_msgs/msg/MarkerArray',
			'/rosout': 'rcl_interfaces/msg/Log',
			'/head': 'geometry_msgs/msg/PoseStamped',
		});
		const texts = messages.filter(({ topic }) => topic === '/rosout').map(({ data }) => data.msg);
		for (const { name } of full.markers) expect(texts).toContain(name);
	});

	it('has the poses of bakeFrames in the space of ROS, with the time of the message', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const { messages } = readMessages(encodeMcap(recording, { profile: 'ros2', frameRate: 10 }).bytes);
		const { times, head, hands } = bakeFrames(recording, { frameRate: 10, space: 'ros' });
		const heads = messages.filter(({ topic }) => topic === '/head');
		expect(heads).toHaveLength(times.length);
		heads.forEach(({ data, time }, row) => {
			const { position: p, orientation: q } = data.pose;
			expect([p.x, p.y, p.z, q.x, q.y, q.z, q.w]).toEqual([...head!.subarray(row * 7, row * 7 + 7)]);
			expect(data.header.frame_id).toBe('world');
			const { sec, nsec, nanosec = nsec } = data.header.stamp;
			expect(BigInt(sec) * 1_000_000_000n + BigInt(nanosec)).toBe(time);
		});
		const row = [...hands!.left.tracked].indexOf(1);
		const transforms = messages.filter(({ topic }) => topic === '/tf')[row]!.data.transforms;
		const tip = transforms.find((one: { child_frame_id: string }) => one.child_frame_id === 'left_indexTip');
		const at = row * 189 + 11 * 7;
		const { translation: t, rotation: r } = tip.transform;
		expect([t.x, t.y, t.z, r.x, r.y, r.z, r.w]).toEqual([...hands!.left.joints.subarray(at, at + 7)]);
		const { markers } = messages.filter(({ topic }) => topic === '/hands')[row]!.data;
		expect(markers.map((one: { ns: string }) => one.ns)).toEqual(['joints', 'left hand', 'right hand', 'gaze']);
		expect(markers[1].points.length % 2).toBe(0);
		expect(markers[1].points.length).toBeGreaterThan(40);
	});

	it('is read back without loss', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const read = decodeMcap(encodeMcap(recording, { profile: 'ros2', frameRate: 10 }).bytes).recording;
		expect(read.duration).toBe(recording.duration);
		expect(read.markers).toEqual(recording.markers);
	});
});
