import { decodeRecording, encodeRecording } from '@handreel/convert';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { createRecording, isRecordingError } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { createTestRoom } from '../../../core/test/support/test-room.ts';

const ROOM = createTestRoom();
const recording = createRecording({ room: ROOM });

describe('a room in JSON', () => {
	it('comes back bit for bit', () => {
		const { bytes, issues } = encodeJson(recording);
		expect(issues).toEqual([]);
		expect(decodeJson(bytes).recording.room).toEqual(ROOM);
		expect(JSON.parse(new TextDecoder().decode(bytes)).room.planes[0].label).toBe('floor');
	});

	it.each([
		['"room": 3', 'room: expected an object'],
		['"room": { "walls": [] }', 'room.walls: unknown field'],
		[
			'"room": { "planes": [{ "states": [{ "time": 0, "pose": [0] }] }] }',
			'room.planes[0].states[0].polygon: not a list',
		],
		['"room": { "bounds": [0, 0] }', 'room.bounds: 2 numbers are not corners'],
		['"room": { "bounds": ["NaN", 0, 0] }', 'room.bounds[0]: NaN is not a finite number'],
	])('is refused with its place: %s', (field, message) => {
		const text = `{ "format": "handreel-recording", "formatVersion": 1, "layout": null, ${field} }`;
		try {
			decodeJson(text);
			expect.unreachable();
		} catch (error) {
			if (!isRecordingError(error)) throw error;
			expect(error.issue.code).toBe('bad-json');
			expect(error.message).toContain(message);
		}
	});
});

describe('encodeRecording', () => {
	it('reports the room that a format cannot hold', async () => {
		for (const format of ['csv', 'gltf', 'bvh', 'npz'] as const) {
			const { issues } = await encodeRecording(recording, format);
			expect(
				issues.filter(({ path }) => path === 'room').map(({ code }) => code),
				format,
			).toEqual(['section-lost']);
		}
		for (const format of ['reel', 'json', 'mcap'] as const) {
			const { bytes, issues } = await encodeRecording(recording, format);
			expect(
				issues.filter(({ path }) => path === 'room'),
				format,
			).toEqual([]);
			expect((await decodeRecording(bytes)).recording.room, format).toEqual(ROOM);
		}
	});
});
