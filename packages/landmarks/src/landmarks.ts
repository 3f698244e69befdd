import type { Side } from '@handreel/core';

/** The number of landmarks of a hand. */
export const LANDMARK_COUNT = 21;

/** A hand as a tracker sees it, in the order of MediaPipe: wrist, then four landmarks per finger from the thumb to the little finger. */
export interface SeenHand {
	/** Which hand of the person it is, as the tracker guesses. */
	readonly side: Side;
	/** How sure the tracker is of the side, from 0 to 1. Default 1. */
	readonly score?: number;
	/**
	 * 21 × 3 numbers: x from 0 at the left to 1 at the right edge of the picture, y from 0 at the top to 1 at the bottom, z as depth
	 * from the wrist away from the camera, in widths of the picture.
	 */
	readonly image: ArrayLike<number>;
	/** 21 × 3 numbers in meters, x right, y down, z away from the camera, with any origin; `null` if the tracker has none. */
	readonly world: ArrayLike<number> | null;
}

/** What a tracker sees in a picture. */
export interface SeenFrame {
	/** Seconds. */
	readonly time: number;
	readonly hands: readonly SeenHand[];
	/** The pose of the face as MediaPipe reports it: a matrix of 16 numbers in column-major order, in centimeters. */
	readonly face?: ArrayLike<number> | null;
}
