import type { Curve } from './curve.ts';
import type { JointName } from './joints.ts';
import type { Layout } from './layout.ts';

/** A part of a recording that a 1.1 file may leave out. */
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

/** A moving pose in Unity's space: metres, left-handed, y up. */
export interface PoseCurves {
	readonly position: Vec3Curves;
	readonly rotation: QuatCurves;
}

/** A moving ray in Unity's space. */
export interface RayCurves {
	readonly origin: Vec3Curves;
	readonly direction: Vec3Curves;
}

/** One hand: two boolean curves and a pose for each of the 27 joints. A joint without keys was never seen. */
export interface HandCurves {
	readonly tracked: Curve;
	readonly pinching: Curve;
	readonly joints: Readonly<Record<JointName, PoseCurves>>;
}

/** Both hands. */
export type HandsCurves = Readonly<Record<Side, HandCurves>>;

/** A named moment. */
export interface Marker {
	/** Seconds. */
	readonly time: number;
	readonly name: string;
}

/** A whole recording: plain read-only data that survives `structuredClone`. A section that is absent is `null`. */
export interface Recording {
	/** The layout that was read, and the one that writing starts from. */
	readonly layout: Layout;
	/**
	 * The largest key time in seconds, never below 0; markers do not count. Measured on first use, because it looks at
	 * every key (a curve need not be sorted), and then remembered. A copy by spreading keeps it; build a recording with
	 * other curves through `createRecording`.
	 */
	readonly duration: number;
	/** In file order. */
	readonly markers: readonly Marker[];
	readonly head: PoseCurves | null;
	readonly hands: HandsCurves | null;
	readonly gaze: RayCurves | null;
}

/** A recording in which the given sections are known to be there. */
export type RecordingWith<S extends Section> = Recording & { readonly [K in S]: NonNullable<Recording[K]> };

/** Whether any curve of a pose or ray has keys. One that has none is absent. Allocates nothing. */
export function hasKeys(item: PoseCurves | RayCurves): boolean {
	if ('position' in item) {
		return countKeys(item.position) + countKeys(item.rotation) + item.rotation.w.count > 0;
	}
	return countKeys(item.origin) + countKeys(item.direction) > 0;
}

function countKeys({ x, y, z }: Vec3Curves): number {
	return x.count + y.count + z.count;
}
