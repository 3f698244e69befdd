import { estimateTimesRate } from '../codec/estimate-frame-rate.ts';
import { listKeyTimes } from '../curves/key-times.ts';
import type { Curve } from '../model/curve.ts';
import { type Recording, SIDES } from '../model/recording.ts';
import { MEASURED_JOINTS } from './points.ts';

/** The frames of a recording, as its keys show them. */
export interface FrameMeasures {
	/** Distinct key times of head, gaze, wrists, fingertips and controllers. Recorders drop keys on straight lines. */
	readonly count: number;
	/** Frames per second; `null` if the key times do not show it. */
	readonly frameRate: number | null;
	/**
	 * Seconds: the standard deviation of the intervals between key times from whole numbers of frames; `null` without a
	 * rate.
	 */
	readonly jitter: number | null;
	/** The share of frames without a key, between the first and the last; `null` without a rate. */
	readonly missedShare: number | null;
	/** Seconds between two key times, at most. */
	readonly longestInterval: number;
}

/** Measures the frames of a recording. */
export function measureFrames(recording: Recording): FrameMeasures {
	const times = listKeyTimes(listWatched(recording));
	const { frameRate } = estimateTimesRate(times);
	const intervals = times.length - 1;
	let longestInterval = 0;
	let squares = 0;
	let frames = 0;
	for (let i = 1; i < times.length; i++) {
		const interval = times[i]! - times[i - 1]!;
		longestInterval = Math.max(longestInterval, interval);
		if (frameRate === null) continue;
		const whole = Math.max(1, Math.round(interval * frameRate));
		squares += (interval - whole / frameRate) ** 2;
		frames += whole;
	}
	const isKnown = frameRate !== null && intervals > 0;
	return {
		count: times.length,
		frameRate,
		jitter: isKnown ? Math.sqrt(squares / intervals) : null,
		missedShare: isKnown ? 1 - intervals / frames : null,
		longestInterval,
	};
}

// Curves that move differently, so that together they show most frames.
function listWatched({ head, gaze, hands, controllers }: Recording): Curve[] {
	const curves: Curve[] = [];
	if (head !== null) curves.push(head.position.x, head.position.y, head.rotation.x, head.rotation.y);
	if (gaze !== null) curves.push(gaze.direction.x, gaze.direction.y);
	for (const side of SIDES) {
		const hand = hands?.[side];
		if (hand) for (const joint of MEASURED_JOINTS) curves.push(hand.joints[joint].position.x);
		const controller = controllers?.[side];
		if (controller) curves.push(controller.grip.position.x, controller.grip.rotation.x);
	}
	return curves;
}
