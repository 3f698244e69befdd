import { type ByteSpan, WRAP_MODES } from '@handreel/core';
import { formatFloat } from '@handreel/text';

/** Bytes that have a meaning together, such as a key. */
export interface DecodedRow {
	readonly byteOffset: number;
	readonly bytes: Uint8Array;
	/** The values that the bytes encode, in words. */
	readonly text: string;
	/** The time of a key or marker in seconds; `null` for other bytes. */
	readonly time: number | null;
}

/** The size of a curve's header: two wrap modes and the number of keys. */
const CURVE_HEADER_SIZE = 12;
/** Bytes per row where bytes have no structure. */
const PLAIN_ROW = 8;
const PAGE = 512;
const FULL_KEY_SIZE = 28;
const WEIGHTED_MODES = ['none', 'in', 'out', 'both'];

/** The size of a page in bytes. Keys are not divided. */
export function getPageSize(keySize: number): number {
	return keySize > 0 ? Math.floor(PAGE / keySize) * keySize : PAGE;
}

/**
 * Decodes bytes of a span. `start` is their offset in the file. `keySize` is the size of a key in bytes, 0 for spans that are
 * not keys.
 */
export function decodeSpan(what: ByteSpan['what'], bytes: Uint8Array, start: number, keySize: number): DecodedRow[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (what === 'keys' && keySize > 0) {
		return Array.from({ length: Math.floor(bytes.length / keySize) }, (_, i) => {
			const at = i * keySize;
			return {
				byteOffset: start + at,
				bytes: bytes.subarray(at, at + keySize),
				text: decodeKey(view, at, keySize),
				time: view.getFloat32(at, true),
			};
		});
	}
	const row = (text: string, time: number | null = null): DecodedRow[] => [{ byteOffset: start, bytes, text, time }];
	if (what === 'magic' && bytes.length === 8) return row('magic number');
	if (what === 'version' && bytes.length >= 8)
		return row(`version ${view.getInt32(0, true)}.${view.getInt32(4, true)}`);
	if (what === 'flag' && bytes.length === 1) return row(bytes[0] === 0 ? 'absent' : 'present');
	if (what === 'curve header' && bytes.length === CURVE_HEADER_SIZE) {
		const [before, after] = [view.getInt32(0, true), view.getInt32(4, true)].map(nameWrap);
		return row(`before: ${before}, after: ${after}, ${view.getInt32(8, true)} keys`);
	}
	if (what === 'marker count' && bytes.length === 4) return row(`${view.getInt32(0, true)} markers`);
	if (what === 'marker' && bytes.length >= 5) {
		const time = view.getFloat32(0, true);
		return row(`time ${formatFloat(time)} s, name “${readName(bytes)}”`, time);
	}
	return Array.from({ length: Math.ceil(bytes.length / PLAIN_ROW) }, (_, i) => {
		const part = bytes.subarray(i * PLAIN_ROW, (i + 1) * PLAIN_ROW);
		return { byteOffset: start + i * PLAIN_ROW, bytes: part, text: toText(part), time: null };
	});
}

function decodeKey(view: DataView, at: number, keySize: number): string {
	const float = (index: number): string => formatFloat(view.getFloat32(at + index * 4, true));
	const simple = `time ${float(0)}, value ${float(1)}`;
	if (keySize < FULL_KEY_SIZE) return simple;
	const mode = view.getInt32(at + 24, true);
	return `${simple}, slopes ${float(2)} ${float(3)}, weights ${float(4)} ${float(5)} (${WEIGHTED_MODES[mode] ?? mode})`;
}

function nameWrap(mode: number): string {
	return Object.entries(WRAP_MODES).find(([, value]) => value === mode)?.[0] ?? String(mode);
}

// A name is preceded by its length: seven bits per byte, the lowest first; the highest bit is set if more follow.
function readName(bytes: Uint8Array): string {
	let at = 4;
	while (at < bytes.length && (bytes[at]! & 0x80) !== 0) at++;
	return new TextDecoder().decode(bytes.subarray(at + 1));
}

function toText(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
}
