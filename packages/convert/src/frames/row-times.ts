import { createRecording, type Recording } from '@handreel/core';
import { listEvenTimes, listKeyTimes } from '@handreel/core/internal';
import type { FrameOptions } from './options.ts';

/** Lists the times of the rows, in increasing order. */
export function listRowTimes(recording: Recording, { frameRate, times }: FrameOptions): ArrayLike<number> {
	if (frameRate !== undefined && times !== undefined) throw new TypeError('frameRate, times: give only one of them');
	if (times !== undefined) return checkTimes(times);
	return frameRate === undefined ? listOwnTimes(recording) : listEvenTimes(recording, frameRate);
}

function checkTimes(times: ArrayLike<number>): ArrayLike<number> {
	for (let i = 0; i < times.length; i++) {
		const time = times[i]!;
		if (!Number.isFinite(Math.fround(time))) throw new RangeError(`times[${i}]: ${time} is not a float32 number`);
		if (i > 0 && !(time > times[i - 1]!)) {
			throw new RangeError(`times[${i}]: ${time} does not come after ${times[i - 1]}`);
		}
	}
	return times;
}

// Lists each finite time of a marker, or of a key that has a column, once.
function listOwnTimes(recording: Recording): Float32Array {
	// Tracks have no columns.
	const keyTimes = listKeyTimes(
		recording.tracks.length === 0 ? recording : createRecording({ ...recording, tracks: [] }),
	);
	if (recording.markers.length === 0) return keyTimes;
	const markerTimes = recording.markers.map(({ time }) => Math.fround(time)).filter(Number.isFinite);
	return Float32Array.from(new Set([...keyTimes, ...markerTimes])).sort();
}
