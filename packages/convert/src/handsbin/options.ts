import type { HandsbinLayoutName } from '../common/signatures.ts';

/** How {@link encodeHandsbin} writes. */
export interface HandsbinOptions {
	/** The version of the file. Default: that of the file from which the recording comes, otherwise `'handsbin-2'`. */
	readonly layout?: HandsbinLayoutName;
	/** Frames per second, from 0 to the duration. Default: a frame at each time of a key of head and hands. */
	readonly frameRate?: number;
}
