import { type DataOption, JOINT_SETS, type JointSetName, type OptionsOf, SPACES, type SpaceName } from '@handreel/core';
import { DEFAULT_SPACE } from '@handreel/core/internal';
import { merge } from '../common/merge.ts';
import type { TableMap } from './table-map.ts';

const SPACE_NAMES: readonly SpaceName[] = /* @__PURE__ */ Object.keys(SPACES) as SpaceName[];

/** Frames at an even rate, by default at the times of keys. */
export const FRAME_RATE = {
	type: 'number',
	unit: 'Hz',
	above: 0,
	title: 'Frame rate',
	text: 'frames per second, from 0 to the duration',
	otherwise: 'a frame at each time of a key or marker',
} as const;

/** Frames at given times. */
export const TIMES: DataOption<ArrayLike<number>> = {
	type: 'data',
	title: 'Times',
	text: 'the times of the frames in seconds, in increasing order, instead of a frame rate',
	isForPrograms: true,
};

/** The space of sampled frames. */
export const SPACE = {
	type: 'choice',
	choices: SPACE_NAMES,
	default: DEFAULT_SPACE,
	title: 'Coordinate system',
	text: 'coordinate system',
} as const;

/** The joints of a table. */
export const JOINT_SET = {
	type: 'choice',
	choices: /* @__PURE__ */ Object.keys(JOINT_SETS) as JointSetName[],
	title: 'Joints',
	text: 'the joints of hands, in the order of other software',
	otherwise: 'all joints',
} as const;

/** The space of a table that does not name it. */
export const READ_SPACE = /* @__PURE__ */ merge(SPACE, { text: 'coordinate system of a table that does not name it' });

/** The columns of a table. */
export const TABLE_MAP: DataOption<TableMap> = {
	type: 'data',
	title: 'Map',
	text: 'what the columns of a table of another program are',
	otherwise: 'columns are found by their names',
};

/** Which frames a table of several recordings has, and how they are sampled. */
export const TABLE_OPTIONS = {
	frameRate: FRAME_RATE,
	space: SPACE,
	joints: JOINT_SET,
	raw: {
		type: 'flag',
		title: 'As stored',
		text: 'keep rotations as stored, neither normalized nor sign-aligned',
	},
} as const;

/** Which frames a table has, and how they are sampled. */
export const FRAME_OPTIONS = /* @__PURE__ */ merge(TABLE_OPTIONS, { times: TIMES });

/**
 * Which frames are written, and how they are sampled. Without `frameRate` and `times` there is a row at each time that has
 * a marker or a key with a column.
 */
export type FrameOptions = OptionsOf<typeof FRAME_OPTIONS>;

/** The name of the recording in a file that may hold several. */
export const RECORDING_NAME = {
	type: 'text',
	title: 'Name',
	text: 'the name of the recording in the file',
	isForPrograms: true,
} as const;
