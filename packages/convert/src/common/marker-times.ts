import type { Marker } from '@handreel/core';

/** Throws `RangeError` for a marker time that is not a float32 number, as writing a recording does. */
export function checkMarkers(markers: readonly Marker[]): void {
	markers.forEach(({ time, name }, i) => {
		const rounded = Math.fround(time);
		if (Number.isNaN(rounded) || (Number.isFinite(time) && !Number.isFinite(rounded))) {
			throw new RangeError(`recording.markers[${i}].time: ${time} is not a float32 number`);
		}
		if (typeof name !== 'string') throw new TypeError(`recording.markers[${i}].name: expected a string`);
	});
}
