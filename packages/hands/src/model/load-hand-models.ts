import type { Side } from '@handreel/core';
import { type HandMeshOptions, loadHandMeshes } from '../hand-files.ts';
import { type HandModel, readHandModel } from './read-hand-model.ts';

/** Both hands as flat arrays. */
export type HandModels = Readonly<Record<Side, HandModel>>;

/** The models that are loaded, by the address of their folder. */
const loads = new Map<string, Promise<HandModels>>();

/**
 * Loads the generic hands of the WebXR input profiles, 190 kB, or `left.glb` and `right.glb` of another folder. Rejects if
 * the files cannot be loaded, and with a `RecordingError` if they are not skinned hands. Each folder is loaded once: all
 * callers get the same models.
 *
 * @example
 * const models = await loadHandModels({ base: 'https://example.com/hands/' });
 */
export function loadHandModels(options: HandMeshOptions = {}): Promise<HandModels> {
	const address = options.base === undefined ? '' : String(options.base);
	const known = loads.get(address);
	if (known !== undefined) return known;
	const load = readModels(options);
	loads.set(address, load);
	// Another attempt may succeed.
	load.catch(() => loads.delete(address));
	return load;
}

async function readModels(options: HandMeshOptions): Promise<HandModels> {
	const { left, right } = await loadHandMeshes(options);
	return { left: readHandModel(left, 'left.glb'), right: readHandModel(right, 'right.glb') };
}
