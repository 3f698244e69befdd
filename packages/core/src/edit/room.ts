import type { LightState, Room, RoomItem, RoomPose } from '../model/room.ts';

// Rooms in edits. All states move together, and things that are alike in two recordings stay one thing.

type Item = RoomItem<{ readonly time: number }>;
type Lists = Pick<Room, 'planes' | 'meshes' | 'anchors'>;

function mapItems(room: Room, edit: (item: Item, kind: keyof Lists) => Item | null): Room {
	const list = <K extends keyof Lists>(kind: K): Lists[K] =>
		room[kind].flatMap((item) => edit(item, kind) ?? []) as unknown as Lists[K];
	return { ...room, planes: list('planes'), meshes: list('meshes'), anchors: list('anchors') };
}

/** A room with other times, by a function that increases. */
export function mapRoomTimes(room: Room, map: (time: number) => number): Room {
	const states = <S extends { readonly time: number }>(given: readonly S[]): S[] =>
		dropEqual(given.map((state) => ({ ...state, time: map(state.time) })));
	const mapped = mapItems(room, (item) => {
		const changed = states(item.states);
		const end = item.end === null ? null : Math.max(map(item.end), changed.at(-1)!.time);
		return { ...item, states: changed, end };
	});
	return { ...mapped, light: states(room.light) };
}

// Of states at one time the last counts.
function dropEqual<S extends { readonly time: number }>(states: readonly S[]): S[] {
	return states.filter(({ time }, i) => i + 1 === states.length || time < states[i + 1]!.time);
}

/** A room that plays backwards: a state holds from the mirrored time of its end. */
export function reverseRoom(room: Room, duration: number): Room {
	const start = Math.min(0, ...listTimes(room));
	const states = <S extends { readonly time: number }>(given: readonly S[], end: number | null): S[] =>
		given
			.map((state, i) => ({ ...state, time: duration - (given[i + 1]?.time ?? end ?? duration - start) }))
			.toReversed();
	const reversed = mapItems(room, (item) => {
		const first = item.states[0]!.time;
		return { ...item, states: states(item.states, item.end), end: first > 0 ? duration - first : null };
	});
	return { ...reversed, light: states(room.light, null) };
}

function listTimes({ planes, meshes, anchors, light }: Room): number[] {
	return [
		...[...planes, ...meshes, ...anchors].map(({ states }) => states[0]!.time),
		...light.slice(0, 1).map(({ time }) => time),
	];
}

/** What a room has between two times. What was there before is there from the start. */
export function cutRoom(room: Room, start: number, end: number): Room {
	const states = <S extends { readonly time: number }>(given: readonly S[]): S[] => {
		const first = given.findLastIndex(({ time }) => time <= start);
		const kept = given.filter(({ time }, i) => i >= first && time <= end);
		return kept.map((state) => (state.time < start ? { ...state, time: start } : state));
	};
	const cut = mapItems(room, (item) => {
		if (item.end !== null && item.end <= start) return null;
		const kept = states(item.states);
		return kept.length === 0
			? null
			: { ...item, states: kept, end: item.end !== null && item.end > end ? null : item.end };
	});
	return { ...cut, light: states(room.light) };
}

/** A room until a time, and another one from then on. Things of one name that do not change there stay one thing. */
export function joinRooms(first: Room | undefined, second: Room | undefined, seam: number): Room | undefined {
	if (first === undefined) return second;
	const before = cutRoom(first, Number.NEGATIVE_INFINITY, seam);
	const ended = mapItems(before, (item) =>
		item.end === null ? { ...item, end: Math.max(seam, item.states.at(-1)!.time) } : item,
	);
	if (second === undefined) return ended;
	const list = <K extends keyof Lists>(kind: K): Lists[K] => {
		const known = new Map<string, Item>(ended[kind].map((item) => [item.name, item]));
		for (const item of second[kind] as readonly Item[]) {
			const same = known.get(item.name);
			if (same !== undefined && same.end === item.states[0]!.time && isAlike(same, item)) {
				known.set(item.name, { ...item, states: [...same.states, ...item.states.slice(1)] });
			} else {
				const name = findName(item.name, known);
				known.set(name, { ...item, name });
			}
		}
		return [...known.values()] as unknown as Lists[K];
	};
	return {
		planes: list('planes'),
		meshes: list('meshes'),
		anchors: list('anchors'),
		light: [...ended.light.filter(({ time }) => time < (second.light[0]?.time ?? Infinity)), ...second.light],
		bounds: first.bounds.length > 0 ? first.bounds : second.bounds,
	};
}

// Whether the last state of a thing is the first state of another one.
function isAlike(before: Item, after: Item): boolean {
	const [a, b] = [before.states.at(-1)!, after.states[0]!].map((state) => JSON.stringify({ ...state, time: 0 }));
	return a === b;
}

function findName(name: string, known: ReadonlyMap<string, unknown>): string {
	let free = name;
	for (let i = 2; known.has(free); i++) free = `${name} ${i}`;
	return free;
}

/** The place of an axis in a pose, the spherical harmonics that are odd in it, and its place in a polygon. */
const AXES = { x: { at: 0, odd: [3, 4, 7], corner: 0 }, z: { at: 2, odd: [2, 5, 7], corner: 1 } } as const;

/**
 * A room mirrored along an axis. That of z leads from Unity's space to that of WebXR and back: triangles and polygons keep the order of
 * their corners, whose sense of rotation then differs, as that of the spaces does.
 */
export function reflectRoom(room: Room, axis: keyof typeof AXES): Room {
	const { at, odd, corner } = AXES[axis];
	const turns = axis === 'x';
	const pose = ([...numbers]: RoomPose): RoomPose => {
		const mirrored = numbers.map((value, i) => (i === at || (i > 2 && i < 6 && i - 3 !== at) ? -value : value));
		return mirrored;
	};
	const shapes = new Map<Float32Array, Float32Array>();
	const lists = new Map<Uint32Array, Uint32Array>();
	const once = <T>(known: Map<T, T>, given: T, make: () => T): T => {
		const found = known.get(given) ?? make();
		known.set(given, found);
		return found;
	};
	const negate = (numbers: readonly number[], step: number, place: number): number[] =>
		numbers.map((value, i) => (i % step === place ? -value : value));
	return {
		planes: room.planes.map((plane) => ({
			...plane,
			states: plane.states.map((state) => {
				const polygon = negate(state.polygon, 2, corner);
				return { ...state, pose: pose(state.pose), polygon: turns ? reverseCorners(polygon) : polygon };
			}),
		})),
		meshes: room.meshes.map((mesh) => ({
			...mesh,
			states: mesh.states.map((state) => ({
				...state,
				pose: pose(state.pose),
				vertices: once(shapes, state.vertices, () => state.vertices.map((value, i) => (i % 3 === at ? -value : value))),
				indices: turns ? once(lists, state.indices, () => turnTriangles(state.indices)) : state.indices,
			})),
		})),
		anchors: room.anchors.map((anchor) => ({
			...anchor,
			states: anchor.states.map((state) => ({ ...state, pose: state.pose && pose(state.pose) })),
		})),
		light: room.light.map((state) => ({
			...state,
			direction: negate(state.direction, 3, at),
			coefficients: state.coefficients.map((value, i) =>
				(odd as readonly number[]).includes(Math.floor(i / 3)) ? -value : value,
			),
		})),
		bounds: negate(room.bounds, 3, at),
	};
}

function reverseCorners(polygon: readonly number[]): number[] {
	return polygon.map((_, i) => polygon[polygon.length - 2 - (i - (i % 2)) + (i % 2)]!);
}

function turnTriangles(indices: Uint32Array): Uint32Array {
	return indices.map((value, i) => (i % 3 === 0 ? value : indices[i % 3 === 1 ? i + 1 : i - 1]!));
}

/** A room rotated about the origin by a matrix, whose quaternion is given, too, then shifted. */
export function moveRoom(
	room: Room,
	matrix: readonly (readonly number[])[],
	[x, y, z, w]: readonly [number, number, number, number],
	offset: readonly number[],
): Room {
	const turn = (vector: ArrayLike<number>, start = 0): number[] =>
		matrix.map((row) => row[0]! * vector[start]! + row[1]! * vector[start + 1]! + row[2]! * vector[start + 2]!);
	const shift = (vector: ArrayLike<number>, start = 0): number[] =>
		turn(vector, start).map((value, i) => Math.fround(value + offset[i]!));
	const length = Math.hypot(x, y, z, w);
	const pose = (given: RoomPose): RoomPose => {
		const [, , , bx = 0, by = 0, bz = 0, bw = 1] = given;
		const rotation = [
			w * bx + x * bw + y * bz - z * by,
			w * by - x * bz + y * bw + z * bx,
			w * bz + x * by - y * bx + z * bw,
			w * bw - x * bx - y * by - z * bz,
		];
		return [...shift(given), ...rotation.map((value) => Math.fround(value / length))];
	};
	const moved = mapItems(room, (item) => ({
		...item,
		states: (item.states as ReadonlyArray<{ time: number; pose: RoomPose | null }>).map((state) => ({
			...state,
			pose: state.pose && pose(state.pose),
		})),
	}));
	const corners = Array.from({ length: room.bounds.length / 3 }, (_, i) => shift(room.bounds, 3 * i));
	return { ...moved, light: room.light.map((state) => turnLight(state, matrix, turn)), bounds: corners.flat() };
}

/** Factors of spherical harmonics: those of xy, yz, z² − ⅓, xz and x² − y² in the basis of WebXR, without common factors. */
const PRODUCT = 1.092548;
const DIAGONAL = 0.315392;

function turnLight(
	state: LightState,
	matrix: readonly (readonly number[])[],
	turn: (vector: ArrayLike<number>) => number[],
): LightState {
	const coefficients = [...state.coefficients];
	for (let color = 0; color < 3; color++) {
		const get = (i: number): number => state.coefficients[3 * i + color]!;
		const set = (i: number, value: number): void => {
			coefficients[3 * i + color] = Math.fround(value);
		};
		// The first band is a vector y z x, the second one a symmetric matrix.
		const [x, y, z] = turn([get(3), get(1), get(2)]) as [number, number, number];
		set(1, y);
		set(2, z);
		set(3, x);
		const [xy, yz, zz, xz, xx] = [4, 5, 6, 7, 8].map(get) as [number, number, number, number, number];
		const half = PRODUCT / 2;
		const given = [
			[half * xx - DIAGONAL * zz, half * xy, half * xz],
			[half * xy, -half * xx - DIAGONAL * zz, half * yz],
			[half * xz, half * yz, 2 * DIAGONAL * zz],
		];
		const at = (a: number, b: number): number => {
			let sum = 0;
			for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += matrix[a]![i]! * given[i]![j]! * matrix[b]![j]!;
			return sum;
		};
		set(4, at(0, 1) / half);
		set(5, at(1, 2) / half);
		set(6, at(2, 2) / (2 * DIAGONAL));
		set(7, at(0, 2) / half);
		set(8, (at(0, 0) - at(1, 1)) / PRODUCT);
	}
	return { ...state, direction: turn(state.direction).map(Math.fround), coefficients };
}
