import type { Shape } from './mesh-coder.ts';

/**
 * The same triangles in an order in which each shares an edge with a recent one where that is possible, and vertices in the order
 * in which triangles need them.
 */
export function orderShape({ vertices, indices }: Shape): Shape {
	const neighbors = findNeighbors(indices, vertices.length / 3);
	const count = indices.length / 3;
	const isDone = new Uint8Array(count);
	const ordered = new Uint32Array(indices.length);
	const places = new Int32Array(vertices.length / 3).fill(-1);
	const moved = new Float32Array(vertices.length);
	let known = 0;
	const place = (vertex: number): number => {
		if (places[vertex]! < 0) {
			moved.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * known);
			places[vertex] = known++;
		}
		return places[vertex]!;
	};
	let end = 0;
	const stack: number[] = [];
	// A corner is the place of the first vertex of the shared edge in the list of indices.
	const visit = (corner: number): void => {
		const triangle = Math.floor(corner / 3);
		isDone[triangle] = 1;
		for (let i = 0; i < 3; i++) {
			ordered[end++] = place(indices[3 * triangle + ((corner + i) % 3)]!);
		}
	};
	const open = (corner: number): void => {
		const other = neighbors[corner]!;
		if (other >= 0) stack.push(other);
	};
	for (let first = 0; first < count; first++) {
		if (isDone[first] === 1) continue;
		visit(3 * first);
		for (let i = 0; i < 3; i++) open(3 * first + i);
		for (let corner = stack.pop(); corner !== undefined; corner = stack.pop()) {
			if (isDone[Math.floor(corner / 3)] === 1) continue;
			visit(corner);
			const base = corner - (corner % 3);
			open(base + ((corner + 2) % 3));
			open(base + ((corner + 1) % 3));
		}
	}
	for (let vertex = 0; vertex < places.length; vertex++) place(vertex);
	return { vertices: moved, indices: ordered };
}

// For each corner, the corner of another triangle whose edge runs the other way; −1 if there is none.
function findNeighbors(indices: Uint32Array, vertexCount: number): Int32Array {
	const neighbors = new Int32Array(indices.length).fill(-1);
	const open = new Map<number, number>();
	for (let corner = 0; corner < indices.length; corner++) {
		const from = indices[corner]!;
		const to = indices[corner % 3 === 2 ? corner - 2 : corner + 1]!;
		const other = open.get(to * vertexCount + from);
		if (other === undefined) {
			open.set(from * vertexCount + to, corner);
			continue;
		}
		open.delete(to * vertexCount + from);
		neighbors[corner] = other;
		neighbors[other] = corner;
	}
	return neighbors;
}
