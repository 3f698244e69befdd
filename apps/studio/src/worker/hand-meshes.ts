import left from '@handreel/convert/gltf/hands/left.glb?url';
import right from '@handreel/convert/gltf/hands/right.glb?url';
import type { Side } from '@handreel/core';

/** Addresses of the skinned hand meshes. */
export const HAND_MESHES: Readonly<Record<Side, string>> = { left, right };

/** Loads both hand meshes as GLB files. */
export async function loadHandMeshes(): Promise<Record<Side, Uint8Array>> {
	const load = async (side: Side): Promise<Uint8Array> => {
		const response = await fetch(HAND_MESHES[side]);
		if (!response.ok) throw new Error(`could not load the mesh of the ${side} hand: ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	};
	const meshes = await Promise.all([load('left'), load('right')]);
	return { left: meshes[0], right: meshes[1] };
}
