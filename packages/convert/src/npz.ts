/**
 * Converts recordings to NumPy archives of sampled frames.
 *
 * @example
 * const { bytes, issues } = encodeNpz(recording, { frameRate: 60 });
 *
 * @module
 */

export { encodeNpz, encodeNpzChunks, type NpzChunks, type NpzResult } from './npz/encode-npz.ts';
