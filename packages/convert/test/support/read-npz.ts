// Reads NumPy archives as their specifications describe them: ZIP by its directory, then one .npy file per entry.
import { crc32 } from 'node:zlib';

/** An array of an archive. */
export interface ReadArray {
	readonly type: string;
	readonly shape: readonly number[];
	readonly values: readonly (number | string)[];
}

/** Reads all arrays by name. Throws for any inconsistency. */
export function readNpz(archive: Uint8Array): Map<string, ReadArray> {
	const bytes = Buffer.from(archive);
	const end = bytes.length - 22;
	assert(bytes.readUInt32LE(end) === 0x06054b50, 'end of the directory');
	const count = bytes.readUInt16LE(end + 10);
	let at = bytes.readUInt32LE(end + 16);
	assert(at + bytes.readUInt32LE(end + 12) === end, 'size of the directory');
	const arrays = new Map<string, ReadArray>();
	for (let i = 0; i < count; i++) {
		assert(bytes.readUInt32LE(at) === 0x02014b50, 'entry of the directory');
		const [method, crc, size, nameLength] = [
			bytes.readUInt16LE(at + 10),
			bytes.readUInt32LE(at + 16),
			bytes.readUInt32LE(at + 24),
			bytes.readUInt16LE(at + 28),
		];
		const local = bytes.readUInt32LE(at + 42);
		const name = bytes.toString('ascii', at + 46, at + 46 + nameLength);
		assert(method === 0 && bytes.readUInt32LE(local) === 0x04034b50, 'entry');
		assert(bytes.toString('ascii', local + 30, local + 30 + nameLength) === name, 'name');
		const content = bytes.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
		assert(checksum(content) === crc, 'checksum');
		arrays.set(name.replace(/\.npy$/, ''), readNpy(content));
		at += 46 + nameLength;
	}
	return arrays;
}

function readNpy(bytes: Buffer): ReadArray {
	assert(bytes.toString('latin1', 0, 8) === '\x93NUMPY\x01\x00', 'magic number');
	const start = 10 + bytes.readUInt16LE(8);
	assert(start % 64 === 0, 'alignment');
	const header = bytes.toString('latin1', 10, start);
	const [, type = '', sizes = ''] =
		/^\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n$/.exec(header) ?? [];
	const shape = sizes.split(',').flatMap((size) => (size.trim() === '' ? [] : [Number(size)]));
	const total = shape.reduce((product, size) => product * size, 1);
	const width = type.startsWith('<U') ? 4 * Number(type.slice(2)) : Number(type.slice(2));
	assert(bytes.length === start + total * width, 'size of the data');
	const values = Array.from({ length: total }, (_, i) => {
		const at = start + i * width;
		if (type === '<f4') return bytes.readFloatLE(at);
		if (type === '<f8') return bytes.readDoubleLE(at);
		if (type === '|b1') return bytes.readUInt8(at);
		const points = Array.from({ length: width / 4 }, (__, k) => bytes.readUInt32LE(at + 4 * k));
		return String.fromCodePoint(...points).replace(/\0+$/, '');
	});
	return { type, shape, values };
}

// Node 20 has crc32 since 20.15.
function checksum(bytes: Buffer): number {
	return crc32(bytes);
}

function assert(condition: boolean, what: string): void {
	if (!condition) throw new Error(`bad archive: ${what}`);
}
