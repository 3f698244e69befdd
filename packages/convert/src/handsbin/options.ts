import type { OptionsOf } from '@handreel/core';
import { FRAME_RATE, RECORDING_NAME } from '../frames/options.ts';

/** The layouts of a .handsbin file: version 1 (XR Hands 1.7) and version 2 (XR Hands 1.8 and later). */
export const HANDSBIN_LAYOUTS = ['handsbin-1', 'handsbin-2'] as const;
/** The name of a layout of a .handsbin file. */
export type HandsbinLayoutName = (typeof HANDSBIN_LAYOUTS)[number];

/** The options of {@link encodeHandsbin}. */
export const HANDSBIN_OPTIONS = {
	layout: {
		type: 'choice',
		choices: HANDSBIN_LAYOUTS,
		title: 'Layout',
		text: 'layout of the file',
		otherwise: 'as the input, if it can hold the result',
	},
	frameRate: FRAME_RATE,
	name: RECORDING_NAME,
} as const;

/** How {@link encodeHandsbin} writes. */
export type HandsbinOptions = OptionsOf<typeof HANDSBIN_OPTIONS>;
