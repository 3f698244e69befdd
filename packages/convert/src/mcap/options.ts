import type { OptionsOf } from '@handreel/core';
import { FRAME_RATE, TIMES } from '../frames/options.ts';

/** The options of {@link encodeMcap}. */
export const MCAP_OPTIONS = { frameRate: FRAME_RATE, times: TIMES } as const;

/** The frames of an MCAP file. */
export type McapOptions = OptionsOf<typeof MCAP_OPTIONS>;
