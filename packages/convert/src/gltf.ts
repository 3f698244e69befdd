/**
 * Recordings as animated glTF (GLB) for any viewer, and back for what was written here.
 *
 * @example
 * const { glb, losses } = recordingToGlb(recording);
 * const { recording: back } = recordingFromGlb(glb);
 *
 * @module
 */
export { recordingFromGlb } from './gltf/from-gltf.ts';
export type { GltfOptions } from './gltf/options.ts';
export { type GlbResult, recordingToGlb } from './gltf/to-gltf.ts';
export type { ReadResult } from './shared/read-result.ts';
