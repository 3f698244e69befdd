import type { OptionsOf } from '@handreel/core';
import { FRAME_RATE, TIMES } from '../frames/options.ts';

/** The options of {@link encodeMcap}. */
export const MCAP_OPTIONS = {
	profile: {
		type: 'choice',
		choices: ['foxglove', 'ros2', 'isaac'],
		default: 'foxglove',
		title: 'Messages',
		text: 'messages for Foxglove and Rerun, for ROS 2, or for Isaac Teleop',
	},
	frameRate: FRAME_RATE,
	times: TIMES,
} as const;

/** The frames of an MCAP file. */
export type McapOptions = OptionsOf<typeof MCAP_OPTIONS>;
