import type { Curve } from './curve.ts';
import type { JointName } from './joints.ts';
import type { Layout } from './layout.ts';

/** A section of a recording; a 1.1 file may lack any of them. */
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

/** One hand: two boolean curves and the poses of its 27 joints. A joint without keys was never seen. */
export interface HandCurves {
	readonly tracked: Curve;
	readonly pinching: Curve;
	readonly joints: Readonly<Record<JointName, PoseCurves>>;
}

/** Both hands. */
export type HandsCurves = Readonly<Record<Side, HandCurves>>;

/** A named time in a recording. */
export interface Marker {
	/** Seconds. */
	readonly time: number;
	readonly name: string;
}

/** A recording: plain read-only data that survives `structuredClone`. An absent section is `null`. */
export interface Recording {
	/** The layout of the file, and the layout to write unless another is asked for. */
	readonly layout: Layout;
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
