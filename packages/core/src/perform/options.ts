import { type Filled, fillOptions } from '../option/fill-options.ts';
import { EYE_HEIGHT } from '../sample/estimate-floor.ts';
import { DEFAULT_SPACE, SPACES, type SpaceName } from '../sample/spaces.ts';

/** Options of a {@link Performer}. {@link PERFORMER_DEFAULTS} holds the defaults. */
export interface PerformerOptions {
	/** The space of all points. Default `'unity'`; `'webxr'` is that of three.js and of WebXR pages. */
	readonly space?: SpaceName | undefined;
	/** What the performer holds at the start. Default `'hands'`: nothing. */
	readonly input?: 'hands' | 'controllers' | undefined;
	/** Frames per second of recordings. Default 90. */
	readonly frameRate?: number | undefined;
	/** Meters from the floor to the eyes. Default 1.6. */
	readonly eyeHeight?: number | undefined;
	/** The size of the hands: 1 (default) is an average hand. */
	readonly handSize?: number | undefined;
	/** Whether recordings have a body: torso, arms and legs, with the joints of the WebXR Body Tracking module. Default false. */
	readonly body?: boolean | undefined;
	/** How fast all movements are: 1 is the speed of an average person. Default 1. */
	readonly speed?: number | undefined;
	/**
	 * Meters of physiological tremor of the hands, at 8 to 11 Hz; 0.0003 is typical. The head sways by ten times as much. 0
	 * keeps them still, as no headset sees them. Default 0.0002.
	 */
	readonly tremor?: number | undefined;
	/** Meters of tracker noise (standard deviation per frame) of the hands; 0.0003 is typical. Default 0. */
	readonly noise?: number | undefined;
	/** `true` exchanges the hands: `right` is then the left hand. Targets stay where they are. Default `false`. */
	readonly leftHanded?: boolean | undefined;
	/** Selects the tremor and the noise. The same seed produces the same recording. Default 1. */
	readonly seed?: number | undefined;
	/** WebXR's input profile names of the controllers. They decide how the ray leaves the grip. */
	readonly profiles?: readonly string[] | undefined;
}

/** Options of a performer with all defaults filled in. */
export type PerformerSettings = Filled<PerformerOptions>;

/** Defaults of {@link PerformerOptions}. */
export const PERFORMER_DEFAULTS: PerformerSettings = {
	space: DEFAULT_SPACE,
	input: 'hands',
	frameRate: 90,
	eyeHeight: EYE_HEIGHT,
	handSize: 1,
	body: false,
	speed: 1,
	tremor: 0.0002,
	noise: 0,
	leftHanded: false,
	seed: 1,
	profiles: ['oculus-touch-v3', 'oculus-touch', 'generic-trigger-squeeze-thumbstick'],
};

/** The accepted range of each number. */
const RANGES: Readonly<Partial<Record<keyof PerformerOptions, readonly [min: number, max: number]>>> = {
	frameRate: [1, 1000],
	eyeHeight: [0.3, 3],
	handSize: [0.5, 2],
	speed: [0.1, 10],
	tremor: [0, 0.05],
	noise: [0, 0.05],
};

/** Returns the options with defaults. Throws `TypeError` or `RangeError` for an option that has no meaning. */
export function readSettings(options: PerformerOptions): PerformerSettings {
	for (const [name, value] of Object.entries(options)) {
		if (value === undefined || Object.hasOwn(PERFORMER_DEFAULTS, name)) continue;
		throw new TypeError(`${name} is not an option of a performer`);
	}
	const settings: PerformerSettings = fillOptions(options, PERFORMER_DEFAULTS);
	for (const [name, [min, max]] of Object.entries(RANGES)) {
		const value = settings[name as keyof PerformerOptions];
		if (!(typeof value === 'number' && value >= min && value <= max)) {
			throw new RangeError(`${name}: ${String(value)} is not a number from ${min} to ${max}`);
		}
	}
	checkChoice('space', settings.space, Object.keys(SPACES));
	checkChoice('input', settings.input, ['hands', 'controllers']);
	checkChoice('body', settings.body, [true, false]);
	if (!Number.isSafeInteger(settings.seed)) throw new RangeError(`seed: ${settings.seed} is not an integer`);
	return settings;
}

/** Throws `TypeError` unless a value is in a list. */
export function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
	if (!choices.includes(value)) throw new TypeError(`${name}: '${String(value)}' is not one of ${choices.join(', ')}`);
}

/** Throws `RangeError` unless a value is a finite number of at least `min`. */
export function checkNumber(name: string, value: unknown, min: number): void {
	if (!(typeof value === 'number' && Number.isFinite(value) && value >= min)) {
		throw new RangeError(`${name}: ${String(value)} is not a number of at least ${min}`);
	}
}

/** Returns three finite numbers. Throws `TypeError` for anything else. */
export function readPoint(name: string, point: ArrayLike<number>): [x: number, y: number, z: number] {
	const numbers = point === null || typeof point !== 'object' ? [] : Array.from(point, Number);
	if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
		const text = Array.isArray(point) ? `[${point.join(', ')}]` : String(point);
		throw new TypeError(`${name}: expected a point [x, y, z] of three finite numbers, got ${text}`);
	}
	return numbers as [number, number, number];
}
