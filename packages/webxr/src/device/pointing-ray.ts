import { estimateRay } from '@handreel/core';
import { rotateVector } from '@handreel/core/internal';
import { createLookPose, POSE_SIZE, type Pose, ROTATION } from './pose.ts';
import type { HandView } from './replay-options.ts';

/** Seconds in which the ray follows the hand by 63 %. */
const LAG = 0.045;

/** The pointing ray of a hand, which follows the hand with a short lag. */
export class PointingRay {
	/** Six numbers: origin and direction. */
	#ray: readonly number[] | null = null;

	/** Returns the ray `elapsed` seconds after the last call; `null` starts again without a lag. */
	update({ side, joints, head }: HandView, elapsed: number | null): Pose {
		const wrist = joints.subarray(0, POSE_SIZE);
		const last = this.#ray;
		let ray = estimateRay(side, wrist, head);
		if (last !== null && elapsed !== null) {
			const share = 1 - Math.exp(-elapsed / LAG);
			ray = last.map((value, i) => value + (ray[i]! - value) * share);
		}
		this.#ray = ray;
		return createLookPose(ray, ray.slice(3), rotateVector(wrist, [0, 1, 0], [] as number[], ROTATION));
	}
}
