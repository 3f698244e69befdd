/** A direction of WebXR's space: x right, y up, z back. */
export type Direction = 'x' | 'y' | 'z' | '-x' | '-y' | '-z';

type Axes = readonly [x: Direction, y: Direction, z: Direction];
/** The axes of a joint that lie along the bone, toward the tip, and out of the back of the hand. */
export type JointAxes = readonly [bone: Direction, back: Direction];

/** How software states the poses of hands, where it differs from OpenXR and WebXR. */
export interface Convention {
	readonly name: string;
	/** The name in prose. */
	readonly title: string;
	/** Where it is documented. */
	readonly source: string;
	/** What x, y and z are in WebXR's space. Default: the same. */
	readonly axes?: Axes;
	/** The axes of joints, in the axes of the convention. Default: those of OpenXR, in the axes of the convention. */
	readonly joints?: Readonly<Record<'left' | 'right', JointAxes>>;
	/** Default: meters. */
	readonly unit?: LengthUnit;
	/** Whether the hands are confused. */
	readonly isSwapped?: true;
}

/** How many of a unit are a meter. */
export const UNITS = { m: 1, cm: 100, mm: 1000 } as const;
/** A unit of length. */
export type LengthUnit = keyof typeof UNITS;

const both = (bone: Direction, back: Direction): Convention['joints'] => ({ left: [bone, back], right: [bone, back] });

// Of those that look the same, the one that fits how people hold head and hands is chosen, or else the first.
const TABLE = [
	{
		name: 'unity',
		title: 'Unity: left-handed, z forward',
		source: 'Unity manual, quaternions and euler rotations; XR Hands',
		axes: ['x', 'y', '-z'],
	},
	{ name: 'ros', title: 'ROS: x forward, z up', source: 'REP 103', axes: ['-z', '-x', 'y'] },
	{
		name: 'z-up',
		title: '3ds Max and CAD: y forward, z up',
		source: 'Autodesk 3ds Max help, world space',
		axes: ['x', '-z', 'y'],
	},
	{
		name: 'blender',
		title: 'Blender: −y forward, z up',
		source: 'Blender manual, import and export of glTF',
		axes: ['-x', 'z', 'y'],
	},
	{
		name: 'unreal',
		title: 'Unreal Engine: left-handed, x forward, z up, centimeters',
		source: 'Unreal Engine documentation, coordinate system',
		axes: ['-z', 'x', 'y'],
		unit: 'cm',
	},
	{
		name: 'opencv',
		title: 'OpenCV: y down, z forward',
		source: 'OpenCV documentation, camera calibration',
		axes: ['x', '-y', '-z'],
	},
	{ name: 'leap', title: 'Leap Motion: millimeters', source: 'Leap Motion API, Bone', unit: 'mm' },
	{ name: 'maya', title: 'Maya and FBX: centimeters', source: 'Autodesk FBX SDK, FbxSystemUnit', unit: 'cm' },
	{
		name: 'mano',
		title: 'MANO: joints along x',
		source: 'Romero et al. 2017, rest pose of the models',
		joints: { left: ['x', 'y'], right: ['-x', 'y'] },
	},
	{
		name: 'oculus-browser-2020',
		title: 'Oculus Browser of 2020: joints along x, mirrored',
		source: 'svelthree#30, Babylon.js#10139',
		joints: { left: ['x', '-y'], right: ['-x', 'y'] },
	},
	{
		name: 'x-forward',
		title: 'joints with x along the bone and z out of the back',
		source: 'xr_teleoperate#25, wrists of Vision Pro',
		joints: both('x', 'z'),
	},
	{
		name: 'z-forward',
		title: 'joints with z along the bone',
		source: 'three.js, Object3D.lookAt',
		joints: both('z', 'y'),
	},
	{
		name: 'y-forward',
		title: 'bones of armatures: y along the bone',
		source: 'Blender manual, structure of bones',
		joints: both('y', 'z'),
	},
	{
		name: 'swapped',
		title: 'left and right are confused, or x is mirrored',
		source: 'IsaacTeleop#791',
		isSwapped: true,
	},
] as const satisfies readonly Convention[];

/** The conventions that {@link findConvention} knows. */
export const CONVENTIONS: readonly Convention[] = TABLE;
