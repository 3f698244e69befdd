/**
 * Stores recordings in `.reel` files: a fraction of the size of an input animation, without loss. Blocks decode on their own,
 * so that a reader can seek in large files and damage stays where it is. REEL.md specifies the format.
 *
 * @example
 * import { decodeReel, encodeReel } from '@handreel/core/reel';
 * const bytes = encodeReel(recording);
 * const same = decodeReel(bytes);
 *
 * @module
 */

export { type DecodeReelOptions, decodeReel } from './reel/decode-reel.ts';
export {
	type EncodeReelOptions,
	type EncodeReelRunOptions,
	encodeReel,
	encodeReelInSteps,
} from './reel/encode-reel.ts';
export { openReel, type Reel, type ReelRange } from './reel/open-reel.ts';
export { type ReelRecovery, recoverReel } from './reel/recover-reel.ts';
export type { ReelBlock } from './reel/tail.ts';
