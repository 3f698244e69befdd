/**
 * Writes recordings as Unity animation clips (.anim).
 *
 * @example
 * const { anim, issues } = encodeAnim(recording, { paths: { left: 'Rig/Left Hand' } });
 *
 * @module
 */

export { type AnimChunks, type AnimResult, encodeAnim, encodeAnimChunks } from './anim/encode-anim.ts';
export type { AnimOptions } from './anim/options.ts';
