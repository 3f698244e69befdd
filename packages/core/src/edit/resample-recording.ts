import type { Recording } from '../model/recording.ts';
import { bakeFrames, spreadTimes } from '../sample/bake.ts';
import { replaceRows } from './replace-rows.ts';

/** Where {@link resampleRecording} puts keys: at a frame rate or at given times. */
export type ResampleOptions = (
	| {
			/** Hz: keys per second from 0 to the duration, which also gets a key. */
			readonly frameRate: number;
	  }
	| {
			/** Seconds, in any order; repeated times count once. */
			readonly times: ArrayLike<number>;
	  }
) & {
	/** The wrap mode of curves with wrap mode 0 (Default). Default: they loop. */
	readonly defaultWrap?: number;
};

/**
 * A recording with keys at regular or given times. All poses and rays get linear keys in lockstep, with rotations and
 * directions at unit length, and hold their ends.
 *
 * Tracked and pinching keep their curves, and so the exact times at which they change. Vectors without keys, such as
 * those of joints that were never seen, stay empty. Throws `RangeError` for a frame rate that is not above 0, for an
 * empty list of times, and for times that are not finite.
 *
 * @example
 * // Keys at 0, 0.011, 0.025, … s → keys at 0, 1/30, 2/30, … s
 * resampleRecording(recording, { frameRate: 30 })
 */
export function resampleRecording(recording: Recording, options: ResampleOptions): Recording {
	if (typeof options !== 'object' || options === null || !('frameRate' in options || 'times' in options))
		throw new TypeError('options: expected { frameRate } or { times }');
	const wanted =
		'frameRate' in options
			? [...spreadTimes(recording.duration, options.frameRate), recording.duration]
			: Array.from(options.times);
	const times = Float64Array.from(new Set(wanted.map(Math.fround))).sort();
	if (times.length === 0) throw new RangeError('times: the list is empty');
	for (const time of times) if (!Number.isFinite(time)) throw new RangeError(`times: ${time} is not a finite number`);
	const { defaultWrap } = options;
	const baked = bakeFrames(recording, { times }, defaultWrap === undefined ? {} : { defaultWrap });
	return replaceRows(recording, baked);
}
