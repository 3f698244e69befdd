/**
 * UTF-8 bytes as a string. A byte order mark at the start is left out, unless it is part of a stored text (`keepMark`).
 * Throws `TypeError` for bytes that are not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, keepMark = false): string {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark });
	// Decoders refuse shared memory; `slice` copies out of it.
	return decoder.decode(bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice());
}

/** The offset of the first byte that is not UTF-8, or −1. */
export function findInvalidUtf8(bytes: Uint8Array): number {
	let at = 0;
	while (at < bytes.length) {
		const first = bytes[at]!;
		const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
		if (size === 0) return at;
		if (size > 1) {
			// Too long forms, surrogates and numbers above 0x10ffff are refused by the second byte.
			const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
			const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
			const second = bytes[at + 1] ?? 0;
			if (second < low || second > high) return at;
			for (let i = at + 2; i < at + size; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return at;
		}
		at += size;
	}
	return -1;
}
