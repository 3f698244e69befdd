import { angleBetweenQuaternions, slerpQuaternions } from '@handreel/core/internal';
import type { HandPose } from './hand-pose.ts';
import { findShare, OneEuroFilter } from './one-euro.ts';

// Values for 30 frames per second and the noise of webcams: at rest about 0.1 s of lag, in motion 0.03 s.
const PLACE = { cutoff: 1.5, speedFactor: 12 };
const DEPTH = { cutoff: 0.8, speedFactor: 6 };
const ANGLES = { cutoff: 2, speedFactor: 0.03 };
const TURN = { cutoff: 1.5, speedFactor: 0.5 };

/** Smooths a hand in the space of the camera: the wrist and the angles, so that bones keep their lengths. */
export class HandSmoother {
	readonly #place = new OneEuroFilter(2, PLACE);
	readonly #depth = new OneEuroFilter(1, DEPTH);
	readonly #angles = new OneEuroFilter(20, ANGLES);
	readonly #rotation = new Float64Array(4);
	#speed = 0;
	#isEmpty = true;

	reset(): void {
		this.#isEmpty = true;
		for (const filter of [this.#place, this.#depth, this.#angles]) filter.reset();
	}

	/** Smooths a hand and places its joints. */
	apply(hand: HandPose, elapsed: number): void {
		this.#place.apply(hand.wrist.subarray(0, 2), elapsed);
		this.#depth.apply(hand.wrist.subarray(2, 3), elapsed);
		this.#angles.apply(hand.angles, elapsed);
		this.#turn(hand.wrist, elapsed);
		hand.place();
	}

	#turn(wrist: Float64Array, elapsed: number): void {
		if (!this.#isEmpty) {
			const angle = angleBetweenQuaternions(this.#rotation, wrist, 0, 3);
			this.#speed += findShare(1, elapsed) * (angle / elapsed - this.#speed);
			const share = findShare(TURN.cutoff + TURN.speedFactor * this.#speed, elapsed);
			slerpQuaternions(this.#rotation, wrist, share, wrist, 0, 3, 3);
		} else this.#speed = 0;
		this.#isEmpty = false;
		this.#rotation.set(wrist.subarray(3, 7));
	}
}
