let table: Uint32Array | undefined;

/**
 * Computes the CRC-32 of bytes [start, end) as in zip, PNG and gzip (polynomial 0xedb88320). `before` is the result of
 * the bytes in front of them. Allocates nothing.
 */
export function computeCrc32(bytes: Uint8Array, start = 0, end: number = bytes.length, before = 0): number {
	table ??= makeTable();
	let crc = ~before;
	let i = start;
	// Four bytes at once: their contributions are independent.
	for (const whole = end - 3; i < whole; i += 4) {
		crc ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
		crc =
			table[768 + (crc & 0xff)]! ^
			table[512 + ((crc >>> 8) & 0xff)]! ^
			table[256 + ((crc >>> 16) & 0xff)]! ^
			table[crc >>> 24]!;
	}
	for (; i < end; i++) crc = table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
	return ~crc >>> 0;
}

// Entry 256 n + b is the CRC of byte b followed by n zero bytes.
function makeTable(): Uint32Array {
	const entries = new Uint32Array(1024);
	for (let byte = 0; byte < 256; byte++) {
		let crc = byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
		entries[byte] = crc;
	}
	for (let i = 256; i < entries.length; i++) {
		const before = entries[i - 256]!;
		entries[i] = entries[before & 0xff]! ^ (before >>> 8);
	}
	return entries;
}
