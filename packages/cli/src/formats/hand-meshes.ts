import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the hand meshes next to the built command. */
export function readHandMeshes(): { readonly left: Uint8Array; readonly right: Uint8Array } {
	return {
		left: readFileSync(join(__dirname, 'hands', 'left.glb')),
		right: readFileSync(join(__dirname, 'hands', 'right.glb')),
	};
}
