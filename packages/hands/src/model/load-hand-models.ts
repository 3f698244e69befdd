import { type HandModel, readHandModel } from '@handreel/convert/gltf';
import { type HandMeshOptions, loadHandMeshes } from '@handreel/convert/hands';
import type { Side } from '@handreel/core';

/** Both hands as flat arrays. */
export type HandModels = Readonly<Record<Side, HandModel>>;

/**
 * Loads the generic hands of the WebXR input profiles, 190 kB, or `left.glb` and `right.glb` of another folder. Rejects if
 * the files cannot be loaded, and with a `RecordingError` if they are not skinned hands.
 *
 * @example
 * const models = await loadHandModels({ base: 'https://example.com/hands/' });
 */
export async function loadHandModels(options: HandMeshOptions = {}): Promise<HandModels> {
	const { left, right } = await loadHandMeshes(options);
	return { left: readHandModel(left, 'left.glb'), right: readHandModel(right, 'right.glb') };
}
