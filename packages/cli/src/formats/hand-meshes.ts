import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HandMeshes, loadHandMeshes } from '@handreel/convert/hands';

/** Loads the hand meshes next to the built command. */
export function loadBundledMeshes(): Promise<HandMeshes> {
	return loadHandMeshes({ base: pathToFileURL(`${join(__dirname, 'hands')}/`) });
}
