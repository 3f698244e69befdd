/** A hand joint: MRTK's `TrackedHandJoint` in camelCase, without the trailing "Joint". */
export type JointName =
	| 'none'
	| 'wrist'
	| 'palm'
	| `thumb${'Metacarpal' | 'Proximal' | 'Distal' | 'Tip'}`
	| `${'index' | 'middle' | 'ring' | 'pinky'}${'Metacarpal' | 'Knuckle' | 'Middle' | 'Distal' | 'Tip'}`;

/** The 27 joints in file order. */
export const JOINT_NAMES: readonly JointName[] = [
	'none',
	'wrist',
	'palm',
	'thumbMetacarpal',
	'thumbProximal',
	'thumbDistal',
	'thumbTip',
	'indexMetacarpal',
	'indexKnuckle',
	'indexMiddle',
	'indexDistal',
	'indexTip',
	'middleMetacarpal',
	'middleKnuckle',
	'middleMiddle',
	'middleDistal',
	'middleTip',
	'ringMetacarpal',
	'ringKnuckle',
	'ringMiddle',
	'ringDistal',
	'ringTip',
	'pinkyMetacarpal',
	'pinkyKnuckle',
	'pinkyMiddle',
	'pinkyDistal',
	'pinkyTip',
];

/** A finger. */
export type Finger = 'thumb' | 'index' | 'middle' | 'ring' | 'pinky';

/** The joints of each finger from the hand to the tip. */
export const FINGER_JOINTS: Readonly<Record<Finger, readonly JointName[]>> = {
	thumb: ['thumbMetacarpal', 'thumbProximal', 'thumbDistal', 'thumbTip'],
	index: ['indexMetacarpal', 'indexKnuckle', 'indexMiddle', 'indexDistal', 'indexTip'],
	middle: ['middleMetacarpal', 'middleKnuckle', 'middleMiddle', 'middleDistal', 'middleTip'],
	ring: ['ringMetacarpal', 'ringKnuckle', 'ringMiddle', 'ringDistal', 'ringTip'],
	pinky: ['pinkyMetacarpal', 'pinkyKnuckle', 'pinkyMiddle', 'pinkyDistal', 'pinkyTip'],
};

/** A joint with its names in MRTK, WebXR and OpenXR, its place in the hand and its size. */
export interface JointInfo {
	readonly name: JointName;
	/** The index in file order, 0 to 26. */
	readonly index: number;
	/** MRTK's `TrackedHandJoint`. */
	readonly mrtk: string;
	/** WebXR's `XRHandJoint`; `null` for `none` and `palm`. */
	readonly webxr: string | null;
	/** The index in WebXR's order, 0 to 24, or −1. */
	readonly webxrIndex: number;
	/** OpenXR's `XrHandJointEXT`; `null` for `none`. */
	readonly openxr: string | null;
	/** The value of OpenXR's `XrHandJointEXT`, 0 to 25, or −1. */
	readonly openxrIndex: number;
	/** The joint to which the bone leads; `null` for `none` and the wrist. */
	readonly parent: JointName | null;
	readonly finger: Finger | null;
	/** Meters from the joint to the skin of an average hand; 0 for `none`. */
	readonly radius: number;
}

// In file order.
const RADII = [
	0, 0.0215, 0.0212, 0.0194, 0.0123, 0.0098, 0.0088, 0.0212, 0.0103, 0.0085, 0.0076, 0.0066, 0.0212, 0.0112, 0.008,
	0.0076, 0.0066, 0.0191, 0.0099, 0.0076, 0.0072, 0.0062, 0.0181, 0.0085, 0.0068, 0.0064, 0.0054,
];

// The names of each bone in MRTK, WebXR and OpenXR. The thumb has no intermediate bone, and MRTK names its proximal
// joint.
const BONES: Readonly<Record<string, readonly [mrtk: string, webxr: string, openxr: string]>> = {
	Metacarpal: ['Metacarpal', 'metacarpal', 'METACARPAL'],
	Knuckle: ['Knuckle', 'phalanx-proximal', 'PROXIMAL'],
	Proximal: ['ProximalJoint', 'phalanx-proximal', 'PROXIMAL'],
	Middle: ['MiddleJoint', 'phalanx-intermediate', 'INTERMEDIATE'],
	Distal: ['DistalJoint', 'phalanx-distal', 'DISTAL'],
	Tip: ['Tip', 'tip', 'TIP'],
};

/** The 27 joints in file order, with their names and indices in MRTK, WebXR and OpenXR. */
export const JOINTS: readonly JointInfo[] = /* @__PURE__ */ describeJoints();

/** Finds the joint of a WebXR joint name such as `index-finger-tip`. Returns `undefined` for other names. */
export function findWebXRJoint(name: string): JointInfo | undefined {
	return JOINTS.find((joint) => joint.webxr === name);
}

function describeJoints(): JointInfo[] {
	const fingers = Object.entries(FINGER_JOINTS) as [Finger, readonly JointName[]][];
	const root = (name: 'none' | 'wrist' | 'palm', mrtk: string, webxrIndex: number, openxrIndex: number): JointInfo => ({
		name,
		index: JOINT_NAMES.indexOf(name),
		mrtk,
		webxr: webxrIndex < 0 ? null : name,
		webxrIndex,
		openxr: openxrIndex < 0 ? null : `XR_HAND_JOINT_${mrtk.toUpperCase()}_EXT`,
		openxrIndex,
		parent: name === 'palm' ? 'wrist' : null,
		finger: null,
		radius: RADII[JOINT_NAMES.indexOf(name)]!,
	});
	return [
		root('none', 'None', -1, -1),
		root('wrist', 'Wrist', 0, 1),
		root('palm', 'Palm', -1, 0),
		...fingers.flatMap(([finger, names]) =>
			names.map((name, i) => describeFingerJoint(finger, name, names[i - 1] ?? 'wrist')),
		),
	];
}

function describeFingerJoint(finger: Finger, name: JointName, parent: JointName): JointInfo {
	const [mrtk = '', webxr = '', openxr = ''] = BONES[name.slice(finger.length)] ?? [];
	const index = JOINT_NAMES.indexOf(name);
	const title = `${finger[0]?.toUpperCase()}${finger.slice(1)}`;
	return {
		name,
		index,
		// MRTK calls only the thumb's first joint ThumbMetacarpalJoint, the others IndexMetacarpal and so on.
		mrtk: name === 'thumbMetacarpal' ? 'ThumbMetacarpalJoint' : `${title}${mrtk}`,
		webxr: `${finger === 'thumb' ? 'thumb' : `${finger}-finger`}-${webxr}`,
		webxrIndex: index - 2,
		openxr: `XR_HAND_JOINT_${finger === 'pinky' ? 'LITTLE' : finger.toUpperCase()}_${openxr}_EXT`,
		openxrIndex: index - 1,
		parent,
		finger,
		radius: RADII[index]!,
	};
}
