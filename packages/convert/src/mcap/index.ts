/**
 * Converts recordings to MCAP files for Foxglove, Lichtblick and Rerun, and back.
 *
 * @example
 * const { bytes } = encodeMcap(recording, { frameRate: 60 });
 * const { recording: same } = decodeMcap(bytes);
 *
 * @module
 */

export { decodeMcap } from './decode-mcap.ts';
export {
	encodeMcap,
	encodeMcapChunks,
} from './encode-mcap.ts';
export { mcapFormat } from './format.ts';
export type { McapOptions } from './options.ts';
