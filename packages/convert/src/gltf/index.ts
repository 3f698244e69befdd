/**
 * Converts recordings to animated glTF for any viewer, and back if handreel wrote the file.
 *
 * @example
 * const { bytes, issues } = encodeGlb(recording);
 * const { recording: back } = decodeGlb(bytes);
 *
 * @module
 */

export { decodeGlb, decodeGltf } from './decode-gltf.ts';
export { encodeGlb, encodeGltf } from './encode-gltf.ts';
export { glbFormat, gltfFormat } from './format.ts';
export type { GltfOptions, HandMeshes } from './options.ts';
