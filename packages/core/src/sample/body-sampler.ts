import { BODY_JOINT_COUNT, type BodyCurves, findBody } from '../model/body-joints.ts';
import type { PoseCurves, Recording } from '../model/recording.ts';
import { readWrapMode } from '../model/wrap-mode.ts';
import { checkOptions, POSE_STRIDE, type SampleOptions } from './frame-sample.ts';
import { Part } from './part.ts';
import { SampledState } from './sampled-state.ts';

/** A body at one time. */
export interface BodySample {
	tracked: boolean;
	/** 83 poses of seven floats in the order of `BODY_JOINTS`; NaN for joints that were not recorded. */
	readonly joints: Float32Array;
}

/**
 * Samples the body of a recording at many times.
 *
 * @example
 * const sampler = BodySampler.create(recording, { space: 'webxr' });
 * const body = sampler?.sample(1.5, sampler.createSample());
 */
export class BodySampler {
	readonly #part: Part;
	readonly #tracked: SampledState | null;

	/** Returns `null` for a recording without a body. */
	static create(recording: Recording, options: SampleOptions = {}): BodySampler | null {
		const body = findBody(recording);
		return body && new BodySampler(body, options);
	}

	private constructor({ tracked, joints }: BodyCurves, options: SampleOptions) {
		checkOptions(options);
		this.#part = new Part(joints, POSE_STRIDE, options);
		this.#tracked = tracked && new SampledState(tracked, readWrapMode(options.defaultWrap, 'defaultWrap'));
	}

	/** Creates a body to fill. */
	createSample(): BodySample {
		return { tracked: false, joints: new Float32Array(BODY_JOINT_COUNT * POSE_STRIDE).fill(Number.NaN) };
	}

	/** Fills `out` with the body at a time in seconds and returns it. Allocates nothing. */
	sample(time: number, out: BodySample): BodySample {
		out.tracked = this.#tracked?.sample(time) ?? true;
		this.#part.sample(time, out.joints);
		return out;
	}
}

/** Returns a function that fills seven floats with a pose at a time in seconds. */
export function createPoseSampler(
	pose: PoseCurves,
	options: SampleOptions = {},
): (time: number, out: Float32Array) => void {
	checkOptions(options);
	const part = new Part([pose], POSE_STRIDE, options);
	return (time, out) => part.sample(time, out);
}
