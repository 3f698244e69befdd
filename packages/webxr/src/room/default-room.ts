import type { MeshParts, PlaneParts, Room } from '@handreel/core';
import { createRoom } from '@handreel/core/record';

// A room of 4 m × 5 m for pages that need one: four walls with a door and a window, a table in front of the person, a couch
// behind, and a shelf. In Unity's space; the person stands in the middle and looks along +z.

const WIDTH = 4;
const LENGTH = 5;
const HEIGHT = 2.6;
const HALF = Math.SQRT1_2;

type Numbers = readonly number[];

/** The rotation that turns the normal of a plane, +y, to a direction. */
const FACING: Readonly<Record<'up' | 'down' | 'back' | 'front' | 'left' | 'right', Numbers>> = {
	up: [0, 0, 0, 1],
	down: [1, 0, 0, 0],
	front: [HALF, 0, 0, HALF],
	back: [-HALF, 0, 0, HALF],
	right: [0, 0, -HALF, HALF],
	left: [0, 0, HALF, HALF],
};

/** Creates the room whose floor is at a height. */
export function createDefaultRoom(floor: number): Room {
	const plane = (label: string, facing: keyof typeof FACING, [x, y, z]: Numbers, [a, b]: Numbers): PlaneParts => {
		const [halfX, halfZ] = [a! / 2, b! / 2];
		const polygon = [-halfX, -halfZ, -halfX, halfZ, halfX, halfZ, halfX, -halfZ];
		return { name: label, label, states: [{ time: 0, pose: [x!, floor + y!, z!, ...FACING[facing]], polygon }] };
	};
	const mesh = (label: string, [x, y, z]: Numbers, size: Numbers, isOpen = false): MeshParts => ({
		name: label,
		label,
		states: [{ time: 0, pose: [x!, floor + y!, z!, 0, 0, 0, 1], ...createBox(size, isOpen) }],
	});
	const number = (list: PlaneParts[]): PlaneParts[] =>
		list.map((item, i) => ({ ...item, name: `${item.name} ${i + 1}` }));
	return startBefore(
		createRoom({
			planes: [
				plane('floor', 'up', [0, 0, 0], [WIDTH, LENGTH]),
				plane('ceiling', 'down', [0, HEIGHT, 0], [WIDTH, LENGTH]),
				...number([
					plane('wall', 'back', [0, HEIGHT / 2, LENGTH / 2], [WIDTH, HEIGHT]),
					plane('wall', 'front', [0, HEIGHT / 2, -LENGTH / 2], [WIDTH, HEIGHT]),
					plane('wall', 'right', [-WIDTH / 2, HEIGHT / 2, 0], [HEIGHT, LENGTH]),
					plane('wall', 'left', [WIDTH / 2, HEIGHT / 2, 0], [HEIGHT, LENGTH]),
				]),
				plane('door', 'left', [WIDTH / 2 - 0.01, 1, -1], [2, 0.9]),
				plane('window', 'right', [-WIDTH / 2 + 0.01, 1.5, 0.5], [1.2, 1.6]),
				plane('table', 'up', [0, 0.74, 1.1], [1.2, 0.7]),
				plane('couch', 'up', [0, 0.45, -1.8], [1.8, 0.8]),
			],
			meshes: [
				mesh('table', [0, 0.72, 1.1], [1.2, 0.04, 0.7]),
				mesh('couch', [0, 0.225, -1.8], [1.8, 0.45, 0.8]),
				mesh('shelf', [WIDTH / 2 - 0.2, 0.9, 1.2], [0.4, 1.8, 1]),
				mesh('global mesh', [0, HEIGHT / 2, 0], [WIDTH, HEIGHT, LENGTH], true),
			],
			light: [
				{
					time: 0,
					direction: [-0.8, 0.6, 0],
					intensity: [1.2, 1.15, 1.05],
					coefficients: Array.from({ length: 27 }, (_, i) => [0.8, 0.2, 0, -0.15][Math.floor(i / 3)] ?? 0),
				},
			],
			bounds: [-1.5, floor, -1, -1.5, floor, 0.6, 1.5, floor, 0.6, 1.5, floor, -1],
		}),
	);
}

// It was always there, also before a recording that starts late.
function startBefore(room: Room): Room {
	const early = <S extends { readonly states: readonly object[] }>(items: readonly S[]): S[] =>
		items.map((item) => ({ ...item, states: item.states.map((state) => ({ ...state, time: -1e6 })) }));
	return {
		...room,
		planes: early(room.planes),
		meshes: early(room.meshes),
		light: room.light.map((state) => ({ ...state, time: -1e6 })),
	};
}

/** Two triangles for each side of a box, clockwise from the front in Unity's space; an open box is a room, seen from inside. */
function createBox(size: Numbers, isOpen: boolean): { vertices: number[]; indices: number[] } {
	const vertices = Array.from({ length: 8 }, (_, i) =>
		[0, 1, 2].map((axis) => (((i >> axis) & 1) - 0.5) * size[axis]!),
	);
	const sides = [
		0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
	];
	const turned = sides.map((_, i) => sides[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!);
	return { vertices: vertices.flat(), indices: isOpen ? sides : turned };
}
