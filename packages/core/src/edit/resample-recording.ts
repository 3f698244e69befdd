import type { Recording } from '../model/recording.ts';
import { type BakeTimes, bakeFrames, spreadTimes } from '../sample/bake.ts';
import { replaceRows } from './replace-rows.ts';

/** How a recording is resampled. */
export interface ResampleOptions {
	/** The wrap mode that curves with wrap mode 0 (Default) take; Loop where nothing is set. */
	readonly defaultWrap?: number;
}

/**
 * A recording with keys at regular times: `frameRate` per second from 0 to the duration, whose end gets a key too, or at
 * given times (seconds; sorted here, repeated ones count once). All poses and rays have straight keys then, in
 * lockstep, with rotations and directions at unit length, and hold their ends.
 *
 * Tracked and pinching keep their curves, and so the exact times at which they change; vectors without keys, such as
 * those of joints that were never seen, stay without. Throws `RangeError` for a rate that is not above 0, for no times
 * at all, and for times that are not finite.
 */
export function resampleRecording(recording: Recording, at: BakeTimes, options: ResampleOptions = {}): Recording {
	if (typeof at !== 'object' || at === null || !('frameRate' in at || 'times' in at))
		throw new TypeError('at: expected { frameRate } or { times }');
	const wanted =
		'frameRate' in at ? [...spreadTimes(recording.duration, at.frameRate), recording.duration] : Array.from(at.times);
	const times = Float64Array.from(new Set(wanted.map(Math.fround))).sort();
	if (times.length === 0) throw new RangeError('at.times: there are none');
	for (const time of times)
		if (!Number.isFinite(time)) throw new RangeError(`at.times: ${time} is not a finite number`);
	return replaceRows(recording, bakeFrames(recording, { ...options, times }));
}
