/**
 * Converts recordings to MCAP files for Foxglove, Lichtblick and Rerun, and back.
 *
 * @example
 * const { bytes } = encodeMcap(recording, { frameRate: 60 });
 * const { recording: same } = decodeMcap(bytes);
 *
 * @module
 */

export { decodeMcap } from './mcap/decode-mcap.ts';
export {
	encodeMcap,
	encodeMcapChunks,
	type McapChunks,
	type McapOptions,
	type McapResult,
} from './mcap/encode-mcap.ts';
