import type { Curve } from './curve.ts';
import type { JointName } from './joints.ts';
import type { Layout } from './layout.ts';
import type { Room } from './room.ts';

/** A section of an MRTK file; a 1.1 file may lack any of them. */
export type Section = 'head' | 'hands' | 'gaze';
/** The hands, in file order. */
export const SIDES = ['left', 'right'] as const;
/** A hand. */
export type Side = (typeof SIDES)[number];

/** Three curves that make up a vector. */
export interface Vec3Curves {
	readonly x: Curve;
	readonly y: Curve;
	readonly z: Curve;
}

/** Four curves that make up a quaternion. */
export interface QuatCurves extends Vec3Curves {
	readonly w: Curve;
}

/** A moving pose in Unity's space: meters, left-handed, y up, z forward. */
export interface PoseCurves {
	readonly position: Vec3Curves;
	readonly rotation: QuatCurves;
}

/** A moving ray in Unity's space. */
export interface RayCurves {
	readonly origin: Vec3Curves;
	readonly direction: Vec3Curves;
}

/**
 * One hand: two boolean curves and the poses of its 27 joints. A joint without keys was never seen. The other fields are
 * `null` if they were not recorded; MRTK's files cannot store them.
 */
export interface HandCurves {
	readonly tracked: Curve;
	readonly pinching: Curve;
	readonly joints: Readonly<Record<JointName, PoseCurves>>;
	/** The pointing ray of the headset: it starts at the position and points along +z. */
	readonly aim: PoseCurves | null;
	/** How far the pinch is closed, from 0 (open) to 1. */
	readonly pinchStrength: Curve | null;
	/** The radii of joints in meters, constant over the recording. */
	readonly radii: JointRadii | null;
}

/** The radii of some joints of a hand, in meters. */
export type JointRadii = Readonly<Partial<Record<JointName, number>>>;

/** Both hands. */
export type HandsCurves = Readonly<Record<Side, HandCurves>>;

/** A button of a controller: two boolean curves, and how far it is pressed, from 0 to 1. */
export interface ButtonCurves {
	readonly pressed: Curve;
	readonly touched: Curve;
	readonly value: Curve;
}

/** The first buttons of a controller by index, as WebXR's `xr-standard` gamepad mapping names them. */
export const BUTTON_NAMES = ['trigger', 'squeeze', 'touchpad', 'thumbstick'] as const;
/** A button that WebXR's mapping names. */
export type ButtonName = (typeof BUTTON_NAMES)[number];
/** The most buttons that a controller may have. */
export const MAX_BUTTONS = 16;
/** The most axes that a controller may have. */
export const MAX_AXES = 8;

/** One controller. */
export interface ControllerCurves {
	readonly tracked: Curve;
	/** Where the controller is held. */
	readonly grip: PoseCurves;
	/** The pointing ray: it starts at the position and points along +z. */
	readonly aim: PoseCurves;
	/** In the order of WebXR's `xr-standard` gamepad mapping: trigger, squeeze, touchpad, thumbstick, others. */
	readonly buttons: readonly ButtonCurves[];
	/** From −1 to 1, in the order of WebXR's mapping: touchpad x and y, thumbstick x and y. */
	readonly axes: readonly Curve[];
	/** WebXR's input profile names, the most specific name first. */
	readonly profiles: readonly string[];
}

/** Both controllers; `null` for a side without a controller. */
export type ControllersCurves = Readonly<Record<Side, ControllerCurves | null>>;

/** A named pose beside head and hands, such as a tracked object, in Unity's space. Edits that move a recording move it. */
export interface PoseTrack extends PoseCurves {
	readonly name: string;
	readonly kind: 'pose';
}

/** A named number or state over time. Edits of space leave it alone. */
export interface ValueTrack {
	readonly name: string;
	/** The kind of the curve: `'scalar'` for a float curve. */
	readonly kind: 'scalar' | 'boolean';
	readonly value: Curve;
}

/** Named texts at times, such as the messages of an application. */
export interface EventTrack {
	readonly name: string;
	readonly kind: 'events';
	/** In order of time; `name` is the text. */
	readonly events: readonly Marker[];
}

/** A stretch of time with a label, such as a gesture, a phase or a note. */
export interface Span {
	/** Seconds. */
	readonly start: number;
	/** Seconds; not before the start. */
	readonly end: number;
	readonly label: string;
	/** How sure somebody or something is of the label, usually from 0 to 1. */
	readonly score?: number;
}

/** Labels on stretches of time. They may overlap. */
export interface SpanTrack {
	readonly name: string;
	readonly kind: 'spans';
	/** In order of their start. */
	readonly spans: readonly Span[];
}

/** A named track for data that the other fields cannot hold. */
export type Track = PoseTrack | ValueTrack | EventTrack | SpanTrack;

/** Whether a track has curves. */
export function hasTrackCurves(track: Track): track is PoseTrack | ValueTrack {
	return track.kind !== 'events' && track.kind !== 'spans';
}

/** Where a recording comes from. All fields are optional; other fields are kept if JSON can hold them. */
export interface RecordingInfo {
	/** The headset, such as `'Quest 3'`. */
	readonly device?: string;
	readonly application?: string;
	/** When the recording was made, as an ISO 8601 date. */
	readonly date?: string;
	/** Seconds: where time 0 lies on the clock of the recorder, such as Unix time. */
	readonly startTime?: number;
	/** Hz: the rate at which the device gave frames. */
	readonly frameRate?: number;
	/** WebXR's name of the space, such as `'local-floor'`. */
	readonly referenceSpace?: string;
	/** The person, or a code for the person. */
	readonly subject?: string;
	readonly license?: string;
	readonly notes?: string;
	readonly [name: string]: unknown;
}

/** A named time in a recording. */
export interface Marker {
	/** Seconds. */
	readonly time: number;
	readonly name: string;
}

/** A recording: plain read-only data that survives `structuredClone`. An absent section is `null`. */
export interface Recording {
	/**
	 * The layout of the MRTK file that the recording comes from, and the layout to write unless another is asked for; `null`
	 * for recordings from elsewhere, for which writing chooses.
	 */
	readonly layout: Layout | null;
	/**
	 * The largest key time in seconds, never below 0; markers do not count. The first access looks at every key, because
	 * curves need not be sorted; later accesses are free. Do not change curves by spreading a recording, which copies the
	 * duration: use `createRecording` or an edit.
	 */
	readonly duration: number;
	/** In file order. */
	readonly markers: readonly Marker[];
	readonly head: PoseCurves | null;
	readonly hands: HandsCurves | null;
	readonly gaze: RayCurves | null;
	/** MRTK's files cannot store controllers, information and tracks. */
	readonly controllers: ControllersCurves | null;
	/** Empty if nothing is known. */
	readonly info: RecordingInfo;
	/** Each name occurs once. */
	readonly tracks: readonly Track[];
	/** What the headset knew of the room; absent if there is nothing. */
	readonly room?: Room;
	/** What a file holds that this version does not know; absent if there is nothing. */
	readonly unknown?: readonly UnknownPart[];
}

/**
 * A part of a file that this version does not know. Edits that leave all keys alone keep it, those that remove private data drop it, and
 * the format that it comes from writes it again.
 */
export interface UnknownPart {
	/** What it is, such as `chunk icon` or `section body`. */
	readonly name: string;
	/** Whether it stays right when keys change, so that other edits keep it, too. */
	readonly isIndependent: boolean;
	/** For the code of its format. */
	readonly content: unknown;
}

/** A recording that has the given sections. */
export type RecordingWith<S extends Section> = Recording & { readonly [K in S]: NonNullable<Recording[K]> };

/** Returns whether any curve of a pose or ray has keys; if not, it is absent. Allocates nothing. */
export function hasKeys(item: PoseCurves | RayCurves): boolean {
	if ('position' in item) {
		return countKeys(item.position) + countKeys(item.rotation) + item.rotation.w.count > 0;
	}
	return countKeys(item.origin) + countKeys(item.direction) > 0;
}

function countKeys({ x, y, z }: Vec3Curves): number {
	return x.count + y.count + z.count;
}
