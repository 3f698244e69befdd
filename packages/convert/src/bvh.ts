/**
 * Writes recordings as BVH for Blender, three.js and other programs that animate skeletons, and reads BVH.
 *
 * @example
 * const { bvh, deviation } = encodeBvh(recording, { frameRate: 72 });
 * const { recording: back } = decodeBvh(bvh);
 *
 * @module
 */

export type { BoneDeviation } from './bvh/bone-motion.ts';
export { decodeBvh } from './bvh/decode-bvh.ts';
export { type BvhResult, encodeBvh } from './bvh/encode-bvh.ts';
export { BVH_DEFAULTS, type BvhOptions } from './bvh/options.ts';
