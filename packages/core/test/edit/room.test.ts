import { describe, expect, it } from 'vitest';
import { warpRecording } from '../../src/edit/warp-recording.ts';
import {
	anonymizeRecording,
	concatRecordings,
	mirrorRecording,
	moveRecording,
	reverseRecording,
	shiftRecording,
	stretchRecording,
	stripRecording,
	trimRecording,
} from '../../src/edit.ts';
import { createCurve, createRecording, type Room } from '../../src/index.ts';
import { findRoomState } from '../../src/internal.ts';
import { measureRecording } from '../../src/measure.ts';
import { createRoom } from '../../src/record.ts';
import { createFullRecording } from '../support/full-recording.ts';
import { createTestRoom } from '../support/test-room.ts';

const FULL = createFullRecording();
const ROOM = createTestRoom();

/** What there is at a time, without the times of states. */
function look(room: Room | undefined, time: number): unknown {
	const list = (items: readonly Room['planes' | 'meshes' | 'anchors'][number][]): unknown[] =>
		items.flatMap((item) => {
			const state = findRoomState(item as Room['anchors'][number], time);
			return state === null ? [] : [[item.name, { ...state, time: 0 }]];
		});
	return room && [list(room.planes), list(room.meshes), list(room.anchors)];
}

const TIMES = [0.05, 0.3, 0.75, 1.1, 1.3, 1.6, 1.8];

describe('edits of time', () => {
	it.each([
		['shift', shiftRecording(FULL, 0.5), (time: number) => time + 0.5],
		['stretch', stretchRecording(FULL, 2), (time: number) => 2 * time],
		['reverse', reverseRecording(FULL), (time: number) => 2 - time],
		['trim', trimRecording(FULL, { start: 0.04, end: 1.9 }), (time: number) => time - Math.fround(0.04)],
		[
			'retime',
			warpRecording(FULL, [
				[0, 0],
				[1, 3],
				[2, 4],
			]),
			(time: number) => (time < 1 ? 3 * time : time + 2),
		],
	])('move a room with the recording: %s', (_, { room }, map) => {
		for (const time of TIMES) expect(look(room, map(time)), `${time}`).toEqual(look(ROOM, time));
		expect(createRoom(room!)).toEqual(room);
	});

	it('drop what is gone before a cut or appears after it', () => {
		const { room } = trimRecording(FULL, { start: 0.3, end: 0.4 });
		expect(room!.planes.map(({ name }) => name)).toEqual(['floor', 'the "table"']);
		expect(room!.anchors).toEqual([]);
		expect(room!.planes[0]!.states[0]!.time).toBeCloseTo(0);
	});

	it('join rooms: what is alike at the seam stays one thing, the rest is named apart', () => {
		const [first, second] = [trimRecording(FULL, { end: 1 }), trimRecording(FULL, { start: 1 })];
		const { room } = concatRecordings([first, second]);
		for (const time of TIMES) expect(look(room, time), `${time}`).toEqual(look(ROOM, time));
		const other = createRecording({
			head: { position: { x: createCurve([0, 0, 1, 1]) } },
			room: createRoom({ planes: [{ ...ROOM.planes[1]!, name: 'floor' }] }),
		});
		const joined = concatRecordings([first, other]).room!;
		expect(joined.planes.map(({ name, end }) => [name, end])).toEqual([
			['floor', 1],
			['the "table"', 1],
			['wall', 1],
			['floor 2', null],
		]);
		expect(concatRecordings([first, createRecording({ head: {} })]).room!.planes[0]!.end).toBe(1);
		const faded = concatRecordings([first, second], { crossFade: 0.2 }).room!;
		expect(look(faded, 0.5)).toEqual(look(ROOM, 0.5));
		expect(faded.planes.map(({ name, end }) => [name, end])).toEqual([
			['floor', null],
			['the "table"', null],
			['wall', expect.closeTo(1.3)],
		]);
	});
});

describe('edits of space', () => {
	it('move a room with everything else', () => {
		const half = Math.SQRT1_2;
		const { room } = moveRecording(FULL, [1, 2, 3, 0, half, 0, half]);
		const [x, y, z, ...rotation] = room!.planes[1]!.states[0]!.pose;
		// Turned to the right, forward is to the right.
		expect([x, y, z]).toEqual([1 + 1.1, 2.7, 3].map((value) => expect.closeTo(value, 5)));
		expect(rotation).toEqual([0, half, 0, half].map((value) => expect.closeTo(value, 5)));
		expect(room!.light[0]!.direction).toEqual([0, 0.8, -0.6].map((value) => expect.closeTo(value, 5)));
		expect(room!.bounds.slice(0, 3)).toEqual([0, 2, 4].map((value) => expect.closeTo(value, 5)));
	});

	it('turn spherical harmonics: what shines from a direction shines from the turned one', () => {
		const turn = [0, 0, 0, 0.5, 0.5, 0.5, 0.5];
		const { room } = moveRecording(FULL, turn);
		// The rotation takes x to y, y to z and z to x.
		for (const [x, y, z] of [
			[1, 0, 0],
			[0.6, 0, 0.8],
			[0.48, 0.6, -0.64],
		] as const) {
			expect(shine(room!, [z, x, y])).toBeCloseTo(shine(ROOM, [x, y, z]), 5);
		}
		const mirrored = mirrorRecording(FULL).room!;
		expect(shine(mirrored, [-0.48, 0.6, -0.64])).toBeCloseTo(shine(ROOM, [0.48, 0.6, -0.64]), 5);
	});

	it('mirror a room, and twice restores it', () => {
		const once = mirrorRecording(FULL).room!;
		expect(once.planes[1]!.states[1]!.pose.slice(0, 3)).toEqual([-0.1, 0.7, 1.2].map(Math.fround));
		expect(measureVolume(once.meshes[0]!.states[0]!)).toBeCloseTo(measureVolume(ROOM.meshes[0]!.states[0]!), 6);
		expect(mirrorRecording(mirrorRecording(FULL)).room).toEqual(ROOM);
	});
});

describe('edits for privacy', () => {
	it('remove the room: anonymize always, strip if it is asked to', () => {
		expect('room' in anonymizeRecording(FULL)).toBe(false);
		expect('room' in stripRecording(FULL, ['room'])).toBe(false);
		const kept = stripRecording(FULL, ['gaze']).room!;
		expect(kept).toEqual(ROOM);
		expect(kept.meshes[0]!.states[0]!.vertices.buffer).not.toBe(FULL.room!.meshes[0]!.states[0]!.vertices.buffer);
	});

	it('has nothing to do with measures', () => {
		expect(measureRecording(FULL)).toEqual(measureRecording(stripRecording(FULL, ['room'])));
	});
});

// The light from a direction, in the basis of WebXR.
function shine({ light }: Room, [x, y, z]: readonly [number, number, number]): number {
	const basis = [
		0.282095,
		0.488603 * y,
		0.488603 * z,
		0.488603 * x,
		1.092548 * x * y,
		1.092548 * y * z,
		0.315392 * (3 * z * z - 1),
		1.092548 * x * z,
		0.546274 * (x * x - y * y),
	];
	return basis.reduce((sum, value, i) => sum + value * light[0]!.coefficients[3 * i]!, 0);
}

function measureVolume({
	vertices,
	indices,
}: {
	readonly vertices: Float32Array;
	readonly indices: Uint32Array;
}): number {
	let volume = 0;
	for (let i = 0; i < indices.length; i += 3) {
		const [a, b, c] = [0, 1, 2].map((j) => vertices.subarray(3 * indices[i + j]!, 3 * indices[i + j]! + 3));
		volume +=
			a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
			a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
			a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
	}
	return volume / 6;
}
