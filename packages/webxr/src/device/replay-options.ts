import { type Side, WEBXR_JOINT_COUNT } from '@handreel/core';
import { type Filled, fillOptions } from '@handreel/core/internal';
import { listModules, PAGE_DEFAULTS, type PageOptions } from '../page/page-options.ts';
import {
	type BlendMode,
	type DeviceInput,
	type InputEdge,
	type InteractionMode,
	SESSION_MODES,
	type SessionMode,
} from './device.ts';
import type { Mutations } from './mutations.ts';
import type { Pose } from './pose.ts';

/** A hand at one moment, as a {@link HandFunction} gets it. Reused between calls: copy what you keep. */
export interface HandView {
	/** The side that the page sees. */
	readonly side: Side;
	/** 25 poses of seven numbers in the order of WebXR, wrist first. */
	readonly joints: Float32Array;
	/** The recorded palm, or a synthesized palm if the recording has none. */
	readonly palm: Pose;
	readonly head: Pose;
}

/** Computes a pose (seven numbers) from a hand. */
export type HandFunction = (hand: HandView) => Pose;

/** Whether a hand with 25 poses of seven numbers grasps, given whether it did before. */
export type GraspFunction = (joints: Float32Array, wasGrasping: boolean) => boolean;

/** An input that exists while a hand pinches. */
export interface PinchInput extends DeviceInput {
	/** Follows the joints of the hand, and the recorded ray if there is one. */
	update(joints: Float32Array, ray: Pose | null): void;
	/** Ends the pinch, with its last edges. */
	leave(edges: readonly InputEdge[]): void;
}

/** Creates the input of a pinch. `gaze` and `ray`, that of a recorded transient pointer, are `null` if they were not recorded. */
export type TransientPointerFactory = (
	side: Side,
	joints: Float32Array,
	head: Pose,
	gaze: Pose | null,
	ray: Pose | null,
) => PinchInput;

/** Which frames are drawn. */
export type RenderMode = 'none' | 'last' | 'all';

/**
 * Options of a replay. Data that MRTK does not record is synthesized as described here; each has an option to replace
 * it. {@link REPLAY_DEFAULTS} holds the defaults.
 */
export interface ReplayOptions extends PageOptions {
	/** Frames per second of {@link ReplayDriver.step}. Default 60. */
	readonly frameRate?: number | undefined;
	/** `Date.now()` at the start of the replay, in milliseconds. Default: 2024-01-01 00:00 UTC. */
	readonly startDate?: number | undefined;
	/** Supported session modes. Default: all. */
	readonly modes?: readonly SessionMode[] | undefined;
	/** Feature descriptors to refuse although they are supported, such as `'hand-tracking'`. Default: none. */
	readonly refuse?: readonly string[] | undefined;
	/** Views of immersive sessions. Default `'stereo'`: two views side by side on the canvas of the layer. */
	readonly views?: 'mono' | 'stereo' | undefined;
	/** How the display of AR sessions mixes with the real world. Default `'additive'`, like HoloLens. */
	readonly environmentBlendMode?: BlendMode | undefined;
	/** Where users of immersive sessions expect menus. Default `'world-space'`. */
	readonly interactionMode?: InteractionMode | undefined;
	/** Distance between the eyes in meters. Default 0.063. */
	readonly eyeDistance?: number | undefined;
	/** Vertical field of view of immersive sessions in degrees. Default 90. */
	readonly fieldOfViewDegrees?: number | undefined;
	/**
	 * Height of the floor in the recording, in meters. Default: 0 if the recorded head starts above 0.5 m, otherwise 1.6 m
	 * below the head, because HoloLens puts the origin at the head's position at startup.
	 */
	readonly floorY?: number | undefined;
	/** Width (x) and depth (z) of the bounds around the origin, in meters. Default 3 by 3. */
	readonly bounds?: readonly [width: number, depth: number] | undefined;
	/** Seconds for which a lost hand or controller remains an input source with null poses. Default 0.5; 0 removes it at once. */
	readonly lostHandTimeout?: number | undefined;
	/**
	 * The pointing ray of a hand. `'recorded'` (default): the ray of the headset; the same as `'wrist'` if it was not
	 * recorded. `'wrist'`: from the wrist and an estimated shoulder, as a Quest 3 points, with its lag of 45 ms. `'index'`:
	 * along the first bone of the index finger. A function returns the pose, with −z along the ray.
	 */
	readonly pointer?: 'recorded' | 'wrist' | 'index' | HandFunction | undefined;
	/** The palm if none was recorded. Default: halfway along the middle metacarpal, with its rotation. */
	readonly palm?: HandFunction | undefined;
	/**
	 * What a pinch selects with. `'hand'` (default): the hand. `createTransientPointer`: an input source for the duration of
	 * the pinch, along the recorded ray of such a pointer or the gaze (without both, from the head through the pinch); hands are visible only to sessions
	 * with hand tracking, and select nothing. Injected scripts take the name `'transient-pointer'` instead of the function.
	 */
	readonly selectWith?: 'hand' | 'transient-pointer' | TransientPointerFactory | undefined;
	/**
	 * When a hand squeezes. `'never'` (default): as hands of headsets. `isGrasping`: while all four fingers are bent. Injected
	 * scripts take the name `'grasp'` instead of the function.
	 */
	readonly squeeze?: 'never' | 'grasp' | GraspFunction | undefined;
	/** Radii of the 25 joints in meters. Default: the recorded radii, or those of an average hand. */
	readonly radii?: readonly number[] | undefined;
	/**
	 * When a recorded eye gaze is an input source with `targetRayMode: 'gaze'`: `'asked'` (default) if the page requests
	 * the feature `'eye-tracking'`, `'always'`, or `'never'`.
	 */
	readonly gaze?: 'asked' | 'always' | 'never' | undefined;
	/** `profiles` of the hands. Default `['generic-hand-select', 'generic-hand']`. */
	readonly profiles?: readonly string[] | undefined;
	/**
	 * Which frames are drawn: all, only the last frame of each call to the driver, or none. Default `'all'`. `'none'` also
	 * skips drawing to framebuffers of the page, unless the page reads them.
	 */
	readonly render?: RenderMode | undefined;
	/**
	 * A whole number: the page's `Math.random` then returns the same numbers in every run. Pages that must differ, such as two
	 * players who draw their own names, need different seeds. Random numbers stay random with `null`. Default null.
	 */
	readonly randomSeed?: number | null | undefined;
	/** Changes to the recording, for tests. */
	readonly mutations?: Mutations | undefined;
}

/** Options without a constant default: it depends on the recording, or there is none. */
type OptionWithoutDefault = 'floorY' | 'palm' | 'radii' | 'mutations';

/** The defaults of {@link ReplayOptions}. */
export const REPLAY_DEFAULTS: Filled<Omit<ReplayOptions, OptionWithoutDefault>> = {
	frameRate: 60,
	startDate: /* @__PURE__ */ Date.UTC(2024, 0, 1),
	modes: SESSION_MODES,
	refuse: [],
	views: 'stereo',
	environmentBlendMode: 'additive',
	interactionMode: 'world-space',
	eyeDistance: 0.063,
	fieldOfViewDegrees: 90,
	bounds: [3, 3],
	lostHandTimeout: 0.5,
	pointer: 'recorded',
	selectWith: 'hand',
	squeeze: 'never',
	gaze: 'asked',
	profiles: ['generic-hand-select', 'generic-hand'],
	render: 'all',
	randomSeed: null,
	...PAGE_DEFAULTS,
};

/** Values in place of functions where options are JSON. */
const INJECTED_NAMES: readonly unknown[] = ['transient-pointer', 'grasp', 'opaque'];

/** Options with their defaults. */
export type ReplaySettings = ReplayOptions & typeof REPLAY_DEFAULTS;

/**
 * Completes options; `undefined` means the default. Throws `RangeError` for options that would lead to NaN poses or
 * endless frames, and `TypeError` for names that only injected scripts know.
 */
export function readOptions(options: ReplayOptions): ReplaySettings {
	const settings: ReplaySettings = fillOptions(options, REPLAY_DEFAULTS);
	const { frameRate, fieldOfViewDegrees, radii, mutations, randomSeed } = settings;
	checkPositive('frameRate', frameRate);
	checkPositive('mutations.trackingFrameRate', mutations?.trackingFrameRate);
	if (randomSeed !== null && !Number.isSafeInteger(randomSeed)) {
		throw new RangeError(`randomSeed: ${randomSeed} is not a whole number`);
	}
	if (!(fieldOfViewDegrees > 0 && fieldOfViewDegrees < 180)) {
		throw new RangeError(`fieldOfViewDegrees: ${fieldOfViewDegrees} is not between 0 and 180`);
	}
	for (const [name, value] of Object.entries(options)) {
		if (INJECTED_NAMES.includes(value))
			throw new TypeError(`${name}: '${value}' is for injected scripts; pass the function`);
	}
	listModules(settings);
	if (radii !== undefined && radii.length !== WEBXR_JOINT_COUNT) {
		throw new RangeError(`radii: expected ${WEBXR_JOINT_COUNT} numbers, one per joint, got ${radii.length}`);
	}
	return settings;
}

/** Throws `RangeError` for an option that is given but is not finite and above 0. */
export function checkPositive(name: string, value = 1): void {
	if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name}: ${value} is not a number above 0`);
}
