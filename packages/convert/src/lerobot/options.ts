import { FINGER_JOINTS, type OptionsOf, type SettingsOf, SIDES } from '@handreel/core';
import { merge } from '../common/merge.ts';
import { FRAME_RATE, JOINT_SET, SPACE } from '../frames/options.ts';

/** The parts of `observation.state` that are usual. */
export const USUAL_STATE: readonly string[] = /* @__PURE__ */ SIDES.flatMap((side) => [
	`${side}_wrist`,
	...Object.values(FINGER_JOINTS).map((joints) => `${side}_${joints.at(-1)}.position`),
]);

/** The options of {@link encodeLeRobot}. */
export const LEROBOT_OPTIONS = {
	frameRate: /* @__PURE__ */ merge(FRAME_RATE, { default: 30 }),
	// Robotics software is right-handed.
	space: /* @__PURE__ */ merge(SPACE, { default: 'webxr' }),
	joints: /* @__PURE__ */ merge(JOINT_SET, {
		text: 'the joints of both hands whose poses are the state, in the order of other software',
		otherwise: 'wrists and fingertips',
	}),
	state: {
		type: 'list',
		title: 'State',
		text: 'parts of observation.state, such as left_wrist for a pose of seven floats, left_indexTip.position for three, left_mano-21.position for a joint set and right_pinching for a state',
		otherwise: 'wrist poses and fingertip positions of both hands, or the joints of a set',
	},
	action: {
		type: 'list',
		title: 'Action',
		text: 'parts of action, named like those of the state',
		otherwise: 'the next state',
	},
	tasks: {
		type: 'choice',
		choices: ['names', 'markers', 'labels'],
		default: 'names',
		title: 'Tasks',
		text: 'tasks from the names of recordings, from the last marker before each frame, or from the labels of spans',
	},
	track: {
		type: 'text',
		title: 'Track',
		text: 'the track of spans whose labels are tasks',
		otherwise: 'the first track of spans',
	},
	task: { type: 'text', title: 'Task', text: 'the task of all frames' },
	robotType: { type: 'text', default: 'hands', title: 'Robot type', text: 'type of the robot' },
} as const;

/** What a LeRobot data set holds. */
export type LeRobotOptions = OptionsOf<typeof LEROBOT_OPTIONS>;

/** {@link LeRobotOptions} with defaults filled in. */
export type LeRobotSettings = SettingsOf<typeof LEROBOT_OPTIONS>;
