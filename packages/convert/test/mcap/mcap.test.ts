import lz4 from '@foxglove/wasm-lz4';
import { decodeMcap, encodeMcap, encodeMcapChunks } from '@handreel/convert/mcap';
import {
	bakeFrames,
	createCurve,
	createRecording,
	isRecordingError,
	JOINT_NAMES,
	RecordingError,
} from '@handreel/core';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { describe, expect, it } from 'vitest';
import { arbitraryExtendedRecording, describeModel } from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
await lz4.isLoaded;
// The decoder of Foxglove.
const decompressHandlers = { lz4: (buffer: Uint8Array, size: bigint): Uint8Array => lz4(buffer, Number(size)) };

interface ReadMessage {
	readonly topic: string;
	readonly schema: string;
	readonly time: bigint;
	// biome-ignore lint/suspicious/noExplicitAny: messages of several schemas
	readonly data: any;
}

async function openMcap(bytes: Uint8Array): Promise<McapIndexedReader> {
	const readable = {
		size: async () => BigInt(bytes.length),
		read: async (offset: bigint, length: bigint) => bytes.slice(Number(offset), Number(offset + length)),
	};
	return McapIndexedReader.Initialize({ readable, decompressHandlers });
}

// Reads as viewers do: by the index, messages decoded by the schemas in the file.
async function readMessages(bytes: Uint8Array): Promise<ReadMessage[]> {
	const reader = await openMcap(bytes);
	const types = new Map<number, protobuf.Type>();
	for (const { id, name, data } of reader.schemasById.values()) {
		const set = descriptor.FileDescriptorSet.decode(data);
		// biome-ignore lint/suspicious/noExplicitAny: an extension without types
		types.set(id, (protobuf.Root as any).fromDescriptor(set).lookupType(name));
	}
	const messages: ReadMessage[] = [];
	for await (const message of reader.readMessages()) {
		const channel = reader.channelsById.get(message.channelId)!;
		const type = types.get(channel.schemaId)!;
		const data = type.toObject(type.decode(message.data), { longs: Number, enums: String, defaults: true });
		messages.push({ topic: channel.topic, schema: type.fullName, time: message.logTime, data });
	}
	return messages;
}

describe('an MCAP file', () => {
	it('has transforms, points, lines and log messages with the schemas of Foxglove', async () => {
		const full = createFullRecording();
		const messages = await readMessages(encodeMcap(full, { frameRate: 10 }).bytes);
		const topics = new Map(messages.map(({ topic, schema }) => [topic, schema]));
		expect(Object.fromEntries(topics)).toEqual({
			'/tf': '.foxglove.FrameTransforms',
			'/points': '.foxglove.PointCloud',
			'/scene': '.foxglove.SceneUpdate',
			'/log': '.foxglove.Log',
		});
		const logs = messages
			.filter(({ topic }) => topic === '/log')
			.map(({ data }) => [data.name, data.message, data.level]);
		const events = full.tracks.flatMap((track) =>
			track.kind === 'events'
				? track.events.map(({ name }) => name)
				: track.kind === 'spans'
					? track.spans.flatMap(({ label }) => [`${label} starts`, `${label} ends`])
					: [],
		);
		expect(logs.map(([, message]) => message).sort()).toEqual(
			[...full.markers.map(({ name }) => name), ...events].sort(),
		);
		expect(new Set(logs.map(([, , level]) => level))).toEqual(new Set(['INFO']));
		const frames = new Set(
			messages.flatMap(({ topic, data }) =>
				topic === '/tf' ? data.transforms.map((item: { child_frame_id: string }) => item.child_frame_id) : [],
			),
		);
		for (const name of ['webxr', 'head', 'left_indexTip', 'left_controller_grip', 'right_aim'])
			expect(frames).toContain(name);
		expect([...frames].filter((name) => String(name).startsWith('tracks/'))).toHaveLength(
			full.tracks.filter(({ kind }) => kind === 'pose').length,
		);
	});

	it('has the poses of bakeFrames, of tracked hands only', async () => {
		const messages = await readMessages(encodeMcap(recording, { frameRate: 20 }).bytes);
		const { times, head, hands } = bakeFrames(recording, { frameRate: 20, space: 'webxr' });
		const transforms = messages.filter(({ topic }) => topic === '/tf');
		expect(transforms).toHaveLength(times.length);
		transforms.forEach(({ time, data }, row) => {
			expect(Number(time)).toBe(Math.round(times[row]! * 1e9));
			const find = (name: string) =>
				data.transforms.find((item: { child_frame_id: string }) => item.child_frame_id === name);
			const { translation, rotation, parent_frame_id: parent } = find('head');
			expect(parent).toBe('webxr');
			expect([translation.x, translation.y, translation.z, rotation.x, rotation.y, rotation.z, rotation.w]).toEqual([
				...head!.subarray(row * 7, row * 7 + 7),
			]);
			for (const side of ['left', 'right'] as const) {
				const tip = find(`${side}_indexTip`);
				expect(tip !== undefined).toBe(hands![side].tracked[row] === 1);
				if (tip !== undefined) expect(tip.translation.y).toBe(hands![side].joints[row * 189 + 11 * 7 + 1]);
			}
		});
		const points = messages.filter(({ topic }) => topic === '/points');
		points.forEach(({ data }, row) => {
			const tracked = hands!.left.tracked[row]! + hands!.right.tracked[row]!;
			expect(data.data.length % 12).toBe(0);
			expect(data.data.length > 0).toBe(tracked > 0);
			expect(data.data.length / 12).toBeLessThanOrEqual(tracked * (JOINT_NAMES.length - 1));
			expect(data.fields.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
				'x FLOAT32',
				'y FLOAT32',
				'z FLOAT32',
			]);
		});
		const scenes = messages.filter(({ topic }) => topic === '/scene');
		scenes.forEach(({ data }, row) => {
			const shown = data.entities.map(({ id }: { id: string }) => id);
			expect(shown.includes('right hand')).toBe(hands!.right.tracked[row] === 1);
			const removed = data.deletions.map(({ id }: { id: string }) => id);
			expect(removed.includes('right hand')).toBe(hands!.right.tracked[row] !== 1);
		});
	});

	it('is complete for readers of streams: checksums, indexes and statistics', async () => {
		const bytes = encodeMcap(recording).bytes;
		const reader = new McapStreamReader({ validateCrcs: true, decompressHandlers });
		reader.append(bytes);
		const counts = new Map<string, number>();
		for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
			counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
		}
		expect(reader.done()).toBe(true);
		const indexed = await openMcap(bytes);
		expect(Number(indexed.statistics?.messageCount)).toBe(counts.get('Message'));
		expect(indexed.statistics?.chunkCount).toBe(indexed.chunkIndexes.length);
		for (const { compression, compressedSize, uncompressedSize } of indexed.chunkIndexes) {
			expect(compression).toBe('lz4');
			expect(Number(compressedSize)).toBeLessThan(0.8 * Number(uncompressedSize));
		}
		expect(indexed.attachmentIndexes.map(({ name }) => name)).toEqual(['recording.reel']);
		for await (const { name, data } of indexed.readAttachments()) {
			expect(name).toBe('recording.reel');
			expect(Number(indexed.attachmentIndexes[0]?.dataSize)).toBe(data.length);
		}
	});

	it('starts at the date of the recording', async () => {
		const dated = createRecording({
			head: { position: { x: createCurve([-1.5, 0, 1, 1]) } },
			info: { date: '2026-05-01T12:00:00Z' },
		});
		const times = (await readMessages(encodeMcap(dated).bytes)).map(({ time }) => time);
		expect(times[0]).toBe(1_777_636_798_500_000_000n);
		const undated = createRecording({ head: { position: { x: createCurve([-1.5, 0, 1, 1]) } } });
		expect((await readMessages(encodeMcap(undated).bytes))[0]?.time).toBe(500_000_000n);
	});

	it('comes in pieces', () => {
		const { chunks } = encodeMcapChunks(recording);
		const pieces = [...chunks];
		expect(pieces.length).toBeGreaterThan(2);
		for (const piece of pieces) expect(piece.length).toBeLessThan(2 ** 21);
	});

	it.each(listFixtures())('restores $name to the bit', ({ recording: given }) => {
		const { bytes } = encodeMcap(given);
		const back = decodeMcap(bytes);
		expect(back.issues).toEqual([]);
		expect(describeModel(back.recording)).toEqual(describeModel(given));
	});

	it('restores any recording', () => {
		fc.assert(
			fc.property(arbitraryExtendedRecording(), (given) => {
				let bytes: Uint8Array;
				try {
					bytes = encodeMcap(given).bytes;
				} catch (error) {
					expect(error).toBeInstanceOf(RangeError);
					return;
				}
				expect(describeModel(decodeMcap(bytes).recording)).toEqual(describeModel(given));
			}),
			{ numRuns: 50 },
		);
	});
});

describe('a damaged MCAP file', () => {
	const { bytes } = encodeMcap(createFullRecording());
	it.each([
		['of another format', Uint8Array.from([1, 2, 3]), /does not start with/],
		['that ends inside of a record', bytes.subarray(0, 200), /does not fit/],
		['with a damaged recording', flip(bytes, 400), /checksum is wrong|ends early|not written by handreel/],
		['with a name that is not UTF-8', rename(bytes, 0xe9), /not UTF-8/],
		['without a recording', rename(bytes), /has no attachment recording\.reel/],
	])('%s is refused', (_, damaged, message) => {
		expect(() => decodeMcap(damaged)).toThrow(message);
		try {
			decodeMcap(damaged);
		} catch (error) {
			expect(isRecordingError(error, 'bad-mcap')).toBe(true);
		}
	});

	it('that was cut off after the recording is read with a warning', () => {
		const { issues } = decodeMcap(bytes.subarray(0, bytes.length - 100));
		expect(issues.map(({ message }) => message)).toEqual([
			'end: the file is cut off; its recording is complete, its messages are not',
		]);
	});

	it('returns a recording or throws a RecordingError wherever a byte changes', () => {
		const end = Math.min(bytes.length, 6000);
		for (let at = 0; at < end; at += 3) {
			try {
				decodeMcap(flip(bytes, at));
			} catch (error) {
				expect(error).toBeInstanceOf(RecordingError);
			}
		}
	});
});

function flip(bytes: Uint8Array, at: number): Uint8Array {
	const copy = bytes.slice();
	copy[at] = copy[at]! ^ 0xff;
	return copy;
}

function rename(bytes: Uint8Array, letter = 0x58): Uint8Array {
	const copy = Buffer.from(bytes);
	const at = copy.indexOf('recording.reel');
	copy[at] = letter;
	// A checksum of 0 is none.
	const start = at - 4 - 16;
	const length = Number(copy.readBigUInt64LE(start - 8));
	copy.writeUInt32LE(0, start + length - 4);
	return copy;
}
