import type { Layout, LayoutName } from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';
import type { FrameOptions } from '../frames/options.ts';
import type { GltfOptions } from '../gltf/options.ts';

/** The name of a layout of a format that has several. */
export type FileLayoutName = LayoutName;

/**
 * How {@link encodeRecording} writes. Each format uses its own options and ignores the others; `options` of
 * {@link FormatInfo} lists them.
 */
export interface EncodeOptions extends FrameOptions, GltfOptions {
	/** BIN: the layout. Default: the recording's own, widened if its content needs it. */
	readonly layout?: Layout | FileLayoutName;
	/**
	 * Reel: how far the file may deviate from the recording at any time, which makes it many times smaller. Missing
	 * tolerances are core's `TOLERANCE_DEFAULTS`. Default: not at all.
	 */
	readonly tolerances?: Tolerances;
}
