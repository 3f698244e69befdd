import type { Marker, Recording } from '../model/recording.ts';
import { formatExactSeconds } from './check-times.ts';
import { type CutOptions, cutRecording, measureStart } from './trim-recording.ts';

/** A piece of a split recording. */
export interface RecordingPiece {
	/** The name of the marker at its start (for the first piece: at 0), or an empty string. */
	readonly name: string;
	/** Where it started in the whole, in seconds. */
	readonly start: number;
	readonly recording: Recording;
}

/**
 * The pieces of a recording, cut at the given times (seconds, in any order; repeated times count once): one piece more
 * than times.
 *
 * Each piece is cut like {@link trimRecording} does. The first piece keeps everything before 0, the last piece
 * everything after its start. Every marker is in exactly one piece; a marker at a cut is in the later one. Throws
 * `RangeError` for times that are not inside the recording: before or at its start (0, or the first key before 0), at or
 * after its end.
 *
 * @example
 * // 10 s → 0–4 s and 4–10 s, both starting at 0
 * const [intro, rest] = splitRecording(recording, [4]);
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
	const begin = cuts.length > 0 && !(cuts[0]! > 0) ? measureStart(recording) : 0;
	const outside = cuts.find((time) => !(time > begin && time < recording.duration));
	if (outside !== undefined) {
		const span = `from ${formatExactSeconds(begin)} to ${formatExactSeconds(recording.duration)}`;
		throw new RangeError(`times: ${formatExactSeconds(outside)} is not inside the recording, which lasts ${span}`);
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

/** How {@link splitAtMarkers} cuts. */
export interface SplitOptions extends CutOptions {
	/** Returns true for markers to cut at. Default: all markers. */
	readonly isCut?: ((marker: Marker) => boolean) | undefined;
}

/**
 * The pieces of a recording, cut at its markers. Each piece is named after the marker at its start. Markers at or
 * before 0 and at or after the end do not cut; a marker at 0 names the first piece.
 */
export function splitAtMarkers(recording: Recording, options: SplitOptions = {}): RecordingPiece[] {
	const { isCut = () => true, ...trim } = options;
	const { markers, duration } = recording;
	const inside = markers.filter(({ time }) => Math.fround(time) > 0 && Math.fround(time) < duration);
	const times = inside.filter((marker) => isCut(marker)).map(({ time }) => time);
	return splitRecording(recording, times, trim);
}
