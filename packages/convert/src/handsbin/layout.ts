// The layout of Unity XR Hands captures. docs/handsbin.md describes it.
import { JOINT_NAMES, type JointName, type Side } from '@handreel/core';

/** The joints of a capture in file order. */
export const CAPTURE_JOINTS: readonly JointName[] = /* @__PURE__ */ JOINT_NAMES.slice(1);
export const CAPTURE_JOINT_COUNT = 26;
/** Bytes of a pose: px py pz qx qy qz qw. */
export const POSE_BYTES = 28;
export const JOINTS_BYTES = 728;
/** The least bytes of a frame, by version. */
export const MIN_FRAME_BYTES: Readonly<Record<1 | 2, number>> = { 1: 8, 2: 16 };
/** Bytes of the joints in the layout of version 2: 26 bits, high bit first, the last byte shifted down. */
export const ALL_JOINTS: readonly number[] = [0xff, 0xff, 0xff, 0x03];
export const FINGERS = 5;
export const FINGER_SHAPE_NUMBERS = 16;

/** Bits of a frame by side, and of the parts inside. */
export const FRAME_FLAGS: Readonly<Record<Side, { snapshot: number; gestures: number; aim: number }>> = {
	left: { snapshot: 1, gestures: 4, aim: 16 },
	right: { snapshot: 2, gestures: 8, aim: 32 },
};
export const ALL_FRAME_FLAGS = 63;
export const HEAD_FLAGS = { position: 1, rotation: 2 } as const;
export const SNAPSHOT_FLAGS = { dynamic: 1, beforeRender: 2 } as const;
export const HAND_FLAGS = { allJoints: 1, tracked: 2 } as const;
export const SUCCESS_FLAGS: Readonly<Record<Side, number>> = { left: 3, right: 12 };
export const AIM_FLAGS = { tracked: 1, indexPressed: 2, pose: 32 } as const;
export const ALL_AIM_FLAGS = 63;
/** Bits of Meta's aim flags: computed, valid, index pinching. */
export const META_FLAGS = { computed: 1, valid: 2, indexPinching: 4 } as const;
/** Position and rotation are tracked. */
export const FULLY_TRACKED = 3;
/** Option of version 2: frames hold the hands before rendering, too. */
export const OPTION_BEFORE_RENDER = 1;
/** The number of a hand in gestures and aim. */
export const HAND_NUMBERS: Readonly<Record<Side, number>> = { left: 1, right: 2 };

/** A value of the gestures of a hand. The index is its bit. */
export interface GestureField {
	readonly name: string;
	readonly kind: 'pose' | 'scalar' | 'boolean';
	/** The part of the hand in the model that holds the value if the file has no Meta aim. */
	readonly part: 'aim' | 'pinchStrength' | 'pinching' | null;
}

/** The values of gestures in file order. */
export const GESTURES: readonly GestureField[] = [
	{ name: 'aimPose', kind: 'pose', part: 'aim' },
	{ name: 'aimActivateValue', kind: 'scalar', part: null },
	{ name: 'graspValue', kind: 'scalar', part: null },
	{ name: 'gripPose', kind: 'pose', part: null },
	{ name: 'pinchPose', kind: 'pose', part: null },
	{ name: 'pinchValue', kind: 'scalar', part: 'pinchStrength' },
	{ name: 'pokePose', kind: 'pose', part: null },
	{ name: 'aimActivated', kind: 'boolean', part: null },
	{ name: 'graspFirm', kind: 'boolean', part: null },
	{ name: 'pinchTouched', kind: 'boolean', part: 'pinching' },
];
export const ALL_GESTURES = 1023;
/** Bytes of a value of gestures. */
export const GESTURE_BYTES = { pose: 28, scalar: 4, boolean: 1 } as const;

/** Where the values of Meta's aim lie, from its flags on. */
export const AIM_OFFSETS = {
	flags: 0,
	trackingState: 4,
	metaFlags: 8,
	metaFlagsHigh: 12,
	pinch: 16,
	pose: 32,
} as const;
/** The fingers whose pinch strength follows that of the index finger. */
export const OTHER_PINCHES = ['pinchMiddle', 'pinchRing', 'pinchLittle'] as const;

/**
 * The finger shapes that XR Hands uses for devices without their own: a row per finger, thumb first; minimum and maximum of
 * full curl 1 to 3, base curl, tip curl 1 to 2 (degrees), pinch distance (meters) and spread. −1 means no value.
 */
export const DEFAULT_FINGER_SHAPES: readonly (readonly number[])[] = [
	[132, 162, 129, 180, -1, -1, 2, 60, 119, 169, 129, 180, -1, -1, 3, 57],
	[102, 180, 90, 174, 120, 180, 102, 180, 90, 174, 120, 180, 0.01, 0.045, 3, 18],
	[92, 180, 90, 174, 116, 180, 92, 180, 90, 174, 116, 180, 0.01, 0.045, 3, 20],
	[90, 180, 90, 174, 112, 180, 95, 180, 90, 174, 112, 180, 0.01, 0.045, 3, 20],
	[90, 180, 90, 164, 116, 180, 95, 180, 90, 164, 116, 180, 0.01, 0.045, -1, -1],
];

/** The start of the names of tracks that hold data beyond the model. */
export const TRACK_PREFIX = 'handsbin_';

/** The name of a track of a hand. */
export function nameTrack(side: Side, field: string): string {
	return `${TRACK_PREFIX}${side}_${field}`;
}

/** The track with a key per frame. */
export const SUCCESS_TRACK = 'handsbin_success';
export const BEFORE_SUCCESS_TRACK = 'handsbin_before_success';
