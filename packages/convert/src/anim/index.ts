/**
 * Writes recordings as Unity animation clips (.anim).
 *
 * @example
 * const { bytes, issues } = encodeAnim(recording, { paths: { left: 'Rig/Left Hand' } });
 *
 * @module
 */

export { encodeAnim, encodeAnimChunks } from './encode-anim.ts';
export { animFormat } from './format.ts';
export type { AnimOptions } from './options.ts';
