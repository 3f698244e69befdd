import { readLength } from '../../bytes/string.ts';
import type { ByteView } from '../../bytes/view.ts';
import { MAX_MARKERS } from '../../codec/markers.ts';
import type { Marker } from '../../model/recording.ts';

/** The result of {@link salvageMarkers}. */
export interface SalvagedMarkers {
	readonly markers: readonly Marker[];
	/** The byte offset of each marker, and of the end of the last marker. */
	readonly offsets: readonly number[];
	/** The number of markers whose time or name was replaced. */
	readonly repaired: number;
}

/**
 * Reads the complete markers of a damaged list. A NaN time is replaced by the time of the previous marker, since MRTK keeps
 * them in order; bytes that are not UTF-8 become U+FFFD. An impossible count is ignored if markers then fill the file to
 * its end.
 */
export function salvageMarkers(view: ByteView, byteOffset: number): SalvagedMarkers {
	const end = view.byteLength;
	let offset = byteOffset + 4;
	if (offset > end) return { markers: [], offsets: [byteOffset], repaired: 0 };
	const count = view.getInt32(byteOffset, true);
	const isPossible = count >= 0 && count <= MAX_MARKERS;
	const limit = isPossible ? count : MAX_MARKERS;
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
	const markers: Marker[] = [];
	const offsets = [offset];
	let repaired = 0;
	while (markers.length < limit && offset + 5 <= end) {
		const time = view.getFloat32(offset, true);
		const prefix = readLength(view, offset + 4);
		if (prefix === null || prefix.length > end - prefix.end) break;
		const bytes = new Uint8Array(prefix.length);
		for (let i = 0; i < bytes.length; i++) bytes[i] = view.getUint8(prefix.end + i);
		const name = decoder.decode(bytes);
		if (Number.isNaN(time) || !isDecodable(strict, bytes)) repaired++;
		markers.push({ time: Number.isNaN(time) ? (markers.at(-1)?.time ?? 0) : time, name });
		offset = prefix.end + prefix.length;
		offsets.push(offset);
	}
	if (!isPossible && offset !== end) return { markers: [], offsets: [byteOffset + 4], repaired: 0 };
	return { markers, offsets, repaired };
}

function isDecodable(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): boolean {
	try {
		decoder.decode(bytes);
		return true;
	} catch {
		return false;
	}
}
