/**
 * Converts recordings to NumPy archives of sampled frames.
 *
 * @example
 * const { bytes, issues } = encodeNpz(recording, { frameRate: 60 });
 *
 * @module
 */

export { encodeNpz, encodeNpzChunks } from './encode-npz.ts';
export { npzFormat } from './format.ts';
