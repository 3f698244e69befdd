/** An entity of a room. */
export interface Entity {
	uuid: string;
	semanticLabel_META: string;
	locatable_META: { position: Record<string, number>; orientation: Record<string, number> };
	bounded2D_META?: { offset: Record<string, number>; extent: Record<string, number> };
	bounded3D_META?: { offset: Record<string, number>; extent: Record<string, number> };
	triangleMesh_META?: { vertices: string; indices: string };
}

/** A room with one thing of each kind, as the Synthetic Environment Module writes them. */
export function createScene(): { type: string; version: number; spatialEntities: Entity[] } {
	const half = Math.SQRT1_2;
	const still = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
	const pack = (numbers: Float32Array | Uint32Array): string =>
		btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
	return {
		type: 'scene',
		version: 1,
		spatialEntities: [
			{
				uuid: 'a',
				semanticLabel_META: 'FLOOR',
				locatable_META: structuredClone(still),
				bounded2D_META: { offset: { x: -2, y: -2 }, extent: { width: 4, height: 4 } },
			},
			{
				uuid: 'b',
				semanticLabel_META: 'WALL_FACE',
				locatable_META: { position: { x: 0, y: 1, z: -2 }, orientation: { x: half, y: 0, z: 0, w: half } },
				bounded2D_META: { offset: { x: -1, y: -0.5 }, extent: { width: 2, height: 1 } },
			},
			{
				uuid: 'c',
				semanticLabel_META: 'STORAGE',
				locatable_META: structuredClone(still),
				bounded3D_META: { offset: { x: 0, y: 0, z: 0 }, extent: { width: 1, height: 2, depth: 3 } },
			},
			{
				uuid: 'd',
				semanticLabel_META: 'GLOBAL_MESH',
				locatable_META: structuredClone(still),
				triangleMesh_META: {
					vertices: pack(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1)),
					indices: pack(Uint32Array.of(0, 1, 2)),
				},
			},
		],
	};
}
