import type { Marker, Recording } from '../model/recording.ts';
import { type CutOptions, cutRecording } from './trim-recording.ts';

/** A part of a recording. */
export interface RecordingPiece {
	/** The name of the marker at its start (for the first piece: at 0), or an empty string. */
	readonly name: string;
	/** Where it started in the whole, in seconds. */
	readonly start: number;
	readonly recording: Recording;
}

/**
 * A recording in pieces, cut at the given times (seconds, in any order; repeated ones count once): one piece more than
 * times. Each is cut as {@link trimRecording} does it; the first one also has all that lies before 0, the last one
 * all that comes after its start. Every marker is in one piece; at a cut, in the later one.
 *
 * Throws `RangeError` for times that are not finite.
 */
export function splitRecording(
	recording: Recording,
	times: ArrayLike<number>,
	options: CutOptions = {},
): RecordingPiece[] {
	const cuts = [...new Set(Float32Array.from(times))].sort((a, b) => a - b);
	for (const time of cuts) {
		if (!Number.isFinite(time)) throw new RangeError(`times: ${time} is not a finite number`);
	}
	const starts = [Number.NEGATIVE_INFINITY, ...cuts];
	return starts.map((start, i) => {
		const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
		const isLast = i === starts.length - 1;
		const part = cutRecording(recording, start, end, (time) => isLast || time < end, options);
		const origin = i === 0 ? 0 : start;
		const name = recording.markers.find(({ time }) => Math.fround(time) === origin)?.name ?? '';
		return { name, start: origin, recording: part };
	});
}

/** Which markers {@link splitAtMarkers} cuts at. */
export interface SplitOptions extends CutOptions {
	/** Default: all markers. */
	readonly isCut?: (marker: Marker) => boolean;
}

/**
 * A recording in pieces, cut at its markers; each piece is named after the marker at which it starts. Markers at or
 * before 0, and at or after the end, cut nothing off; one at 0 names the first piece.
 */
export function splitAtMarkers(recording: Recording, options: SplitOptions = {}): RecordingPiece[] {
	const { isCut = () => true, ...trim } = options;
	const { markers, duration } = recording;
	const inside = markers.filter(({ time }) => Math.fround(time) > 0 && Math.fround(time) < duration);
	const times = inside.filter((marker) => isCut(marker)).map(({ time }) => time);
	return splitRecording(recording, times, trim);
}
