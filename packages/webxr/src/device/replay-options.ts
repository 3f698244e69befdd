import type { Mutations } from './mutations.ts';
import type { Pose } from './pose.ts';

/** Joints of a hand in WebXR. */
const JOINT_COUNT = 25;

/** A hand as it is at one moment, for those who compute something from it. Reused: copy what you keep. */
export interface HandView {
	readonly handedness: 'left' | 'right';
	/** 25 poses of seven numbers in the order of WebXR, wrist first. */
	readonly joints: Float32Array;
	/** The recorded palm; synthesised where the recording has none. */
	readonly palm: Pose;
	/** The head. */
	readonly head: Pose;
}

/** Computes a pose from a hand: seven numbers. */
export type HandFunction = (hand: HandView) => Pose;

/** How a recording is replayed. Everything that MRTK does not store is made up as described here, and can be replaced. */
export interface ReplayOptions {
	/** Frames per second of {@link ReplayDriver.step}. Default 60. */
	readonly frameRate?: number;
	/** What `Date.now()` gives at the beginning, in milliseconds. Default: the first moment of 2024, UTC. */
	readonly startDate?: number;
	/** Session modes that are supported. Default all three. */
	readonly modes?: readonly ('inline' | 'immersive-vr' | 'immersive-ar')[];
	/** Feature descriptors that are refused although they are supported, such as `'hand-tracking'`. Default none. */
	readonly refuse?: readonly string[];
	/** Views of immersive sessions. Default `'stereo'`: side by side on the canvas of the layer. */
	readonly views?: 'mono' | 'stereo';
	/** Metres between the eyes. Default 0.063. */
	readonly eyeDistance?: number;
	/** Vertical field of view of immersive sessions, in degrees. Default 90. */
	readonly fieldOfViewDegrees?: number;
	/**
	 * The height of the floor in the recording, in metres. Default: 0 if the recorded head starts above 0.5 m, else 1.6 m
	 * below it: HoloLens puts the origin where the head was at the start.
	 */
	readonly floorY?: number;
	/** Width (x) and depth (z) of the bounds around the origin, in metres. Default 3 by 3. */
	readonly bounds?: readonly [width: number, depth: number];
	/** For how many seconds a lost hand stays an input source with null poses. Default 0.5; 0 removes it at once. */
	readonly lostHandTimeout?: number;
	/**
	 * The pointing ray of a hand. `'shoulder'` (default): from the knuckle of the index finger, away from the shoulder,
	 * which is estimated 0.2 m below and 0.17 m beside the head. `'head'`: the same, away from the head. `'index'`: along the
	 * first bone of the index finger. A function gives the pose itself, −z along the ray.
	 */
	readonly pointer?: 'shoulder' | 'head' | 'index' | HandFunction;
	/** The palm where none was recorded. Default: between the ends of the middle metacarpal, turned as that is. */
	readonly palm?: HandFunction;
	/** Radii of the 25 joints in metres. Default: a table of an average hand. */
	readonly radii?: readonly number[];
	/**
	 * When a recorded eye gaze is an input source with `targetRayMode: 'gaze'`: if the page asks for the feature
	 * `'eye-tracking'` (default), always, or never.
	 */
	readonly gaze?: 'asked' | 'always' | 'never';
	/** `profiles` of the hands. Default `['generic-hand-select', 'generic-hand']`. */
	readonly profiles?: readonly string[];
	/** Which frames are drawn: all, the last one of each call to the driver, or none. Default `'all'`. */
	readonly render?: RenderMode;
	/** What to change about the recording, for tests. */
	readonly mutations?: Mutations;
}

/** Which frames are drawn. */
export type RenderMode = 'none' | 'last' | 'all';

/** Throws `RangeError` for options that would give poses that are no numbers, or frames without end. */
export function checkOptions({ frameRate, fieldOfViewDegrees = 90, radii, mutations }: ReplayOptions): void {
	checkPositive('frameRate', frameRate);
	checkPositive('mutations.trackingRate', mutations?.trackingRate);
	if (!(fieldOfViewDegrees > 0 && fieldOfViewDegrees < 180)) {
		throw new RangeError(`fieldOfViewDegrees: ${fieldOfViewDegrees} is not between 0 and 180`);
	}
	if (radii !== undefined && radii.length !== JOINT_COUNT) {
		throw new RangeError(`radii: ${radii.length} are not ${JOINT_COUNT}, one for each joint`);
	}
}

/** Throws `RangeError` unless an option, if it is given, is finite and above 0. */
export function checkPositive(name: string, value = 1): void {
	if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name}: ${value} is not a number above 0`);
}
