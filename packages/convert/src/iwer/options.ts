import type { OptionsOf } from '@handreel/core';
import { FRAME_RATE } from '../frames/options.ts';

/** The options of {@link encodeIwer}. */
export const IWER_OPTIONS = { frameRate: FRAME_RATE } as const;

/** How {@link encodeIwer} writes. */
export type IwerOptions = OptionsOf<typeof IWER_OPTIONS>;
