import { DEFAULT_SPACE, FINGER_JOINTS, SIDES, type SpaceName } from '@handreel/core';

/** What a LeRobot data set holds. */
export interface LeRobotOptions {
	/** Frames per second. Default {@link LEROBOT_DEFAULTS}. */
	readonly frameRate?: number;
	/**
	 * The parts of `observation.state`, such as `left_wrist` for a pose of seven floats, `left_indexTip.position` for three
	 * and `right_pinching` for a state. Default: wrist poses and fingertip positions of both hands.
	 */
	readonly state?: readonly string[];
	/** The parts of `action`, named like those of `state`. Default: the next state. */
	readonly action?: readonly string[];
	/**
	 * Where the task of a frame comes from: the name of its recording (default), or the last marker before it. Frames in
	 * front of all markers have the name of their recording.
	 */
	readonly tasks?: 'names' | 'markers';
	/** The task of all frames, instead of `tasks`. */
	readonly task?: string;
	/** Default {@link LEROBOT_DEFAULTS}. */
	readonly robotType?: string;
	/** The space of positions and rotations. Default {@link LEROBOT_DEFAULTS}. */
	readonly space?: SpaceName;
}

/** The values of options that are not given. */
export const LEROBOT_DEFAULTS: {
	readonly frameRate: number;
	readonly state: readonly string[];
	readonly tasks: 'names' | 'markers';
	readonly robotType: string;
	readonly space: SpaceName;
} = {
	frameRate: 30,
	state: /* @__PURE__ */ SIDES.flatMap((side) => [
		`${side}_wrist`,
		...Object.values(FINGER_JOINTS).map((joints) => `${side}_${joints.at(-1)}.position`),
	]),
	tasks: 'names',
	robotType: 'hands',
	space: DEFAULT_SPACE,
};
