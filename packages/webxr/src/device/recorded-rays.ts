import { POSE_STRIDE, type Recording, type SampleOptions, type Side } from '@handreel/core';
import { createPoseSampler, nameTransientPointer } from '@handreel/core/internal';
import type { Pose } from './pose.ts';

/** The recorded rays of the transient pointers of a side, as Vision Pro has them. */
export class RecordedRays {
	readonly #sample: ((time: number, out: Float32Array) => void) | null;
	readonly #ray: Float32Array = new Float32Array(POSE_STRIDE);

	constructor({ tracks }: Recording, side: Side, options: SampleOptions) {
		const track = tracks.find(({ name }) => name === nameTransientPointer(side));
		this.#sample = track?.kind === 'pose' ? createPoseSampler(track, options) : null;
	}

	/** Returns the ray at a time, along −z; `null` if rays were not recorded. */
	sample(time: number): Pose | null {
		this.#sample?.(time, this.#ray);
		return this.#sample && this.#ray.slice();
	}
}
