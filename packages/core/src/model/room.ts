// A room that a headset found: what AR pages ask for (planes, meshes, anchors, light). Everything holds from the time of a
// state to the next one.

/**
 * A pose of seven numbers: position x y z in meters, rotation x y z w. Like everything in a recording in Unity's space:
 * left-handed, y up, z forward.
 */
export type RoomPose = readonly number[];

/** Where and how something is from a time on, until the next state. */
export interface RoomState {
	/** Seconds. */
	readonly time: number;
	readonly pose: RoomPose;
}

/** A state of a plane. */
export interface PlaneState extends RoomState {
	/** The corners in the space of the plane, whose normal is +y: x and z of each, in meters. */
	readonly polygon: readonly number[];
}

/** A state of a mesh. States that only move it share the arrays. */
export interface MeshState extends RoomState {
	/** x, y and z of each vertex in the space of the mesh, in meters. */
	readonly vertices: Float32Array;
	/** Three vertices of each triangle, clockwise from the front as in Unity (counterclockwise in WebXR's space). */
	readonly indices: Uint32Array;
}

/** A state of an anchor. */
export interface AnchorState {
	/** Seconds. */
	readonly time: number;
	/** `null` while tracking is lost. */
	readonly pose: RoomPose | null;
}

/** A thing in a room. */
export interface RoomItem<S> {
	/** Unique among things of its kind; not empty. */
	readonly name: string;
	/** In order of time, at least one. The thing appears at the time of the first. */
	readonly states: readonly S[];
	/** Seconds: when it is gone; `null` if it stays. */
	readonly end: number | null;
}

/** A flat surface. */
export interface RoomPlane extends RoomItem<PlaneState> {
	/** What it is, in WebXR's words: `floor`, `wall`, `table`, … Empty if that is not known. */
	readonly label: string;
	readonly orientation: PlaneOrientation | null;
}

/** `XRPlaneOrientation`. */
export type PlaneOrientation = 'horizontal' | 'vertical';

/** A shape of triangles. */
export interface RoomMesh extends RoomItem<MeshState> {
	/** What it is, in WebXR's words. Empty if that is not known. */
	readonly label: string;
}

/** A place that an application wants to keep. Its name is the handle by which a page restores it. */
export type RoomAnchor = RoomItem<AnchorState>;

/** An estimate of the light in a room, from a time on. */
export interface LightState {
	/** Seconds. */
	readonly time: number;
	/** x y z toward the light, in the recording's space. */
	readonly direction: readonly number[];
	/** Red, green and blue of the light. */
	readonly intensity: readonly number[];
	/** Red, green and blue of nine spherical harmonics in WebXR's order, about the axes of the recording's space. */
	readonly coefficients: readonly number[];
}

/** What a headset knows of a room. Plain read-only data; {@link createRoom} makes and checks it. */
export interface Room {
	readonly planes: readonly RoomPlane[];
	readonly meshes: readonly RoomMesh[];
	readonly anchors: readonly RoomAnchor[];
	/** In order of time. */
	readonly light: readonly LightState[];
	/** x y z of the corners of the free space on the floor; empty if they are not known. */
	readonly bounds: readonly number[];
}

/** The most things of a kind, states of all things and lights, and triangles of all meshes that a room may have. */
export const ROOM_LIMITS = {
	items: 4096,
	states: 65_536,
	corners: 65_536,
	triangles: 524_288,
	vertices: 524_288,
} as const;

/** Numbers of a {@link LightState.coefficients}. */
const COEFFICIENTS = 27;

/** Things of a room of which some fields are left out, as {@link createRoom} takes them. */
export interface RoomParts {
	readonly planes?: readonly PlaneParts[];
	readonly meshes?: readonly MeshParts[];
	readonly anchors?: readonly ItemParts<AnchorState>[];
	readonly light?: readonly LightState[];
	readonly bounds?: readonly number[];
}

/** A thing without a name is numbered. */
export interface ItemParts<S> {
	readonly name?: string;
	readonly states: readonly S[];
	readonly end?: number | null;
}

/** A plane; without an orientation it follows from the pose. */
export interface PlaneParts extends ItemParts<PlaneState> {
	readonly label?: string;
	readonly orientation?: PlaneOrientation | null;
}

/** A mesh. Lists become typed arrays. */
export interface MeshParts extends ItemParts<RoomState & Record<'vertices' | 'indices', ArrayLike<number>>> {
	readonly label?: string;
}

/**
 * Creates a room from its things. Numbers but times are rounded to float32. Throws `TypeError` or `RangeError` that names the place for
 * numbers that are not finite, polygons without an area, triangles of vertices that do not exist, and rooms beyond {@link ROOM_LIMITS}.
 *
 * @example
 * // A table of 1 m × 0.6 m that is there from the start
 * createRoom({
 *   planes: [{ label: 'table', states: [{ time: 0, pose: [0, 0.7, 1, 0, 0, 0, 1], polygon: [-0.5, -0.3, -0.5, 0.3, 0.5, 0.3, 0.5, -0.3] }] }],
 * })
 */
export function createRoom({ planes = [], meshes = [], anchors = [], light = [], bounds = [] }: RoomParts): Room {
	for (const [name, list] of Object.entries({ planes, meshes, anchors, light, bounds })) checkList(list, name);
	const limits = new RoomCount();
	const room: Room = {
		planes: fillItems(planes, 'planes', limits, fillPlane).map((plane, i) => {
			const { label = '', orientation = findOrientation(plane.states[0]!.pose) } = planes[i]!;
			if (orientation !== null && orientation !== 'horizontal' && orientation !== 'vertical')
				throw new TypeError(`planes[${i}].orientation: neither horizontal nor vertical`);
			return { ...plane, label: checkText(label, `planes[${i}].label`), orientation };
		}),
		meshes: fillItems(meshes, 'meshes', limits, createMeshReader(limits)).map((mesh, i) => {
			return { ...mesh, label: checkText(meshes[i]!.label ?? '', `meshes[${i}].label`) };
		}),
		anchors: fillItems(anchors, 'anchors', limits, ({ time, pose }, path) => {
			return { time, pose: pose && fillPose(pose, `${path}.pose`) };
		}),
		light: light.map((state, i) => fillLight(state, `light[${i}]`)),
		bounds: fillNumbers(bounds, 'bounds', 3 * ROOM_LIMITS.corners),
	};
	limits.add('states', light.length, 'light');
	checkOrder(room.light, 'light');
	if (bounds.length % 3 > 0) throw new RangeError(`bounds: ${bounds.length} numbers are not corners of three`);
	return room;
}

/** A room without anything. */
export const NO_ROOM: Room = { planes: [], meshes: [], anchors: [], light: [], bounds: [] };

/** Whether nothing is known of a room. */
export function isEmptyRoom({ planes, meshes, anchors, light, bounds }: Room): boolean {
	return planes.length + meshes.length + anchors.length + light.length + bounds.length === 0;
}

/** Returns the state of a thing at a time; `null` before it appears and after it is gone. */
export function findRoomState<S extends { readonly time: number }>(
	{ states, end }: RoomItem<S>,
	time: number,
): S | null {
	return end !== null && time >= end ? null : findLastState(states, time);
}

/** Returns the last of some states in order of time that is not after a time. */
export function findLastState<S extends { readonly time: number }>(states: readonly S[], time: number): S | null {
	let low = 0;
	let high = states.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (states[middle]!.time <= time) low = middle + 1;
		else high = middle;
	}
	return states[low - 1] ?? null;
}

/** Counts what a room has, and throws where that is too much. */
class RoomCount {
	readonly #counts: Record<keyof typeof ROOM_LIMITS, number> = {
		items: 0,
		states: 0,
		corners: 0,
		triangles: 0,
		vertices: 0,
	};

	add(kind: keyof typeof ROOM_LIMITS, count: number, path: string): void {
		this.#counts[kind] += count;
		if (this.#counts[kind] > ROOM_LIMITS[kind])
			throw new RangeError(`${path}: a room has at most ${ROOM_LIMITS[kind]} ${kind}`);
	}
}

function fillItems<S extends AnchorState, P extends { readonly time: number }>(
	items: readonly ItemParts<P>[],
	path: string,
	limits: RoomCount,
	fill: (state: P, path: string, limits: RoomCount) => S,
): RoomItem<S>[] {
	limits.add('items', items.length, path);
	for (const [i, item] of items.entries()) checkList(Object(item).states, `${path}[${i}].states`);
	const names = new Set<string>();
	return items.map(
		({ name = `${path.slice(0, path === 'meshes' ? -2 : -1)} ${names.size + 1}`, states, end = null }, i) => {
			const place = `${path}[${i}]`;
			if (checkText(name, `${place}.name`) === '') throw new TypeError(`${place}.name: must not be empty`);
			if (names.has(name)) throw new TypeError(`${place}.name: there are two named '${name}'`);
			names.add(name);
			if (states.length === 0) throw new RangeError(`${place}.states: there must be one`);
			limits.add('states', states.length, `${place}.states`);
			for (const [at, state] of states.entries()) checkObject(state, `${place}.states[${at}]`);
			const filled = states.map((state, at) => fill(state, `${place}.states[${at}]`, limits));
			checkOrder(filled, `${place}.states`);
			if (end !== null && !(Number.isFinite(end) && end >= filled.at(-1)!.time))
				throw new RangeError(`${place}.end: ${end} is not a time after the last state`);
			return { name, states: filled, end };
		},
	);
}

function fillPlane({ time, pose, polygon }: PlaneState, path: string, limits: RoomCount): PlaneState {
	checkList(polygon, `${path}.polygon`);
	if (polygon.length < 6 || polygon.length % 2 > 0)
		throw new RangeError(`${path}.polygon: ${polygon.length} numbers are not three or more corners of two`);
	limits.add('corners', polygon.length / 2, `${path}.polygon`);
	const corners = fillNumbers(polygon, `${path}.polygon`);
	if (!(Math.abs(measureArea(corners)) > 0)) throw new RangeError(`${path}.polygon: the corners enclose no area`);
	return { time, pose: fillPose(pose, `${path}.pose`), polygon: corners };
}

// Twice the area, with a sign.
function measureArea(corners: readonly number[]): number {
	let area = 0;
	for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2)
		area += corners[j]! * corners[i + 1]! - corners[i]! * corners[j + 1]!;
	return area;
}

type Shape = Pick<MeshState, 'vertices' | 'indices'>;

// The same arrays, and those of a mesh that only moves, are kept once.
function createMeshReader(limits: RoomCount): (state: MeshParts['states'][number], path: string) => MeshState {
	const known = new Map<ArrayLike<number>, { readonly shape: Shape; readonly indices: ArrayLike<number> }>();
	let last: Shape | null = null;
	return ({ time, pose, vertices, indices }, path) => {
		const found = known.get(vertices);
		const isLast = last !== null && isSame(last.vertices, vertices) && isSame(last.indices, indices);
		const shape =
			found?.indices === indices ? found.shape : isLast ? last! : fillShape(vertices, indices, path, limits);
		known.set(vertices, { shape, indices });
		last = shape;
		return { time, pose: fillPose(pose, `${path}.pose`), ...shape };
	};
}

function fillShape(vertices: ArrayLike<number>, indices: ArrayLike<number>, path: string, limits: RoomCount): Shape {
	checkList(vertices, `${path}.vertices`);
	checkList(indices, `${path}.indices`);
	if (vertices.length % 3 > 0)
		throw new RangeError(`${path}.vertices: ${vertices.length} numbers are not vertices of three`);
	if (indices.length % 3 > 0)
		throw new RangeError(`${path}.indices: ${indices.length} numbers are not triangles of three`);
	const count = vertices.length / 3;
	limits.add('vertices', count, `${path}.vertices`);
	limits.add('triangles', indices.length / 3, `${path}.indices`);
	const points = Float32Array.from(vertices, (value) => (typeof value === 'number' ? value : Number.NaN));
	const bad = points.findIndex((value) => !Number.isFinite(value));
	if (bad >= 0) throw new RangeError(`${path}.vertices[${bad}]: ${vertices[bad]} is not a finite number`);
	for (let i = 0; i < indices.length; i++) {
		const index = indices[i]!;
		if (!(Number.isInteger(index) && index >= 0 && index < count))
			throw new RangeError(`${path}.indices[${i}]: there is no vertex ${index}; there are ${count}`);
	}
	return { vertices: points, indices: Uint32Array.from(indices) };
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
	if (a === b) return true;
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (!Object.is(a[i], Math.fround(b[i]!))) return false;
	return true;
}

function fillLight(state: LightState, path: string): LightState {
	checkObject(state, path);
	const { time, direction, intensity, coefficients } = state;
	checkList(direction, `${path}.direction`);
	checkList(intensity, `${path}.intensity`);
	checkList(coefficients, `${path}.coefficients`);
	if (direction.length !== 3) throw new RangeError(`${path}.direction: expected 3 numbers`);
	if (intensity.length !== 3) throw new RangeError(`${path}.intensity: expected 3 numbers`);
	if (coefficients.length !== COEFFICIENTS)
		throw new RangeError(`${path}.coefficients: expected ${COEFFICIENTS} numbers`);
	return {
		time,
		direction: fillNumbers(direction, `${path}.direction`),
		intensity: fillNumbers(intensity, `${path}.intensity`),
		coefficients: fillNumbers(coefficients, `${path}.coefficients`),
	};
}

function fillPose(pose: RoomPose, path: string): RoomPose {
	checkList(pose, path);
	if (pose.length !== 7) throw new RangeError(`${path}: expected 7 numbers, got ${pose.length}`);
	const numbers = fillNumbers(pose, path);
	const length = Math.hypot(...numbers.slice(3));
	if (!(Math.abs(length - 1) < 0.01)) throw new RangeError(`${path}: the rotation has the length ${length}, not 1`);
	return numbers;
}

function fillNumbers(numbers: readonly number[], path: string, most = Number.POSITIVE_INFINITY): number[] {
	if (numbers.length > most) throw new RangeError(`${path}: at most ${most} numbers, got ${numbers.length}`);
	return Array.from(numbers, (number, i) => {
		const rounded = Math.fround(number);
		if (typeof number !== 'number' || !Number.isFinite(rounded))
			throw new RangeError(`${path}[${i}]: ${number} is not a finite number`);
		return rounded;
	});
}

function checkList(value: unknown, path: string): void {
	if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw new TypeError(`${path}: not a list`);
}

function checkObject(value: unknown, path: string): void {
	if (typeof value !== 'object' || value === null) throw new TypeError(`${path}: not an object`);
}

function checkText(text: unknown, path: string): string {
	if (typeof text !== 'string') throw new TypeError(`${path}: not a text`);
	return text;
}

function checkOrder(states: ReadonlyArray<{ readonly time: number }>, path: string): void {
	states.forEach(({ time }, i) => {
		if (!Number.isFinite(time)) throw new RangeError(`${path}[${i}].time: ${time} is not a finite number`);
		if (i > 0 && time <= states[i - 1]!.time)
			throw new RangeError(`${path}[${i}].time: ${time} is not after ${states[i - 1]!.time}`);
	});
}

/** How steep the normal of a plane may lean, as the cosine or sine of the angle. */
const STEEP = 0.95;
const FLAT = 0.2;

function findOrientation(pose: RoomPose): PlaneOrientation | null {
	const [, , , x = 0, , z = 0] = pose;
	const up = 1 - 2 * (x * x + z * z);
	if (Math.abs(up) > STEEP) return 'horizontal';
	return Math.abs(up) < FLAT ? 'vertical' : null;
}
