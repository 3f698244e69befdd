import type { Room } from '../../src/index.ts';
import { createRoom } from '../../src/record.ts';

/** A floor, a table that moves, a wall that comes and goes, meshes of two shapes, anchors and light. */
export function createTestRoom(): Room {
	const half = Math.SQRT1_2;
	return createRoom({
		planes: [
			{
				name: 'floor',
				label: 'floor',
				states: [{ time: -1, pose: [0, 0, 0, 0, 0, 0, 1], polygon: [-2, -2, -2, 2, 2, 2, 2, -2] }],
			},
			{
				name: 'the "table"',
				label: 'table',
				states: [
					{ time: 0, pose: [0, 0.7, 1.1, 0, 0, 0, 1], polygon: [-0.5, -0.3, -0.5, 0.3, 0.5, 0.3] },
					{ time: 1.25, pose: [0.1, 0.7, 1.2, 0, half, 0, half], polygon: [-0.5, -0.3, -0.5, 0.3, 0.6, 0.3] },
				],
			},
			{
				name: 'wall',
				label: 'wall',
				states: [{ time: 0.5, pose: [0, 1, 2, -half, 0, 0, half], polygon: [-2, -1, -2, 1, 2, 1, 2, -1] }],
				end: 1.5,
			},
		],
		meshes: [
			{
				name: 'box',
				label: 'screen',
				states: [
					{ time: 0, pose: [0, 0.5, 1, 0, 0, 0, 1], ...createBox(0.1) },
					{ time: 1, pose: [0.25, 0.5, 1, 0, 0, 0, 1], ...createBox(0.1) },
				],
			},
			{ name: 'grid', label: 'global mesh', states: [{ time: 0, pose: [0, 0, 0, 0, 0, 0, 1], ...createGrid(12) }] },
		],
		anchors: [
			{
				name: '8f1c',
				states: [
					{ time: 0.5, pose: [0, 0.7, 1, 0, 0, 0, 1] },
					{ time: 1, pose: null },
					{ time: 1.75, pose: [0, 0.71, 1, 0, 0, 0, 1] },
				],
			},
			{ name: 'gone', states: [{ time: 0, pose: [1, 0, 0, 0, 0, 0, 1] }], end: 0.25 },
		],
		light: [0, 1].map((time) => ({
			time,
			direction: [0.6, 0.8, 0],
			intensity: [1 + time, 0.9, 0.8],
			coefficients: Array.from({ length: 27 }, (_, i) => (i + 1) / 27 - time),
		})),
		bounds: [-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1],
	});
}

/** The vertices and triangles of a cube. */
export function createBox(half: number): { vertices: number[]; indices: number[] } {
	const corners = Array.from({ length: 8 }, (_, i) =>
		[i & 1, (i >> 1) & 1, (i >> 2) & 1].map((bit) => (2 * bit - 1) * half),
	);
	const faces = [
		0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
	];
	return { vertices: corners.flat(), indices: faces };
}

/** A bumpy sheet of size × size squares. */
export function createGrid(size: number): { vertices: number[]; indices: number[] } {
	const vertices: number[] = [];
	const indices: number[] = [];
	for (let z = 0; z <= size; z++) for (let x = 0; x <= size; x++) vertices.push(x / 20, Math.sin(x * z) / 50, z / 20);
	for (let z = 0; z < size; z++) {
		for (let x = 0; x < size; x++) {
			const [a, b] = [z * (size + 1) + x, (z + 1) * (size + 1) + x];
			indices.push(a, b, a + 1, b, b + 1, a + 1);
		}
	}
	return { vertices, indices };
}
