// The structs of Isaac Teleop's messages: offsets and sizes in bytes.

/** Position x y z and orientation x y z w, 32-bit floats. */
export const POSE_FLOATS = 7;
/** A pose, whether it is valid, and three bytes of padding. */
export const VALID_AT: number = POSE_FLOATS * 4;
/** A {@link VALID_AT} pose with its byte. */
export const VALID_POSE_BYTES: number = VALID_AT + 4;
/** A joint of a hand: a valid pose and its radius. */
export const HAND_JOINT_BYTES: number = VALID_POSE_BYTES + 4;
/** The joints of a hand, in the order of OpenXR. */
export const HAND_JOINTS = 26;
/** Four buttons and four axes of a controller. */
export const INPUT_BYTES = 20;
/** Three times. */
export const TIMES_BYTES = 24;
/** The number of {@link BODY_JOINTS}. */
export const BODY_JOINT_COUNT = 24;
/** The joints of a body, in the order of SMPL. */
export const BODY_JOINTS: readonly string[] = [
	'pelvis',
	'leftHip',
	'rightHip',
	'spine1',
	'leftKnee',
	'rightKnee',
	'spine2',
	'leftAnkle',
	'rightAnkle',
	'spine3',
	'leftFoot',
	'rightFoot',
	'neck',
	'leftCollar',
	'rightCollar',
	'head',
	'leftShoulder',
	'rightShoulder',
	'leftElbow',
	'rightElbow',
	'leftWrist',
	'rightWrist',
	'leftHand',
	'rightHand',
];
/** The names of the schemas. */
export const ISAAC = {
	hand: 'core.HandPoseRecord',
	head: 'core.HeadPoseRecord',
	controller: 'core.ControllerSnapshotRecord',
	body: 'core.FullBodyPoseRecord',
} as const;
/** The buttons of a controller by their index in WebXR's mapping. The trigger and the grip are axes. */
export const BUTTONS = { trigger: 0, squeeze: 1, thumbstick: 3, primary: 4, secondary: 5, menu: 6 } as const;
