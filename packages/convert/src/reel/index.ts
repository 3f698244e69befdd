/**
 * The description of reels, for lists of formats. `@handreel/core/reel` reads and writes them.
 *
 * @example
 * const { recording } = await decodeRecording(bytes, { formats: [reelFormat] });
 *
 * @module
 */

export { reelFormat } from './format.ts';
