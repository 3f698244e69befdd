import type { DataOption, OptionsOf } from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';

const TOLERANCES: DataOption<Tolerances> = {
	type: 'data',
	title: 'Tolerances',
	text: 'how far the file may deviate from the recording at any time, which makes it many times smaller',
	otherwise: 'not at all',
	isForPrograms: true,
};

/** The options of reels. */
export const REEL_OPTIONS = { tolerances: TOLERANCES } as const;

/** How reels are written. */
export type ReelOptions = OptionsOf<typeof REEL_OPTIONS>;
