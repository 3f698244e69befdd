import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f_4646;
const HEADER_SIZE = 44;
const ENTRY_SIZE = 20;

/** Unpacks a font from WOFF 1.0 to TrueType or OpenType. Throws for other files. */
export function readWoff(woff: Buffer): Buffer {
	if (woff.length < HEADER_SIZE || woff.readUInt32BE(0) !== SIGNATURE) throw new Error('the font is not a WOFF file');
	const count = woff.readUInt16BE(12);
	const tables = Array.from({ length: count }, (_, i) => {
		const at = HEADER_SIZE + i * ENTRY_SIZE;
		const offset = woff.readUInt32BE(at + 4);
		const packedLength = woff.readUInt32BE(at + 8);
		const length = woff.readUInt32BE(at + 12);
		const packed = woff.subarray(offset, offset + packedLength);
		return {
			tag: woff.subarray(at, at + 4),
			checksum: woff.readUInt32BE(at + 16),
			data: packedLength < length ? inflateSync(packed) : packed,
		};
	});
	const directory = Buffer.alloc(12 + count * 16);
	directory.writeUInt32BE(woff.readUInt32BE(4), 0);
	directory.writeUInt16BE(count, 4);
	const power = 2 ** Math.floor(Math.log2(count));
	directory.writeUInt16BE(power * 16, 6);
	directory.writeUInt16BE(Math.log2(power), 8);
	directory.writeUInt16BE((count - power) * 16, 10);
	const parts: Buffer[] = [directory];
	let offset = directory.length;
	for (const [i, { tag, checksum, data }] of tables.entries()) {
		const at = 12 + i * 16;
		tag.copy(directory, at);
		directory.writeUInt32BE(checksum, at + 4);
		directory.writeUInt32BE(offset, at + 8);
		directory.writeUInt32BE(data.length, at + 12);
		// Tables start at multiples of four bytes.
		const padding = Buffer.alloc(-data.length & 3);
		parts.push(data, padding);
		offset += data.length + padding.length;
	}
	return Buffer.concat(parts);
}
