import type { Layout, LayoutName } from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';
import type { AnimOptions } from '../anim/options.ts';
import type { BvhOptions } from '../bvh/options.ts';
import type { HandsbinLayoutName } from '../common/signatures.ts';
import type { FrameOptions } from '../frames/options.ts';
import type { GltfOptions } from '../gltf/options.ts';

/** The name of a layout of a format that has several. */
export type FileLayoutName = LayoutName | HandsbinLayoutName;

/**
 * How {@link encodeRecording} writes. Each format uses its own options and ignores the others; `options` of
 * {@link FormatInfo} lists them.
 */
export interface EncodeOptions extends FrameOptions, GltfOptions, AnimOptions, Pick<BvhOptions, 'exact'> {
	/**
	 * Frames per second, from 0 to the duration. Default: `BVH_DEFAULTS` of `@handreel/convert/bvh` for BVH; for other formats a
	 * frame at each time of a key or marker that the file holds.
	 */
	readonly frameRate?: number;
	/**
	 * BIN and handsbin: the layout. Default: the recording's own, which for BIN is widened if the content needs it, and
	 * `'handsbin-2'` for captures of other recordings.
	 */
	readonly layout?: Layout | FileLayoutName;
	/**
	 * Reel: how far the file may deviate from the recording at any time, which makes it many times smaller. Missing
	 * tolerances are core's `TOLERANCE_DEFAULTS`. Default: not at all.
	 */
	readonly tolerances?: Tolerances;
	/** Parquet: the name in the column `recording`, which tells the recordings of several files apart. Default `'recording'`. */
	readonly name?: string;
}
