import type { LimitOptions, OptionsOf } from '@handreel/core';
import { FIT_OPTIONS } from '@handreel/landmarks';
import { merge } from '../common/merge.ts';

/** The options of {@link decodeMediapipe}. */
export const MEDIAPIPE_READ_OPTIONS = /* @__PURE__ */ merge(FIT_OPTIONS, {
	aspect: {
		type: 'number',
		min: 0.01,
		max: 100,
		title: 'Aspect ratio',
		text: 'width of the picture over its height, if the file does not have both',
		otherwise: '4/3',
	},
	inputRate: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		max: 10_000,
		default: 30,
		title: 'Rate of the input',
		text: 'frames per second of a file whose frames have no times',
	},
} as const);

/** How {@link decodeMediapipe} reads. */
export type MediapipeReadOptions = OptionsOf<typeof MEDIAPIPE_READ_OPTIONS> & LimitOptions;
