/** Vertical field of view in degrees, for cameras outside the head. */
export const FIELD_OF_VIEW = 40;
const MAX_DISTANCE = 50;
/** Margin in meters around fitted points: heads and hands are larger than their joints. */
const MARGIN = 0.1;
/** Half the height of the picture at a distance of 1 m. */
const SLOPE = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** The last digit of a link, in degrees and meters. */
const LINK_DIGIT = 0.001;
/** The share of points that must be in sight. */
const MOST = 0.8;

/** The cameras of the 3D view. `'head'` looks through the tracked head. */
export const CAMERA_MODES = ['orbit', 'follow', 'head'] as const;
/** A camera of the 3D view. */
export type CameraMode = (typeof CAMERA_MODES)[number];
/** How hands are drawn in the 3D view. */
export type SceneHandStyle = 'bones' | 'mesh';

/** The settings of the 3D view. Plain data, so that a link can store it. */
export interface ViewState {
	readonly camera: CameraMode;
	/** Degrees around the vertical: 0 looks along −z, 90 from the right. */
	readonly azimuth: number;
	/** Degrees above the horizon. */
	readonly elevation: number;
	/** Meters from the target. */
	readonly distance: number;
	/** The target of the orbiting camera, in meters. */
	readonly target: readonly [x: number, y: number, z: number];
	readonly handStyle: SceneHandStyle;
	readonly trails: boolean;
	readonly gaze: boolean;
	readonly head: boolean;
	/** Shows the rotations of joints and head as axes. */
	readonly axes: boolean;
	readonly grid: boolean;
	/** The point that the orbiting camera looks at, such as `left.indexTip`; `null` for {@link target}. */
	readonly follow: string | null;
	/** Seconds. */
	readonly trailLength: number;
	/** The number of hands that are drawn before and after the playhead. */
	readonly onion: number;
	/** Seconds between them. */
	readonly onionStep: number;
	/** Draws the two recordings of a comparison side by side instead of over each other. */
	readonly split: boolean;
}

/** Where the orbiting camera is, and where it looks. */
export type CameraPose = Pick<ViewState, 'azimuth' | 'elevation' | 'distance' | 'target'>;

/** Limits of the settings that are numbers. */
export const VIEW_LIMITS = { trailLength: [0.1, 10], onion: [0, 5], onionStep: [0.02, 1] } as const;

/** The view of a new recording. */
export const DEFAULT_VIEW: ViewState = {
	camera: 'orbit',
	azimuth: 38,
	elevation: 18,
	distance: 1.7,
	target: [0, 1.4, -0.3],
	handStyle: 'mesh',
	trails: true,
	gaze: true,
	head: true,
	axes: false,
	grid: true,
	follow: null,
	trailLength: 0.7,
	onion: 0,
	onionStep: 0.1,
	split: false,
};

/** A side to look from, with its keyboard shortcut. */
export interface SideOfView {
	readonly name: string;
	readonly key: string;
	readonly azimuth: number;
	readonly elevation: number;
}

/** The sides to look from. */
export const SIDES_OF_VIEW: readonly SideOfView[] = [
	{ name: 'corner', key: '1', azimuth: 38, elevation: 18 },
	{ name: 'front', key: '2', azimuth: 180, elevation: 5 },
	{ name: 'back', key: '3', azimuth: 0, elevation: 5 },
	{ name: 'left', key: '4', azimuth: -90, elevation: 5 },
	{ name: 'right', key: '5', azimuth: 90, elevation: 5 },
	{ name: 'top', key: '6', azimuth: 0, elevation: 89 },
];

/** Orbits by degrees and multiplies the distance. */
export function turnView(view: ViewState, azimuth: number, elevation: number, factor = 1): ViewState {
	return {
		...view,
		azimuth: wrapDegrees(view.azimuth + azimuth),
		elevation: Math.min(Math.max(view.elevation + elevation, -89), 89),
		distance: Math.min(Math.max(view.distance * factor, 0.1), MAX_DISTANCE),
	};
}

/** Moves the target to the right and up on the screen, in meters. */
export function panView(view: ViewState, right: number, up: number): ViewState {
	const turn = (view.azimuth * Math.PI) / 180;
	const tilt = (view.elevation * Math.PI) / 180;
	const [x, y, z] = view.target;
	return {
		...view,
		target: [
			x + right * Math.cos(turn) - up * Math.sin(tilt) * Math.sin(turn),
			y + up * Math.cos(tilt),
			z - right * Math.sin(turn) - up * Math.sin(tilt) * Math.cos(turn),
		],
	};
}

/**
 * Centers points and moves the camera back until all of them are visible. The direction stays.
 *
 * `points` has x, y and z in meters. `aspect` is width divided by height.
 */
export function fitPoints(view: ViewState, points: Float32Array, aspect: number): ViewState {
	if (points.length === 0) return view;
	const axes = listAxes(view);
	const middle = axes.map((axis) => {
		let low = Number.POSITIVE_INFINITY;
		let high = Number.NEGATIVE_INFINITY;
		for (let i = 0; i < points.length; i += 3) {
			low = Math.min(low, project(points, i, axis));
			high = Math.max(high, project(points, i, axis));
		}
		return (low + high) / 2;
	});
	let distance = 0;
	for (let i = 0; i < points.length; i += 3) {
		const [right, up, near] = axes.map((axis, j) => project(points, i, axis) - middle[j]!) as Vector;
		const reach = Math.max((Math.abs(right) + MARGIN) / aspect, Math.abs(up) + MARGIN);
		distance = Math.max(distance, near + reach / SLOPE);
	}
	const target = [0, 1, 2].map((i) => axes.reduce((sum, axis, j) => sum + axis[i]! * middle[j]!, 0));
	return { ...view, target: target as [number, number, number], distance: Math.min(distance, MAX_DISTANCE) };
}

/** Whether an orbiting camera sees most of the points. */
export function isInView(view: ViewState, points: Float32Array, aspect: number): boolean {
	if (points.length === 0) return true;
	const axes = listAxes(view);
	const eye = axes.map((axis) => project(view.target, 0, axis));
	let seen = 0;
	for (let i = 0; i < points.length; i += 3) {
		const [right, up, near] = axes.map((axis, j) => project(points, i, axis) - eye[j]!) as Vector;
		const reach = (view.distance - near) * SLOPE;
		if (reach > 0 && Math.abs(right) <= reach * aspect && Math.abs(up) <= reach) seen++;
	}
	return seen >= (points.length / 3) * MOST;
}

/** Whether two cameras are the same, up to the digits of a link. */
export function isSameCamera(a: CameraPose, b: CameraPose): boolean {
	const list = ({ azimuth, elevation, distance, target }: CameraPose): number[] => [
		wrapDegrees(azimuth),
		elevation,
		distance,
		...target,
	];
	const others = list(b);
	return list(a).every((value, i) => Math.abs(value - others[i]!) <= LINK_DIGIT);
}

type Vector = [x: number, y: number, z: number];

// The directions right, up and toward the camera.
function listAxes(view: ViewState): [Vector, Vector, Vector] {
	const turn = (view.azimuth * Math.PI) / 180;
	const tilt = (view.elevation * Math.PI) / 180;
	return [
		[Math.cos(turn), 0, -Math.sin(turn)],
		[-Math.sin(tilt) * Math.sin(turn), Math.cos(tilt), -Math.sin(tilt) * Math.cos(turn)],
		[Math.cos(tilt) * Math.sin(turn), Math.sin(tilt), Math.cos(tilt) * Math.cos(turn)],
	];
}

function project(points: ArrayLike<number>, i: number, [x, y, z]: Vector): number {
	return points[i]! * x + points[i + 1]! * y + points[i + 2]! * z;
}

function wrapDegrees(angle: number): number {
	return angle - 360 * Math.floor((angle + 180) / 360);
}
