/**
 * Converts recordings to animated glTF for any viewer, and back if handreel wrote the file.
 *
 * @example
 * const { glb, issues } = encodeGlb(recording);
 * const { recording: back } = decodeGlb(glb);
 *
 * @module
 */

export { decodeGlb, decodeGltf } from './gltf/decode-gltf.ts';
export { encodeGlb, encodeGltf, type GlbResult, type GltfResult } from './gltf/encode-gltf.ts';
export { GLTF_DEFAULTS, type GltfOptions } from './gltf/options.ts';
export { type HandModel, readHandModel } from './gltf/read-hand-model.ts';
