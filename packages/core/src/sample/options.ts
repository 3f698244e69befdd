import type { Side } from '../model/recording.ts';
import type { WrapMode } from '../model/wrap-mode.ts';

/** How poses and rays are sampled. */
export interface SampleOptions {
	/**
	 * `'unity'` (default): left-handed, y up, z forward, as in the file. `'webxr'`: right-handed, y up, −z forward, as
	 * WebXR, three.js and glTF expect: positions and directions (x, y, −z), rotations (−x, −y, z, w).
	 */
	readonly space?: 'unity' | 'webxr';
	/**
	 * `true` returns the values of the curves, as MRTK plays them. By default neighboring keys of rotations are made to agree
	 * in sign, and rotations and directions have unit length.
	 */
	readonly raw?: boolean;
	/** What curves with wrap mode Default do outside their keys. Default: they loop, as in Unity. */
	readonly defaultWrap?: WrapMode;
}

/** A constant, so that a call without options allocates nothing. */
export const NO_OPTIONS: SampleOptions = {};

/** Throws `TypeError` unless a side is left or right. */
export function checkSide(side: Side): void {
	if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
}

/** Throws `TypeError` for an unknown space. */
export function checkOptions({ space }: SampleOptions): void {
	if (space !== undefined && space !== 'unity' && space !== 'webxr') {
		throw new TypeError(`space: '${space}' is neither 'unity' nor 'webxr'`);
	}
}
