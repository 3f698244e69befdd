import { FINGER_JOINTS, type Finger, JOINTS, type JointName } from './joints.ts';

/** The name of a joint set. */
export type JointSetName = 'openxr-26' | 'webxr-25' | 'mano-21' | 'mediapipe-21' | 'arkit-27' | 'umetrack-20';

/** A joint of a set. */
export interface SetJoint {
	/** The name in the software that uses the set. */
	readonly name: string;
	/** The joint of a recording; `null` where recordings have none. */
	readonly joint: JointName | null;
	/** How the joint is derived where it is not the joint of a recording, or was not recorded. */
	readonly derived?: string;
}

/** The joints of hands that other software uses, in its order. */
export interface JointSet {
	readonly title: string;
	/** Who uses the set. */
	readonly users: string;
	readonly joints: readonly SetJoint[];
}

const FINGERS = /* @__PURE__ */ Object.keys(FINGER_JOINTS) as readonly Finger[];
const PALM = 'if it was not recorded: halfway along the middle metacarpal, with its rotation';

const list = (names: readonly string[], joints: readonly JointName[]): SetJoint[] =>
	names.map((name, i) => ({ name, joint: joints[i]! }));

// A finger without its metacarpal joint; the metacarpal of the thumb counts, because it moves.
const chain = (finger: Finger): readonly JointName[] => FINGER_JOINTS[finger].slice(finger === 'thumb' ? 0 : 1);

const MANO_ORDER: readonly Finger[] = ['index', 'middle', 'pinky', 'ring', 'thumb'];
const MEDIAPIPE_BONES = { thumb: ['CMC', 'MCP', 'IP', 'TIP'], other: ['MCP', 'PIP', 'DIP', 'TIP'] } as const;
const ARKIT_BONES = ['Knuckle', 'IntermediateBase', 'IntermediateTip', 'Tip'] as const;
const UMETRACK_BONES = ['proximal', 'intermediate', 'distal'] as const;

/** The joint sets by name: the software that uses them, and a number of joints. */
export const JOINT_SETS: Readonly<Record<JointSetName, JointSet>> = /* @__PURE__ */ createSets();

function createSets(): Record<JointSetName, JointSet> {
	return {
		'openxr-26': {
			title: 'OpenXR',
			users: 'OpenXR, Unity XR Hands, Isaac Teleop',
			joints: JOINTS.filter(({ openxr }) => openxr !== null)
				.sort((a, b) => a.openxrIndex - b.openxrIndex)
				.map(({ name, openxr }) => ({
					name: openxr!,
					joint: name,
					...(name === 'palm' ? { derived: PALM } : {}),
				})),
		},
		'webxr-25': {
			title: 'WebXR',
			users: 'WebXR, three.js, Babylon.js, IWER',
			joints: JOINTS.filter(({ webxr }) => webxr !== null).map(({ name, webxr }) => ({ name: webxr!, joint: name })),
		},
		'mano-21': {
			title: 'MANO',
			users: 'MANO and SMPL-X: 16 joints, then five fingertips',
			joints: [
				{ name: 'wrist', joint: 'wrist' },
				...MANO_ORDER.flatMap((finger) =>
					list(
						[1, 2, 3].map((i) => `${finger}${i}`),
						chain(finger),
					),
				),
				...FINGERS.map((finger): SetJoint => ({ name: `${finger}_tip`, joint: `${finger}Tip` })),
			],
		},
		'mediapipe-21': {
			title: 'MediaPipe',
			users: 'MediaPipe, OpenPose, dex-retargeting',
			joints: [
				{ name: 'WRIST', joint: 'wrist' },
				...FINGERS.flatMap((finger) => {
					const prefix = { thumb: 'THUMB', pinky: 'PINKY' }[finger as string] ?? `${finger.toUpperCase()}_FINGER`;
					const bones = MEDIAPIPE_BONES[finger === 'thumb' ? 'thumb' : 'other'];
					return list(
						bones.map((bone) => `${prefix}_${bone}`),
						chain(finger),
					);
				}),
			],
		},
		'arkit-27': {
			title: 'ARKit',
			users: 'ARKit on visionOS, avp_stream, EgoDex',
			joints: [
				{ name: 'wrist', joint: 'wrist' },
				...FINGERS.flatMap((finger) => {
					if (finger === 'thumb')
						return list(
							ARKIT_BONES.map((bone) => `thumb${bone}`),
							FINGER_JOINTS.thumb,
						);
					const prefix = `${finger === 'pinky' ? 'little' : finger}Finger`;
					return list(
						['Metacarpal', ...ARKIT_BONES].map((bone) => `${prefix}${bone}`),
						FINGER_JOINTS[finger],
					);
				}),
				{ name: 'forearmWrist', joint: 'wrist', derived: 'the wrist' },
				{ name: 'forearmArm', joint: null, derived: 'absent: recordings have no elbow' },
			],
		},
		'umetrack-20': {
			title: 'UmeTrack',
			users: 'UmeTrack, HOT3D: without the palm center, its 21st landmark',
			joints: [
				...FINGERS.map((finger): SetJoint => ({ name: `${finger}_fingertip`, joint: `${finger}Tip` })),
				{ name: 'wrist', joint: 'wrist' },
				{ name: 'thumb_intermediate', joint: 'thumbProximal' },
				{ name: 'thumb_distal', joint: 'thumbDistal' },
				...FINGERS.slice(1).flatMap((finger) =>
					list(
						UMETRACK_BONES.map((bone) => `${finger}_${bone}`),
						chain(finger),
					),
				),
			],
		},
	};
}
