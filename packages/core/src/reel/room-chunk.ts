import { fillTolerances, type Tolerances } from '../compare/options.ts';
import { isJsonValue } from '../model/json-value.ts';
import { parseJson } from '../model/parse-json.ts';
import {
	type AnchorState,
	createRoom,
	type LightState,
	type MeshState,
	type PlaneState,
	ROOM_LIMITS,
	type Room,
	type RoomItem,
	type RoomParts,
} from '../model/room.ts';
import { type ByteCursor, ByteWriter } from './bytes.ts';
import { codeShape, SHAPE_CONTEXTS, type Shape } from './mesh-coder.ts';
import { orderShape } from './order-shape.ts';
import { readPacked, writePacked } from './packed-bytes.ts';
import { RangeDecoder, RangeEncoder } from './range-coder.ts';

// The content of a chunk `rOOM` (REEL.md, "Rooms"): the tree in JSON, then all numbers but times, then each shape once.

const MAX_TEXT = 2 ** 24;
const MAX_NUMBERS = 2 ** 22;
const POSE_NUMBERS = 7;
const LIGHT_NUMBERS = 33;
/** Triangles and vertices that a shape may have for free, and for each byte. */
const FREE = 0x1000;
const GAIN = 64;
/** Memory and work for a vertex and for a triangle. */
const VERTEX_BYTES = 32;
const TRIANGLE_BYTES = 80;
const VERTEX_STEPS = 8;
const TRIANGLE_STEPS = 24;
/** Multiples of a step that are certainly exact. */
const MAX_MULTIPLE = 2 ** 23;

/** The tree of a room. Numbers but times are counted, and shapes numbered. */
interface RoomTree {
	readonly planes?: readonly ItemTree[];
	readonly meshes?: readonly ItemTree[];
	readonly anchors?: readonly ItemTree[];
	/** Times. */
	readonly light?: readonly number[];
	/** Corners. */
	readonly bounds?: number;
}

interface ItemTree {
	readonly name: string;
	readonly label?: string;
	readonly orientation?: 'horizontal' | 'vertical' | null;
	readonly end?: number | null;
	/** Time, and the number of corners, the number of the shape, or whether there is a pose. */
	readonly states: readonly (readonly [time: number, detail: number])[];
}

/** Returns the content of the chunk. With tolerances, vertices may move by that of joints, and their order may change. */
export function writeRoom(given: Room, tolerances: Tolerances | undefined): Uint8Array<ArrayBuffer> {
	const room = createRoom(given);
	const numbers: number[] = [];
	const shapes: Shape[] = [];
	const known = new Map<Float32Array, number>();
	const items = <S extends { readonly time: number }>(
		list: readonly (RoomItem<S> & { readonly label?: string })[],
		pack: (state: S) => number,
	): ItemTree[] =>
		list.map((item) => {
			const states = item.states.map((state): [number, number] => [checkTime(state.time), pack(state)]);
			const { name, label = '', end } = item;
			return { name, ...(label === '' ? {} : { label }), ...(end === null ? {} : { end }), states };
		});
	const tree: RoomTree = {
		planes: items(room.planes, ({ pose, polygon }) => {
			numbers.push(...pose, ...polygon);
			return polygon.length / 2;
		}).map((item, i) => ({ ...item, orientation: room.planes[i]!.orientation })),
		meshes: items(room.meshes, ({ pose, vertices, indices }) => {
			numbers.push(...pose);
			const at = known.get(vertices) ?? shapes.length;
			if (at === shapes.length) shapes.push({ vertices, indices });
			known.set(vertices, at);
			return at;
		}),
		anchors: items(room.anchors, ({ pose }) => {
			numbers.push(...(pose ?? []));
			return pose === null ? 0 : 1;
		}),
		light: room.light.map(({ time, direction, intensity, coefficients }) => {
			numbers.push(...direction, ...intensity, ...coefficients);
			return checkTime(time);
		}),
		bounds: room.bounds.length / 3,
	};
	numbers.push(...room.bounds);
	const text = new TextEncoder().encode(JSON.stringify(tree));
	const writer = new ByteWriter();
	// Flags.
	writer.writeByte(0);
	writer.writeCount(text.length);
	writePacked(writer, text);
	writer.writeCount(numbers.length);
	writePacked(writer, new Uint8Array(Float32Array.from(numbers).buffer));
	writer.writeCount(shapes.length);
	const step = tolerances === undefined ? 0 : (2 * fillTolerances(tolerances).jointPosition) / Math.sqrt(3);
	for (const shape of shapes) writeShape(writer, shape, step);
	return writer.finish();
}

// JSON has no negative zero.
function checkTime(time: number): number {
	return isJsonValue(time) ? time : 0;
}

function writeShape(writer: ByteWriter, shape: Shape, wanted: number): void {
	// A little less, because products are rounded to float32.
	const rounded = Math.fround(wanted * 0.999);
	const isBounded = rounded > 0 && shape.vertices.every((value) => Math.abs(value) < MAX_MULTIPLE * rounded);
	const step = isBounded ? rounded : 0;
	const { vertices, indices } = isBounded
		? orderShape(shape)
		: { vertices: shape.vertices.slice(), indices: shape.indices.slice() };
	const counts = [vertices.length / 3, indices.length / 3] as const;
	const coder = new RangeEncoder(SHAPE_CONTEXTS);
	codeShape(coder, { vertices, indices }, step, failWriting);
	const coded = coder.finish();
	const padding = Math.max(0, Math.ceil((Math.max(...counts) - FREE) / GAIN) - coded.length);
	for (const count of counts) writer.writeCount(count);
	writer.writeFloat32(step);
	writer.writeCount(coded.length + padding);
	writer.writeBytes(coded);
	writer.writeBytes(new Uint8Array(padding));
}

function failWriting(): never {
	throw new Error('a shape without a code');
}

/** Reads the content of the chunk. Throws `reel-version`, `reel-damaged` and `too-large`. */
export function readRoom(cursor: ByteCursor): Room {
	cursor.readFlags(0);
	const text = cursor.decode(readPacked(cursor, cursor.readCount(MAX_TEXT)));
	const words = readPacked(cursor, 4 * cursor.readCount(MAX_NUMBERS));
	const numbers = new Float32Array(words.buffer);
	const count = cursor.readCount(ROOM_LIMITS.states);
	const shapes: Shape[] = [];
	for (let i = 0; i < count; i++) shapes.push(readShape(cursor));
	try {
		return createRoom(buildRoom(parseJson(text, cursor.budget) as RoomTree, numbers, shapes, cursor));
	} catch (error) {
		if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
			return cursor.fail(`the room is not valid: ${error.message}`);
		throw error;
	}
}

function readShape(cursor: ByteCursor): Shape {
	const vertexCount = cursor.readCount(ROOM_LIMITS.vertices);
	const triangleCount = cursor.readCount(ROOM_LIMITS.triangles);
	const step = cursor.readFloat32();
	const coded = cursor.readBytes(cursor.readCount(cursor.left));
	if (Math.max(vertexCount, triangleCount) > FREE + GAIN * coded.length) cursor.fail('the shape does not fit');
	if (!(step >= 0 && Number.isFinite(step))) cursor.fail(`a shape has the step ${step}`);
	cursor.budget.chargeBytes(VERTEX_BYTES * vertexCount + TRIANGLE_BYTES * triangleCount);
	cursor.budget.chargeSteps(SHAPE_CONTEXTS + VERTEX_STEPS * vertexCount + TRIANGLE_STEPS * triangleCount);
	const shape = { vertices: new Float32Array(3 * vertexCount), indices: new Uint32Array(3 * triangleCount) };
	const decoder = new RangeDecoder(SHAPE_CONTEXTS, coded, 0);
	codeShape(decoder, shape, step, () => cursor.fail('a triangle is not valid'));
	if (decoder.isOverrun) cursor.fail('a shape is not complete');
	return shape;
}

function buildRoom(tree: RoomTree, numbers: Float32Array, shapes: readonly Shape[], cursor: ByteCursor): RoomParts {
	let at = 0;
	const take = (count: number): number[] => {
		if (!(Number.isInteger(count) && count >= 0 && at + count <= numbers.length))
			cursor.fail('numbers of the room are missing');
		at += count;
		return Array.from(numbers.subarray(at - count, at));
	};
	const items = <S>(list: readonly ItemTree[] = [], build: (time: number, detail: number) => S) =>
		list.map(({ name, label, orientation = null, end, states }) => ({
			name,
			...(label === undefined ? {} : { label }),
			orientation,
			end: end ?? null,
			states: states.map(([time, detail]) => build(time, detail)),
		}));
	const parts = {
		planes: items(
			tree.planes,
			(time, corners): PlaneState => ({ time, pose: take(POSE_NUMBERS), polygon: take(2 * corners) }),
		),
		meshes: items(tree.meshes, (time, shape): MeshState => {
			const found = shapes[shape];
			if (found === undefined) return cursor.fail(`there is no shape ${shape}`);
			return { time, pose: take(POSE_NUMBERS), ...found };
		}),
		anchors: items(tree.anchors, (time, isThere): AnchorState => ({ time, pose: isThere ? take(POSE_NUMBERS) : null })),
		light: (tree.light ?? []).map((time): LightState => {
			const values = take(LIGHT_NUMBERS);
			return { time, direction: values.slice(0, 3), intensity: values.slice(3, 6), coefficients: values.slice(6) };
		}),
		bounds: take(3 * (tree.bounds ?? 0)),
	};
	if (at < numbers.length) cursor.fail('the room has too many numbers');
	return parts;
}
