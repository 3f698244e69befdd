const POLYNOMIAL = 0xedb8_8320;
let _table: Uint32Array | null = null;

/** Returns the CRC-32 of bytes, as ZIP and MCAP use it. `before` is the result of the bytes in front of them. */
export function computeCrc32(bytes: Uint8Array, before = 0): number {
	_table ??= createTable();
	let crc = ~before;
	for (let i = 0; i < bytes.length; i++) crc = _table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
	return ~crc >>> 0;
}

function createTable(): Uint32Array {
	return Uint32Array.from({ length: 256 }, (_, byte) => {
		let crc = byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
		return crc;
	});
}
