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
