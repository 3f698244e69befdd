import { checkPositive } from '../issue/error.ts';

const FLOAT32_EPSILON = 2 ** -23;
/** 2 GB of times. */
const MAX_COUNT = 2 ** 28;

/**
 * Lists the times of frames in seconds, evenly from 0 to a duration at a frame rate in Hz. Includes the last frame of a
 * recording made at this frame rate, although float32 may have rounded its duration down.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for a duration that is not finite, and for more than
 * `maxCount` frames.
 *
 * @example listFrameTimes(recording.duration, 60) // 0, 1/60, 2/60, …
 */
export function listFrameTimes(duration: number, frameRate: number, maxCount: number = MAX_COUNT): Float64Array {
	checkPositive(frameRate, 'frameRate');
	if (!Number.isFinite(duration)) throw new RangeError(`recording.duration: ${duration} is not finite; pass times`);
	const count = Math.floor(duration * frameRate * (1 + FLOAT32_EPSILON)) + 1;
	if (count > maxCount) {
		throw new RangeError(`frameRate: a recording of ${duration} s would take ${count} rows, too many`);
	}
	const times = new Float64Array(count);
	for (let i = 0; i < count; i++) times[i] = i / frameRate;
	return times;
}
