import { computeCrc32 } from '@handreel/core/internal';
import { BytesWriter } from '../common/bytes-writer.ts';

/** A file of an archive, in pieces. */
export interface ZipEntry {
	readonly name: string;
	readonly pieces: readonly Uint8Array[];
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const VERSION = 20;
/** The first day that the format knows, 1980-01-01, so that equal data yields equal bytes. */
const DATE = 0x0021;
/** Larger archives would need another version of the format. */
const MAX_SIZE = 2 ** 32 - 1;

/** Writes a ZIP archive without compression, in pieces. Names are ASCII. Throws `RangeError` above 4 GB. */
export function* writeZip(entries: Iterable<ZipEntry>): Generator<Uint8Array<ArrayBuffer>> {
	const directory = new BytesWriter();
	let offset = 0;
	let count = 0;
	for (const { name, pieces } of entries) {
		const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
		let crc = 0;
		for (const piece of pieces) crc = computeCrc32(piece, 0, piece.length, crc);
		const text = Uint8Array.from(name, (character) => character.charCodeAt(0));
		const local = new BytesWriter();
		local.addUint32(LOCAL);
		addFields(local, crc, size, text.length);
		local.addBytes(text);
		directory.addUint32(CENTRAL);
		directory.addUint16(VERSION);
		addFields(directory, crc, size, text.length);
		// Comment, disk and attributes.
		for (let i = 0; i < 5; i++) directory.addUint16(0);
		directory.addUint32(offset);
		directory.addBytes(text);
		offset += local.length + size;
		if (offset > MAX_SIZE) throw new RangeError('recording: the arrays are larger than 4 GB; use a lower frame rate');
		count++;
		yield local.take();
		for (const piece of pieces) yield piece as Uint8Array<ArrayBuffer>;
	}
	const directorySize = directory.length;
	directory.addUint32(END);
	directory.addUint32(0);
	directory.addUint16(count);
	directory.addUint16(count);
	directory.addUint32(directorySize);
	directory.addUint32(offset);
	directory.addUint16(0);
	yield directory.take();
}

// The fields that an entry and the directory have in common.
function addFields(writer: BytesWriter, crc: number, size: number, nameLength: number): void {
	writer.addUint16(VERSION);
	writer.addUint16(0);
	// Not compressed.
	writer.addUint16(0);
	writer.addUint16(0);
	writer.addUint16(DATE);
	writer.addUint32(crc);
	writer.addUint32(size);
	writer.addUint32(size);
	writer.addUint16(nameLength);
	writer.addUint16(0);
}
