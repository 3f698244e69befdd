import { rotateVector } from '@handreel/core/internal';
import type { HandPose } from './hand-pose.ts';

/** How far a fitted hand can be trusted. */
export interface HandQuality {
	/** `good`, `fair` or `poor`. Measured errors are in the README. */
	readonly grade: 'good' | 'fair' | 'poor';
	/** What would help, such as `turn your palm to the camera`; `null` if the grade is good. */
	readonly advice: string | null;
	/** The error in the picture as a share of the length of the hand there. */
	readonly error: number;
}

const LIMITS = {
	/** Errors in the picture beyond which a fit is fair, and poor. */
	fair: 0.05,
	poor: 0.09,
	/** Meters from the camera within which hands are seen well. */
	near: 0.2,
	far: 1,
	/** The cosine between the direction out of the palm and that to the camera below which the back is seen. */
	back: -0.2,
	/** The cosine between the fingers and the direction to the camera beyond which only tips are seen. */
	tips: 0.75,
};

/** Judges a fitted hand in the space of the camera, before it is smoothed. */
export function judgeHand({ wrist }: HandPose, error: number): HandQuality {
	const distance = Math.hypot(wrist[0]!, wrist[1]!, wrist[2]!);
	const toCamera = [0, 1, 2].map((i) => -wrist[i]! / distance);
	const along = (axis: readonly number[]): number => {
		const turned = rotateVector(wrist, axis, [0, 0, 0], 3);
		return turned.reduce((sum, value, i) => sum + value * toCamera[i]!, 0);
	};
	const palm = along([0, -1, 0]);
	const tips = along([0, 0, -1]);
	const advice =
		distance < LIMITS.near
			? 'move your hand away from the camera'
			: distance > LIMITS.far
				? 'move your hand closer to the camera'
				: palm < LIMITS.back || tips > LIMITS.tips
					? 'turn your palm to the camera'
					: error > LIMITS.fair
						? 'more light, and a calm background'
						: null;
	const isPoor = error > LIMITS.poor || (palm < LIMITS.back && tips > 0.4);
	return { grade: isPoor ? 'poor' : advice === null ? 'good' : 'fair', advice, error };
}
