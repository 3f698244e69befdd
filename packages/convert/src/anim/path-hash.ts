/** Computes the CRC-32 of a text in UTF-8, by which Unity names paths and attributes. */
export function computePathHash(text: string): number {
	let crc = -1;
	for (const byte of new TextEncoder().encode(text)) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb8_8320);
	}
	return ~crc >>> 0;
}
