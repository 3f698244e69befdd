import { createRecording, type LimitOptions, type MeshParts, type PlaneParts, RecordingError } from '@handreel/core';
import {
	clipText,
	PATH_LENGTH,
	parseJson,
	quoteValue,
	ReadBudget,
	ROOM_LIMITS,
	reflectRoom,
} from '@handreel/core/internal';
import { createRoom } from '@handreel/core/record';
import type { ReadResult } from '../common/format.ts';
import { readText } from '../common/read-text.ts';

type Json = Readonly<Record<string, unknown>>;

/** Memory of an entity, and of a triangle or vertex. */
const ENTITY_BYTES = 4096;
const MESH_BYTES = 64;

/** WebXR's words for those labels that it calls otherwise. */
const LABELS: Readonly<Record<string, string>> = {
	WALL_FACE: 'wall',
	INNER_WALL_FACE: 'wall',
	INVISIBLE_WALL_FACE: 'wall',
	DOOR_FRAME: 'door',
	WINDOW_FRAME: 'window',
	STORAGE: 'shelf',
	UNKNOWN: 'other',
	UNRECOGNIZED: 'other',
	OTHER_ROOM_FACE: 'other',
};

/**
 * Reads a room of the Synthetic Environment Module: a recording that has nothing but a room, which is there from 0 seconds on. Rectangles
 * become planes, boxes and triangles become meshes.
 *
 * Throws `bad-sem` with the place for text that is not such a room, and `too-large` for text beyond `limits`.
 *
 * @example decodeSem(await file.text()).recording.room
 */
export function decodeSem(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const text = readText(source, 'bad-sem');
	const budget = new ReadBudget(options.limits, text.length);
	const { spatialEntities: entities } = readObject(parse(text, budget), 'scene');
	if (!Array.isArray(entities)) return failSem('spatialEntities', 'must be a list');
	if (entities.length > ROOM_LIMITS.items) failSem('spatialEntities', `at most ${ROOM_LIMITS.items} are supported`);
	budget.chargeBytes(ENTITY_BYTES * entities.length);
	const planes: PlaneParts[] = [];
	const meshes: MeshParts[] = [];
	const places = { planes: [] as string[], meshes: [] as string[] };
	entities.forEach((given, i) => {
		const path = `spatialEntities[${i}]`;
		const entity = readObject(given, path);
		const locatable = entity['locatable_META'];
		if (locatable === undefined) return;
		const { uuid, semanticLabel_META: label = 'UNKNOWN' } = entity;
		if (typeof uuid !== 'string' || typeof label !== 'string') failSem(path, 'uuid and label must be texts');
		const names = {
			name: uuid as string,
			label: LABELS[label as string] ?? (label as string).toLowerCase().replaceAll('_', ' '),
		};
		const pose = readPose(locatable, `${path}.locatable_META`);
		const { bounded2D_META: flat, bounded3D_META: box, triangleMesh_META: mesh } = entity;
		if (flat !== undefined) {
			planes.push({ ...names, states: [{ time: 0, pose, polygon: readRectangle(flat, `${path}.bounded2D_META`) }] });
			places.planes.push(`${path}.bounded2D_META`);
		}
		if (box === undefined && mesh === undefined) return;
		const kind = box === undefined ? 'triangleMesh_META' : 'bounded3D_META';
		const shape = box === undefined ? readTriangles(mesh, `${path}.${kind}`, budget) : readBox(box, `${path}.${kind}`);
		meshes.push({ ...names, states: [{ time: 0, pose, ...shape }] });
		places.meshes.push(`${path}.${kind}`);
	});
	try {
		return { recording: createRecording({ room: reflectRoom(createRoom({ planes, meshes }), 'z') }), issues: [] };
	} catch (error) {
		if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
		const [, kind = '', index = '', reason = error.message] =
			/^(planes|meshes)\[(\d+)\](.*)$/s.exec(error.message) ?? [];
		return failSem(places[kind as 'planes']?.[Number(index)] ?? 'scene', reason.replace(/^[^:]*: /, ''));
	}
}

function parse(text: string, budget: ReadBudget): unknown {
	try {
		return parseJson(text, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		return failSem('', `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`);
	}
}

function readPose(value: unknown, path: string): number[] {
	const { position, orientation } = readObject(value, path);
	return [
		...readNumbers(position, ['x', 'y', 'z'], `${path}.position`),
		...readNumbers(orientation, ['x', 'y', 'z', 'w'], `${path}.orientation`),
	];
}

// Corners in the plane whose normal is y.
function readRectangle(value: unknown, path: string): number[] {
	const { offset, extent } = readObject(value, path);
	const [x, z] = readNumbers(offset, ['x', 'y'], `${path}.offset`) as [number, number];
	const [width, height] = readNumbers(extent, ['width', 'height'], `${path}.extent`) as [number, number];
	return [x, z, x, z + height, x + width, z + height, x + width, z];
}

/** The sides of a box whose corners are numbered by the bits of x, y and z, counterclockwise from the outside. */
const BOX = [
	0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

function readBox(value: unknown, path: string): { vertices: number[]; indices: number[] } {
	const { offset, extent } = readObject(value, path);
	const start = readNumbers(offset, ['x', 'y', 'z'], `${path}.offset`);
	const size = readNumbers(extent, ['width', 'height', 'depth'], `${path}.extent`);
	const vertices = Array.from({ length: 8 }, (_, i) =>
		start.map((value, axis) => value + ((i >> axis) & 1) * size[axis]!),
	);
	return { vertices: vertices.flat(), indices: BOX };
}

function readTriangles(
	value: unknown,
	path: string,
	budget: ReadBudget,
): { vertices: Float32Array; indices: Uint32Array } {
	const { vertices, indices } = readObject(value, path);
	return {
		vertices: new Float32Array(readBytes(vertices, `${path}.vertices`, budget)),
		indices: new Uint32Array(readBytes(indices, `${path}.indices`, budget)),
	};
}

// Numbers of four bytes as base64.
function readBytes(value: unknown, path: string, budget: ReadBudget): ArrayBuffer {
	if (typeof value !== 'string') return failSem(path, 'must be base64');
	budget.chargeBytes((MESH_BYTES * value.length) / 16);
	let binary: string;
	try {
		binary = atob(value);
	} catch {
		return failSem(path, 'must be base64');
	}
	if (binary.length % 4 > 0) failSem(path, `${binary.length} bytes are not numbers of four`);
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer;
}

function readNumbers(value: unknown, names: readonly string[], path: string): number[] {
	const fields = readObject(value, path);
	return names.map((name) => {
		// The writer leaves out zeros.
		const { [name]: number = 0 } = fields;
		if (typeof number !== 'number' || !Number.isFinite(number))
			return failSem(`${path}.${name}`, `${quoteValue(number)} is not a number`);
		return number;
	});
}

function readObject(value: unknown, path: string): Json {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
	return failSem(path, 'must be an object');
}

function failSem(path: string, reason: string): never {
	const short = clipText(path, PATH_LENGTH);
	const message = short === '' ? reason : `${short}: ${reason}`;
	throw new RecordingError({ code: 'bad-sem', severity: 'error', message, path: short, byteOffset: null, time: null });
}
