import { describe, expect, it } from 'vitest';
import type { RoomParts } from '../../src/index.ts';
import { findRoomState, ROOM_LIMITS } from '../../src/internal.ts';
import { createRoom } from '../../src/record.ts';
import { createGrid, createTestRoom } from '../support/test-room.ts';

const POSE = [0, 0, 0, 0, 0, 0, 1];
const SQUARE = [0, 0, 0, 1, 1, 1, 1, 0];
const plane = (state: object): RoomParts => ({
	planes: [{ states: [{ time: 0, pose: POSE, polygon: SQUARE, ...state }] }],
});
const mesh = (shape: object): RoomParts => ({
	meshes: [{ states: [{ time: 0, pose: POSE, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2], ...shape }] }],
});

describe('createRoom', () => {
	it('names things, finds orientations and rounds numbers to float32', () => {
		const half = Math.SQRT1_2;
		const { planes } = createRoom({
			planes: [
				{ states: [{ time: 0.1, pose: [0.1, 0, 0, 0, 0, 0, 1], polygon: SQUARE }] },
				{ states: [{ time: 0, pose: [0, 0, 0, half, 0, 0, half], polygon: SQUARE }], label: 'wall' },
				{ states: [{ time: 0, pose: [0, 0, 0, Math.sin(0.4), 0, 0, Math.cos(0.4)], polygon: SQUARE }] },
			],
		});
		expect(planes.map(({ name, orientation, label }) => [name, orientation, label])).toEqual([
			['plane 1', 'horizontal', ''],
			['plane 2', 'vertical', 'wall'],
			['plane 3', null, ''],
		]);
		expect(planes[0]!.states[0]).toEqual({ time: 0.1, pose: [Math.fround(0.1), 0, 0, 0, 0, 0, 1], polygon: SQUARE });
	});

	it('keeps the shape of a mesh that only moves once', () => {
		const [first, second] = createTestRoom().meshes[0]!.states;
		expect(second!.vertices).toBe(first!.vertices);
		expect(second!.indices).toBe(first!.indices);
	});

	it.each<[string, unknown]>([
		['planes[0].states[0].polygon: the corners enclose no area', plane({ polygon: [0, 0, 1, 1, 2, 2] })],
		['planes[0].states[0].polygon: 4 numbers', plane({ polygon: [0, 0, 1, 1] })],
		['planes[0].states[0].polygon[1]: NaN', plane({ polygon: [0, Number.NaN, 0, 1, 1, 1] })],
		['planes[0].states[0].polygon: not a list', plane({ polygon: 'abcdef' })],
		['planes[0].states[0].pose: expected 7', plane({ pose: [0] })],
		['planes[0].states[0].pose: the rotation has the length 0', plane({ pose: [0, 0, 0, 0, 0, 0, 0] })],
		['planes[0].states[0].pose[0]: 1e+39', plane({ pose: [1e39, 0, 0, 0, 0, 0, 1] })],
		['planes[0].states[0].time: Infinity', plane({ time: Number.POSITIVE_INFINITY })],
		['planes[0].states[0]: not an object', { planes: [{ states: [null] }] }],
		['planes[0].states: there must be one', { planes: [{ states: [] }] }],
		['planes[0].states: not a list', { planes: [null] }],
		['planes: not a list', { planes: 3 }],
		['planes[0].end: -1', { planes: [{ ...plane({}).planes![0]!, end: -1 }] }],
		['planes[1].name: there are two', { planes: ['a', 'a'].map((name) => ({ ...plane({}).planes![0]!, name })) }],
		['meshes[0].states[0].vertices[4]: NaN', mesh({ vertices: [0, 0, 0, 0, Number.NaN, 0, 0, 0, 0] })],
		['meshes[0].states[0].vertices[0]: x', mesh({ vertices: ['x', 0, 0, 0, 0, 0, 0, 0, 0] })],
		['meshes[0].states[0].indices[2]: there is no vertex 3', mesh({ indices: [0, 1, 3] })],
		['meshes[0].states[0].indices[0]: there is no vertex 0.5', mesh({ indices: [0.5, 1, 2] })],
		['meshes[0].states[0].indices: 4 numbers', mesh({ indices: [0, 1, 2, 0] })],
		['anchors[0].states[0].pose: not a list', { anchors: [{ states: [{ time: 0, pose: 1 }] }] }],
		[
			'light[0].coefficients: expected 27',
			{ light: [{ time: 0, direction: [0, 1, 0], intensity: [1, 1, 1], coefficients: [] }] },
		],
		['bounds: 4 numbers', { bounds: [0, 0, 0, 0] }],
	])('refuses what is not a room: %s', (message, parts) => {
		expect(() => createRoom(parts as RoomParts)).toThrow(message);
	});

	it('refuses a million triangles before it copies them', () => {
		const indices = new Uint32Array(3e6);
		expect(() => createRoom(mesh({ indices }))).toThrow(`at most ${ROOM_LIMITS.triangles} triangles`);
		const half = createGrid(400);
		const parts = {
			meshes: [1, 2].map((x) => mesh({ vertices: half.vertices.with(0, x), indices: half.indices }).meshes![0]!),
		};
		expect(() => createRoom(parts)).toThrow('meshes[1].states[0].indices: a room has at most');
	});
});

describe('findRoomState', () => {
	it('returns what holds at a time', () => {
		const { planes, anchors } = createTestRoom();
		const [floor, table, wall] = planes;
		expect(findRoomState(floor!, -2)).toBeNull();
		expect(findRoomState(floor!, 99)).toBe(floor!.states[0]);
		expect([0, 1.2, 1.25, 9].map((time) => table!.states.indexOf(findRoomState(table!, time)!))).toEqual([0, 0, 1, 1]);
		expect([0.4, 0.5, 1.4999, 1.5].map((time) => findRoomState(wall!, time) !== null)).toEqual([
			false,
			true,
			true,
			false,
		]);
		expect(findRoomState(anchors[0]!, 1.2)).toEqual({ time: 1, pose: null });
	});
});
