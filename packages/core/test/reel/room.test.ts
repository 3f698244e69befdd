import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecording, type Issue, isRecordingError, type Room } from '../../src/index.ts';
import { ReadBudget } from '../../src/issue/budget.ts';
import { createRoom } from '../../src/record.ts';
import { ByteCursor, ByteWriter } from '../../src/reel/bytes.ts';
import { readRoom, writeRoom } from '../../src/reel/room-chunk.ts';
import { decodeReel, encodeReel, openReel, recoverReel } from '../../src/reel.ts';
import { createFullRecording } from '../support/full-recording.ts';
import { mutateBytes } from '../support/mutate.ts';
import { createRandom } from '../support/random.ts';
import { createGrid, createTestRoom } from '../support/test-room.ts';

const ROOM = createTestRoom();
const POSE = [0, 0, 0, 0, 0, 0, 1];

/** A room of one mesh. */
function createMesh(vertices: ArrayLike<number>, indices: ArrayLike<number>): Room {
	return createRoom({ meshes: [{ states: [{ time: 0, pose: POSE, vertices, indices }] }] });
}

function readBack(room: Room, tolerances?: object): Room | undefined {
	return decodeReel(encodeReel(createRecording({ room }), tolerances && { tolerances })).room;
}

/** The corners of each triangle, from the smallest on, as texts in order. */
function listTriangles({ meshes }: Room, step: number): string[] {
	const [{ vertices, indices }] = meshes[0]!.states as [Room['meshes'][0]['states'][0]];
	const corner = (i: number): string =>
		[0, 1, 2].map((axis) => Math.round(vertices[3 * indices[i]! + axis]! / step)).join(' ');
	return Array.from({ length: indices.length / 3 }, (_, t) => {
		const corners = [0, 1, 2].map((i) => corner(3 * t + i));
		const first = corners.indexOf([...corners].sort()[0]!);
		return [...corners.slice(first), ...corners.slice(0, first)].join(', ');
	}).sort();
}

describe('a room in a reel', () => {
	it('comes back bit for bit with everything else, from all readers', async () => {
		const recording = createFullRecording();
		const bytes = encodeReel(recording);
		const issues: Issue[] = [];
		expect(decodeReel(bytes, { onIssue: (issue) => issues.push(issue) }).room).toEqual(ROOM);
		expect((await (await openReel(bytes)).read({ start: 0, end: 0.1 })).room).toEqual(ROOM);
		expect(recoverReel(bytes).recording?.room).toEqual(ROOM);
		expect(issues).toEqual([]);
		expect(encodeReel(decodeReel(bytes))).toEqual(bytes);
	});

	it('alone makes a reel, and none at all adds no byte', () => {
		expect(readBack(ROOM)).toEqual(ROOM);
		const empty = createRecording({ room: createRoom({}) });
		expect('room' in empty).toBe(false);
		expect(encodeReel(empty)).toEqual(encodeReel(createRecording({})));
	});

	it('keeps all vertices within a tolerance, and all triangles', () => {
		const { vertices, indices } = createGrid(20);
		const moved = vertices.map((value, i) => (i % 3 === 1 ? Math.round(value * 100) / 20 : value));
		const room = createMesh(moved, indices);
		const back = readBack(room, { jointPosition: 0.004 })!;
		expect(listTriangles(back, 0.05)).toEqual(listTriangles(room, 0.05));
		const { planes, meshes, anchors } = readBack(ROOM, {})!;
		expect(planes).toEqual(ROOM.planes);
		expect(anchors).toEqual(ROOM.anchors);
		expect(meshes[0]!.states.map(({ time, pose }) => [time, pose])).toEqual(
			ROOM.meshes[0]!.states.map(({ time, pose }) => [time, pose]),
		);
		expect(meshes[0]!.states[1]!.vertices).toBe(meshes[0]!.states[0]!.vertices);
	});

	it('is small: a shape is stored once, and a vertex of a sheet within 1 mm costs less than 3 bytes', () => {
		const { vertices, indices } = createGrid(60);
		const count = vertices.length / 3;
		const size = (room: Room, tolerances?: object): number =>
			encodeReel(createRecording({ room }), tolerances && { tolerances }).length;
		const once = createMesh(vertices, indices);
		expect(size(once, {}) / count).toBeLessThan(3);
		const states = [0, 1, 2].map((time) => ({ time, pose: POSE, vertices, indices }));
		expect(size(createRoom({ meshes: [{ states }] })) - size(once)).toBeLessThan(50);
	});

	it('of any triangles comes back bit for bit', () => {
		const shape = fc.integer({ min: 1, max: 40 }).chain((count) =>
			fc.tuple(
				fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 3 * count, maxLength: 3 * count }),
				fc.array(fc.nat(count - 1), { maxLength: 120 }).map((list) => list.slice(0, list.length - (list.length % 3))),
			),
		);
		fc.assert(
			fc.property(shape, ([vertices, indices]) => {
				const room = createMesh(vertices, indices);
				expect(readBack(room)).toEqual(room);
				const back = readBack(room, { jointPosition: 1e-3 })!.meshes[0]!.states[0]!;
				expect([back.vertices.length, back.indices.length]).toEqual([vertices.length, indices.length]);
			}),
		);
	});

	it('that is damaged is refused with its place, and recovering keeps the rest', () => {
		const bytes = encodeReel(createFullRecording());
		const at = Buffer.from(bytes).indexOf('rOOM');
		bytes[at + 20]! ^= 1;
		const found = (() => {
			try {
				return decodeReel(bytes);
			} catch (error) {
				return error;
			}
		})();
		expect(found).toMatchObject({ issue: { code: 'reel-damaged' } });
		const { recording, issues } = recoverReel(bytes);
		expect(recording?.room).toBeUndefined();
		expect(recording?.hands).not.toBeNull();
		expect(issues.some(({ code }) => code === 'reel-damaged')).toBe(true);
	});
});

describe('readRoom', () => {
	const random = createRandom(43);
	const contents = [writeContent(ROOM, undefined), writeContent(ROOM, {})];

	it('reads mutated content or refuses it as damaged', () => {
		let refused = 0;
		for (let i = 0; i < 600; i++) {
			const content = mutateBytes(contents[i % 2]!, random);
			try {
				readContent(content);
			} catch (error) {
				if (!isRecordingError(error)) throw error;
				expect(['reel-damaged', 'reel-version', 'too-large']).toContain(error.issue.code);
				refused++;
			}
		}
		expect(refused).toBeGreaterThan(300);
	});

	it('refuses counts that do not fit before it allocates memory', () => {
		const writer = new ByteWriter();
		writer.writeByte(0);
		writer.writeCount(0);
		writer.writeCount(0);
		writer.writeCount(1);
		writer.writeCount(500_000);
		writer.writeCount(500_000);
		writer.writeFloat32(0);
		writer.writeCount(1);
		writer.writeByte(0);
		expect(() => readContent(writer.finish())).toThrow('the shape does not fit');
	});
});

function writeContent(room: Room, tolerances: object | undefined): Uint8Array {
	return writeRoom(room, tolerances);
}

function readContent(content: Uint8Array): Room {
	return readRoom(new ByteCursor(content, 0, 'chunk rOOM', new ReadBudget({ bytes: 2 ** 24, steps: 2 ** 22 }, 0)));
}
