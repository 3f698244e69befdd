import { checkMarkerName, checkMarkerTime } from '../codec/markers.ts';
import { replaceFields } from '../model/map-curves.ts';
import type { Marker, Recording } from '../model/recording.ts';

/**
 * The recording with one more marker. It goes before the first later marker and after markers at the same time, so
 * sorted markers stay sorted.
 *
 * Throws `RangeError` for a time that does not fit into a float32, `TypeError` for a name that is not a string.
 *
 * @example addMarker(recording, { time: 1.5, name: 'grab' })
 */
export function addMarker(recording: Recording, marker: Marker): Recording {
	checkMarkerTime(marker.time, 'marker.time');
	checkMarkerName(marker.name, 'marker.name');
	return insertMarker(recording, recording.markers, { time: marker.time, name: marker.name });
}

/**
 * The recording with a marker renamed. `index` is its position in `markers`. Throws like {@link addMarker}, and
 * `RangeError` if there is no such marker.
 */
export function renameMarker(recording: Recording, index: number, name: string): Recording {
	const marker = markerAt(recording, index);
	checkMarkerName(name, 'name');
	if (marker.name === name) return recording;
	return replaceFields(recording, { markers: recording.markers.with(index, { time: marker.time, name }) });
}

/**
 * The recording with a marker at another time, in seconds. Sorted markers stay sorted. Throws like
 * {@link renameMarker}.
 */
export function moveMarker(recording: Recording, index: number, time: number): Recording {
	const marker = markerAt(recording, index);
	checkMarkerTime(time, 'time');
	if (Object.is(marker.time, time)) return recording;
	return insertMarker(recording, recording.markers.toSpliced(index, 1), { time, name: marker.name });
}

/**
 * The recording without a marker. `index` is its position in `markers`. Throws `RangeError` if there is no such marker.
 */
export function removeMarker(recording: Recording, index: number): Recording {
	markerAt(recording, index);
	return replaceFields(recording, { markers: recording.markers.toSpliced(index, 1) });
}

function insertMarker(recording: Recording, others: readonly Marker[], marker: Marker): Recording {
	const later = others.findIndex(({ time }) => time > marker.time);
	return replaceFields(recording, { markers: others.toSpliced(later < 0 ? others.length : later, 0, marker) });
}

function markerAt({ markers }: Recording, index: number): Marker {
	const marker = Number.isInteger(index) ? markers[index] : undefined;
	if (marker === undefined) throw new RangeError(`index: ${index} is not one of the ${markers.length} markers`);
	return marker;
}
