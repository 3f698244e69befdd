import type { DataOption, OptionsOf } from '@handreel/core';
import { RECORDING_NAME } from '../frames/options.ts';

const PATHS: DataOption<Readonly<Record<string, string>>> = {
	type: 'data',
	title: 'Paths',
	text: 'paths of objects below the object with the Animator, by part (head, left_indexTip, right_controller_grip, the name of a pose track) or parent (left, right, left_controller, right_controller)',
	otherwise: 'head, left/indexTip, right_controller/grip and so on',
};

/** The options of {@link encodeAnim}. */
export const ANIM_OPTIONS = { paths: PATHS, name: RECORDING_NAME } as const;

/** How {@link encodeAnim} writes. */
export type AnimOptions = OptionsOf<typeof ANIM_OPTIONS>;
