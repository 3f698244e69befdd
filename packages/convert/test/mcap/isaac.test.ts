import { decodeRecording } from '@handreel/convert';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import {
	createFrameSample,
	getKeyValue,
	isRecordingError,
	JOINT_SETS,
	POSE_STRIDE,
	type PoseTrack,
	sampleFrame,
	selectJoints,
} from '@handreel/core';
import { McapStreamReader } from '@mcap/core';
import fc from 'fast-check';
import { ByteBuffer } from 'flatbuffers';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { findFixture } from '../support/fixture-recordings.ts';
import {
	type IsaacMessage,
	type IsaacPose,
	type IsaacTimes,
	makeBody,
	makeController,
	makeHand,
	makeHead,
	writeIsaac,
} from './write-isaac.ts';

const TURN = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const makePose = (x: number): number[] => [x, 1.2, -0.3, ...TURN];
const makeJoints = (x: number): IsaacPose[] => Array.from({ length: 26 }, (_, i) => makePose(x + i / 100));
const START = 5_000_000_000_000n;
/** Samples 10 ms apart, each available 4 ms later; the device counts from its own start. */
const makeTimes = (frame: number): IsaacTimes => {
	const sample = START + BigInt(frame) * 10_000_000n;
	return { sample, available: sample + 4_000_000n, raw: 77n + BigInt(frame) * 10_001_000n };
};
const hand = (side: string, frame: number, data: IsaacMessage['data']): IsaacMessage => ({
	topic: `hands/${side}_hand`,
	schema: 'core.HandPoseRecord',
	times: makeTimes(frame),
	data,
});
const controller = (frame: number, data: IsaacMessage['data']): IsaacMessage => ({
	topic: 'controllers/right_controller',
	schema: 'core.ControllerSnapshotRecord',
	times: makeTimes(frame),
	data,
});
const MESSAGES: readonly IsaacMessage[] = [0, 1, 2].flatMap((frame) => [
	hand('left', frame, makeHand(makeJoints(frame / 10))),
	hand('right', frame, frame === 1 ? null : makeHand([null, ...makeJoints(1).slice(1)], 0.02)),
	{
		topic: 'head/head',
		schema: 'core.HeadPoseRecord',
		times: makeTimes(frame),
		data: makeHead(makePose(frame), frame < 2),
	},
	controller(frame, makeController(makePose(2), null, [1, 0, frame === 1 ? 1 : 0, 0], [0.5, -0.25, 0.75, frame / 4])),
	{
		topic: 'full_body/full_body',
		schema: 'core.FullBodyPoseRecord',
		times: makeTimes(frame),
		data: makeBody(Array.from({ length: 24 }, (_, i) => (i === 3 ? null : makePose(i)))),
	},
]);
const close = (values: ArrayLike<number>): number[] => Array.from(values, (value) => expect.closeTo(value, 5));

describe.each([true, false])('a file of Isaac Teleop with chunks: %s', (useChunks) => {
	it('becomes hands, head, controllers, and tracks of the body and of clocks', async () => {
		const { recording, format, issues } = await decodeRecording(await writeIsaac(MESSAGES, { useChunks }));
		expect([format, issues]).toEqual(['mcap', []]);
		expect(recording.duration).toBeCloseTo(0.02);
		expect(recording.info).toMatchObject({ application: 'Isaac Teleop', startTime: 5000 });
		const frame = sampleFrame(recording, 0.01, createFrameSample(), { space: 'webxr' });
		expect([...frame.head]).toEqual(close(makePose(1)));
		expect([frame.hands.left.tracked, frame.hands.right.tracked]).toEqual([true, false]);
		const joints = selectJoints(frame.hands.left, 'openxr-26');
		makeJoints(0.1).forEach((pose, i) => {
			expect([...joints.slice(i * POSE_STRIDE, (i + 1) * POSE_STRIDE)]).toEqual(close(pose!));
		});
		// Joints that are not valid have no keys, and radii are kept.
		expect(recording.hands?.right.joints.palm.position.x.count).toBe(0);
		expect(recording.hands?.right.radii).toMatchObject({ wrist: expect.closeTo(0.02), pinkyTip: expect.closeTo(0.02) });
		expect(recording.hands?.right.radii).not.toHaveProperty('palm');
		expect(recording.head?.position.x.count).toBe(2);
		const { right } = frame.controllers;
		expect([...right.grip]).toEqual(close(makePose(2)));
		expect(right.aim[0]).toBeNaN();
		// Trigger, squeeze, touchpad, thumbstick, primary, secondary, menu.
		expect([...right.pressed.slice(0, 7)]).toEqual([0, 1, 0, 1, 1, 0, 0]);
		expect([right.values[0], right.values[1]]).toEqual(close([0.25, 0.75]));
		expect([right.axes[2], right.axes[3]]).toEqual(close([0.5, 0.25]));
		const names = recording.tracks.map(({ name }) => name);
		expect(
			names.filter((name) => name.startsWith('body_') && !name.includes('latency') && !name.includes('device')),
		).toHaveLength(23);
		const knee = recording.tracks.find(({ name }) => name === 'body_leftKnee') as PoseTrack;
		expect(getKeyValue(knee.position.x, 0)).toBe(4);
		const latency = recording.tracks.find(({ name }) => name === 'left_hand_latency');
		expect(latency?.kind === 'scalar' && getKeyValue(latency.value, 0)).toBeCloseTo(0.004);
		const device = recording.tracks.find(({ name }) => name === 'left_hand_deviceTime');
		expect(device?.kind === 'scalar' && getKeyValue(device.value, 2)).toBeCloseTo(0.020_002, 7);
	});

	it('is read or refused with a RecordingError wherever a byte changes', async () => {
		const bytes = await writeIsaac(MESSAGES.slice(0, 5), { useChunks });
		fc.assert(
			fc.property(
				fc.nat(bytes.length - 1),
				fc.nat(255),
				fc.integer({ min: 8, max: bytes.length }),
				(at, value, length) => {
					const changed = bytes.slice(0, length);
					if (at < length) changed[at] = value;
					try {
						decodeMcap(changed);
					} catch (error) {
						if (!isRecordingError(error)) throw error;
					}
				},
			),
		);
	});
});

it('files of Isaac Teleop report what is left out', async () => {
	const times = makeTimes(0);
	const { issues } = decodeMcap(
		await writeIsaac([
			...MESSAGES,
			hand('left', 2, makeHand(makeJoints(0))),
			{ ...hand('left', 3, makeHand(makeJoints(0))), topic: 'extra_hands/left_hand' },
			{ topic: 'chat/message_channel', schema: 'core.MessageChannelMessagesRecord', times, data: null },
		]),
	);
	expect(issues.map(({ message }) => message)).toEqual([
		'chat/message_channel: 1 message of another kind left out',
		'extra_hands/left_hand: left out: is a second hand',
		'left_hand: 1 message left out: the time is not after that of the message before',
	]);
});

it('files without sample times have the times at which messages were available', async () => {
	const messages = [0, 1].map((frame) => ({
		...hand('left', frame, makeHand(makeJoints(0))),
		times: { ...makeTimes(frame), sample: 0n, raw: 0n },
	}));
	const { recording } = decodeMcap(await writeIsaac(messages));
	expect(recording.duration).toBeCloseTo(0.01);
	expect(recording.info.startTime).toBeCloseTo(5000.004);
});

/** Reads what handreel wrote: messages by topic, with the library of FlatBuffers. */
function readWritten(
	bytes: Uint8Array,
): { readonly topic: string; readonly time: bigint; readonly buffer: ByteBuffer }[] {
	const reader = new McapStreamReader();
	reader.append(bytes);
	const topics = new Map<number, string>();
	const messages: ReturnType<typeof readWritten> = [];
	for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
		if (record.type === 'Channel') topics.set(record.id, record.topic);
		if (record.type === 'Message') {
			const buffer = new ByteBuffer(record.data.slice());
			messages.push({ topic: topics.get(record.channelId)!, time: record.logTime, buffer });
		}
	}
	return messages;
}

function findField(buffer: ByteBuffer, table: number, field: number): number {
	const offset = buffer.__offset(table, 4 + 2 * field);
	return offset === 0 ? 0 : table + offset;
}

describe('the profile isaac', () => {
	it('has the hands that selectJoints returns', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const { bytes, issues } = encodeMcap(recording, { profile: 'isaac', frameRate: 20 });
		expect(issues).toEqual([]);
		const messages = readWritten(bytes).filter(({ topic }) => topic === 'hands/left_hand');
		expect(messages.length).toBeGreaterThan(90);
		let tracked = 0;
		for (const { time, buffer } of messages) {
			const root = buffer.readInt32(0);
			const stamps = findField(buffer, root, 1);
			expect(stamps % 8).toBe(0);
			for (let i = 0; i < 3; i++) expect(buffer.readInt64(stamps + 8 * i)).toBe(time);
			const seconds = Number(time % 1_000_000_000_000n) / 1e9;
			const { left } = sampleFrame(recording, seconds, createFrameSample(), { space: 'webxr' }).hands;
			const data = findField(buffer, root, 0);
			expect(data !== 0).toBe(left.tracked);
			if (data === 0) continue;
			tracked++;
			const table = data + buffer.readInt32(data);
			const start = findField(buffer, table, 0);
			const joints = selectJoints(left, 'openxr-26');
			JOINT_SETS['openxr-26'].joints.forEach((_, i) => {
				const at = start + 36 * i;
				const pose = Array.from({ length: 7 }, (_, k) => buffer.readFloat32(at + 4 * k));
				expect(pose).toEqual([...joints.slice(7 * i, 7 * i + 7)].map((value) => expect.closeTo(value, 4)));
				expect(buffer.readUint8(at + 28)).toBe(1);
				expect(buffer.readFloat32(at + 32)).toBeGreaterThan(0.004);
			});
		}
		expect(tracked).toBeGreaterThan(20);
	});

	it('has heads and controllers that come back', async () => {
		const full = createFullRecording();
		const { bytes } = encodeMcap(full, { profile: 'isaac', frameRate: 10 });
		// Without the attachment, which holds everything, the messages are read.
		const name = Buffer.from(bytes).indexOf('recording.reel');
		const renamed = bytes.slice();
		renamed[name] = 0x52;
		const crcAt = findAttachmentEnd(renamed) - 4;
		renamed.fill(0, crcAt, crcAt + 4);
		const { recording } = decodeMcap(renamed);
		for (const time of [0, 0.5]) {
			const [was, is] = [full, recording].map((one) => sampleFrame(one, time, createFrameSample()));
			expect(is!.headPresent).toBe(was!.headPresent);
			if (was!.headPresent) expect([...is!.head]).toEqual([...was!.head].map((value) => expect.closeTo(value, 4)));
			for (const side of ['left', 'right'] as const) {
				expect(is!.controllers[side].tracked).toBe(was!.controllers[side].tracked);
				if (!was!.controllers[side].tracked) continue;
				expect(is!.controllers[side].values[0]).toBeCloseTo(was!.controllers[side].values[0]!, 4);
			}
		}
	});

	it('is refused by its name if it is unknown', () => {
		const { recording } = findFixture('mrtk-2.5.4-1frame.bin');
		expect(() => encodeMcap(recording, { profile: 'ros1' as 'ros2' })).toThrow(
			"profile: 'ros1' is not one of foxglove, ros2, isaac",
		);
	});
});

// The end of the record of the first attachment.
function findAttachmentEnd(bytes: Uint8Array): number {
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	for (let at = 8; at < bytes.length; ) {
		const end = at + 9 + Number(view.getBigUint64(at + 1, true));
		if (bytes[at] === 9) return end;
		at = end;
	}
	return -1;
}
