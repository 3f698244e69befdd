/**
 * Recordings as animated glTF, GLB or text, for any viewer, and back for what was written here.
 *
 * @example
 * const { glb, issues } = recordingToGlb(recording);
 * const { recording: back } = recordingFromGlb(glb);
 *
 * @module
 */

export { recordingFromGlb, recordingFromGltf } from './gltf/from-gltf.ts';
export { GLTF_DEFAULTS, type GltfOptions } from './gltf/options.ts';
export { type GlbResult, type GltfResult, recordingToGlb, recordingToGltf } from './gltf/to-gltf.ts';
