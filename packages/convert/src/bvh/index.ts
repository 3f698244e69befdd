/**
 * Writes recordings as BVH for Blender, three.js and other programs that animate skeletons, and reads BVH.
 *
 * @example
 * const { bytes, deviation } = encodeBvh(recording, { frameRate: 72 });
 * const { recording: back } = decodeBvh(bytes);
 *
 * @module
 */

export type { BoneDeviation } from './bone-motion.ts';
export { decodeBvh } from './decode-bvh.ts';
export { type BvhChunks, type BvhResult, encodeBvh, encodeBvhChunks } from './encode-bvh.ts';
export { bvhFormat } from './format.ts';
export type { BvhOptions, BvhReadOptions } from './options.ts';
