import { createStringDecoder, lengthPrefixSize, readString, writeString } from '../bytes/string.ts';
import type { ByteView } from '../bytes/view.ts';
import { failAt } from '../issue/error.ts';
import type { Marker } from '../model/recording.ts';

/**
 * The most markers that are read and written. A marker takes five bytes in a file and many times that in memory, so
 * without a limit a small file could take a lot of memory.
 */
export const MAX_MARKERS = 0x1_0000;

const COUNT_SIZE = 4;
const MIN_MARKER_SIZE = 5;

/**
 * Reads a marker list that must end with the file. Throws `truncated`, `bad-count`, `bad-string`, `bad-marker-time`,
 * `trailing-bytes`.
 */
export function readMarkers(view: ByteView, byteOffset: number): Marker[] {
	const end = view.byteLength;
	const left = end - byteOffset;
	if (left < COUNT_SIZE) {
		failAt(
			'truncated',
			'markers',
			byteOffset,
			`markers: the count needs ${COUNT_SIZE} bytes, but [${byteOffset}, ${end}) holds ${left}`,
		);
	}
	const count = view.getInt32(byteOffset, true);
	if (count < 0) failAt('bad-count', 'markers', byteOffset, `markers: the count ${count} is negative`);
	if (count > MAX_MARKERS) {
		failAt('bad-count', 'markers', byteOffset, `markers: the count is ${count}; at most ${MAX_MARKERS} are supported`);
	}
	const markers: Marker[] = [];
	const decoder = createStringDecoder();
	const path = (): string => `markers[${markers.length}]`;
	const namePath = (): string => `${path()}.name`;
	let offset = byteOffset + COUNT_SIZE;
	while (markers.length < count) {
		if (end - offset < MIN_MARKER_SIZE) {
			const message = `${path()}: the file ends at ${end}, after ${markers.length} of ${count} markers`;
			failAt('truncated', path(), offset, message);
		}
		const time = view.getFloat32(offset, true);
		if (Number.isNaN(time)) failAt('bad-marker-time', `${path()}.time`, offset, `${path()}.time: must not be NaN`);
		const name = readString(view, offset + 4, decoder, namePath);
		markers.push({ time, name: name.value });
		offset = name.end;
	}
	if (offset < end) {
		failAt('trailing-bytes', '', offset, `[${offset}, ${end}): ${end - offset} unexpected bytes after the marker list`);
	}
	return markers;
}

/** Returns the size of a marker list in bytes. */
export function markersByteLength(names: readonly Uint8Array[]): number {
	let size = COUNT_SIZE;
	for (const name of names) size += 4 + lengthPrefixSize(name.length) + name.length;
	return size;
}

/** Writes a marker list and returns the offset after it. */
export function writeMarkers(
	target: Uint8Array,
	view: DataView,
	byteOffset: number,
	markers: readonly Marker[],
	names: readonly Uint8Array[],
): number {
	view.setInt32(byteOffset, markers.length, true);
	let offset = byteOffset + COUNT_SIZE;
	markers.forEach((marker, i) => {
		view.setFloat32(offset, marker.time, true);
		offset = writeString(target, offset + 4, names[i] ?? new Uint8Array());
	});
	return offset;
}

/**
 * Checks that markers, or the events of a track, can be written. Throws `RangeError` for a time that does not fit into a float32 and `TypeError`
 * for a name that is not a string; both name the marker.
 */
export function checkMarkers(markers: readonly Marker[], argument = 'recording.markers'): void {
	markers.forEach(({ time, name }, i) => {
		checkMarkerTime(time, `${argument}[${i}].time`);
		checkMarkerName(name, `${argument}[${i}].name`);
	});
}

/** Throws unless a file can hold the time of a marker: any float32, also infinite, but not NaN. */
export function checkMarkerTime(time: number, argument: string): void {
	if (typeof time !== 'number') throw new TypeError(`${argument}: ${time} is not a number`);
	const rounded = Math.fround(time);
	if (Number.isNaN(rounded) || (Number.isFinite(time) && !Number.isFinite(rounded))) {
		throw new RangeError(`${argument}: ${time} is not a float32 number`);
	}
}

/** Throws `TypeError` unless the name of a marker is a string. */
export function checkMarkerName(name: string, argument: string): void {
	if (typeof name !== 'string') throw new TypeError(`${argument}: not a string`);
}
