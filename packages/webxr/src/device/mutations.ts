import { POSE_STRIDE, type Recording, type Side } from '@handreel/core';
import { mirrorRecording } from '@handreel/core/edit';

/** A time in which a hand is not tracked. */
export interface TrackingLoss {
	/** Default: both hands. */
	readonly side?: Side;
	/** Seconds: lost at `from` or later, but before `to`. */
	readonly from: number;
	readonly to: number;
}

/** Noise on the joints: the same for the same seed and time. */
export interface Jitter {
	/** The largest deviation on each axis, in metres. */
	readonly position: number;
	/** Default 1. */
	readonly seed?: number;
}

/** The defaults of {@link Jitter}. */
export const JITTER_DEFAULTS: { readonly seed: number } = { seed: 1 };

/** What to change about a recording while it is replayed, to see how a page copes. */
export interface Mutations {
	readonly loss?: readonly TrackingLoss[];
	readonly jitter?: Jitter;
	/** Hands are tracked only so many times a second and stay where they were in between. */
	readonly trackingRate?: number;
	/** Mirrors the recording in the plane x = 0: left becomes right. */
	readonly mirrored?: boolean;
	/** Calls the left hand right and the right one left, and moves neither. */
	readonly swappedSides?: boolean;
}

/** The recording that is played. */
export function mutateRecording(recording: Recording, { mirrored }: Mutations): Recording {
	return mirrored ? mirrorRecording(recording) : recording;
}

/** Whether a hand is lost on purpose. */
export function isLost({ loss }: Mutations, side: Side, time: number): boolean {
	return loss?.some((gap) => (gap.side ?? side) === side && time >= gap.from && time < gap.to) ?? false;
}

/** The time at which hands were last tracked. */
export function findTrackingTime({ trackingRate }: Mutations, time: number): number {
	// Times that are whole intervals must not fall back by one when rounded.
	return trackingRate === undefined ? time : Math.floor(time * trackingRate + 1e-6) / trackingRate;
}

/** Adds noise to the positions of joints. */
export function addJitter({ jitter }: Mutations, side: Side, time: number, joints: Float32Array): void {
	if (jitter === undefined) return;
	let state = hashNumbers(jitter.seed ?? JITTER_DEFAULTS.seed, Math.round(time * 1e6), side === 'left' ? 1 : 2);
	for (let i = 0; i < joints.length; i += POSE_STRIDE) {
		for (let axis = 0; axis < 3; axis++) {
			state = hashNumbers(state, i, axis);
			joints[i + axis]! += (state / 2 ** 31 - 1) * jitter.position;
		}
	}
}

// Mixes integers into 32 bits that look random.
function hashNumbers(...numbers: number[]): number {
	let hash = 0x9e37_79b9;
	for (const number of numbers) {
		hash = Math.imul(hash ^ number, 0x85eb_ca6b);
		hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
		hash ^= hash >>> 16;
	}
	return hash >>> 0;
}
