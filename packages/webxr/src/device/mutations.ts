import type { Recording, Side } from '@handreel/core';
import { mirrorRecording } from '@handreel/core/edit';
import { hashIntegers } from '@handreel/core/internal';
import { POSE_SIZE } from './pose.ts';

/** A span of time in which a hand is not tracked. Gaps that `listGaps` of `@handreel/core/edit` finds fit here. */
export interface TrackingGap {
	/** Default: both hands. */
	readonly side?: Side;
	/** Seconds: when tracking is lost. */
	readonly start: number;
	/** Seconds: when tracking comes back. */
	readonly end: number;
}

/** Noise on the positions of joints. The same seed and time give the same noise. */
export interface Jitter {
	/** The largest deviation per axis, in meters. */
	readonly position: number;
	/** Default 1. */
	readonly seed?: number;
}

/** The defaults of {@link Jitter}. */
export const JITTER_DEFAULTS: { readonly seed: number } = { seed: 1 };

/** Changes to a recording during replay, to test how a page copes with them. */
export interface Mutations {
	/** Gaps in the tracking of hands, in addition to those of the recording. */
	readonly gaps?: readonly TrackingGap[];
	readonly jitter?: Jitter;
	/** Tracks hands and controllers this many times per second; they stand still in between. */
	readonly trackingFrameRate?: number;
	/** Mirrors the recording in the plane x = 0: left becomes right. */
	readonly mirrored?: boolean;
	/** Reports the left hand as the right hand and vice versa, without moving them. */
	readonly swappedSides?: boolean;
}

/** Returns the recording with the mutations that change the recording itself. */
export function mutateRecording(recording: Recording, { mirrored }: Mutations): Recording {
	return mirrored ? mirrorRecording(recording) : recording;
}

/** Whether a mutation makes a hand lost at a time. */
export function isLost({ gaps }: Mutations, side: Side, time: number): boolean {
	return gaps?.some((gap) => (gap.side ?? side) === side && time >= gap.start && time < gap.end) ?? false;
}

/** Returns the last time at which hands were tracked. */
export function findTrackingTime({ trackingFrameRate }: Mutations, time: number): number {
	// Rounding must not move a whole multiple of the interval to the interval before.
	return trackingFrameRate === undefined ? time : Math.floor(time * trackingFrameRate + 1e-6) / trackingFrameRate;
}

/** Adds noise to the positions of joints. */
export function addJitter({ jitter }: Mutations, side: Side, time: number, joints: Float32Array): void {
	if (jitter === undefined) return;
	let state = hashIntegers(jitter.seed ?? JITTER_DEFAULTS.seed, Math.round(time * 1e6), side === 'left' ? 1 : 2);
	for (let i = 0; i < joints.length; i += POSE_SIZE) {
		for (let axis = 0; axis < 3; axis++) {
			state = hashIntegers(state, i, axis);
			joints[i + axis]! += (state / 2 ** 31 - 1) * jitter.position;
		}
	}
}
