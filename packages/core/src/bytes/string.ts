import { failAt } from '../issue/error.ts';
import type { ByteView } from './view.ts';

// .NET's BinaryWriter writes a string as the number of its UTF-8 bytes in groups of seven bits, low group first, with
// the high bit set on every group but the last, and then the bytes (FORMAT.md, "Markers").

/** Node's types declare `TextDecoder` as a value only. */
type StringDecoder = InstanceType<typeof TextDecoder>;

/** A string and the offset after it. */
export interface ReadString {
	readonly value: string;
	readonly end: number;
}

/** Reads a length-prefixed string; `path` names it in errors. Throws `truncated` and `bad-string`. */
export function readString(view: ByteView, byteOffset: number, decoder: StringDecoder, path: () => string): ReadString {
	let length = 0;
	let start = byteOffset;
	for (let shift = 0; ; shift += 7) {
		if (start >= view.byteLength) {
			failAt('truncated', path(), byteOffset, `${path()}: the file ends at ${start}, inside the length of a name`);
		}
		const group = view.getUint8(start++);
		// An Int32 has room for four groups and three bits.
		if (shift === 28 && group > 0x07) {
			failAt('bad-string', path(), byteOffset, `${path()}: the length of the name does not fit 32 bits`);
		}
		length += (group & 0x7f) << shift;
		if (group < 0x80) {
			if (group === 0 && shift > 0) {
				const size = start - byteOffset;
				failAt(
					'bad-string',
					path(),
					byteOffset,
					`${path()}: length ${length} is encoded in ${size} bytes, more than needed`,
				);
			}
			break;
		}
	}
	const left = view.byteLength - start;
	if (length > left) {
		failAt(
			'truncated',
			path(),
			byteOffset,
			`${path()}: the name needs ${length} bytes, but [${start}, ${view.byteLength}) holds ${left}`,
		);
	}
	// A copy, because decoders reject shared memory.
	const bytes = new Uint8Array(length);
	for (let i = 0; i < length; i++) bytes[i] = view.getUint8(start + i);
	try {
		return { value: decoder.decode(bytes), end: start + length };
	} catch {
		return failAt('bad-string', path(), byteOffset, `${path()}: [${start}, ${start + length}) is not valid UTF-8`);
	}
}

/** Reads the length before a string, in any encoding, and the offset after it. Returns `null` if there is none. */
export function readLength(view: ByteView, byteOffset: number): { length: number; end: number } | null {
	let length = 0;
	for (let i = 0; i < 5 && byteOffset + i < view.byteLength; i++) {
		const group = view.getUint8(byteOffset + i);
		length += (group & 0x7f) * 2 ** (7 * i);
		if (group < 0x80) return { length, end: byteOffset + i + 1 };
	}
	return null;
}

/** Creates a decoder that rejects malformed UTF-8 and keeps a leading U+FEFF. */
export function createStringDecoder(): StringDecoder {
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

/** Returns the size of a string's length prefix in bytes. */
export function lengthPrefixSize(length: number): number {
	let size = 1;
	for (let rest = length >>> 7; rest > 0; rest >>>= 7) size++;
	return size;
}

/** Writes a length-prefixed string and returns the offset after it. */
export function writeString(target: Uint8Array, byteOffset: number, encoded: Uint8Array): number {
	let offset = byteOffset;
	let rest = encoded.length;
	for (; rest > 0x7f; rest >>>= 7) target[offset++] = (rest & 0x7f) | 0x80;
	target[offset++] = rest;
	target.set(encoded, offset);
	return offset + encoded.length;
}
