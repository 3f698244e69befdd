import { BytesWriter } from '../common/bytes-writer.ts';

const MAX_HASH_BITS = 14;
const MIN_HASH_BITS = 8;
/** Copies reach back at most this far, so that their offset has two bytes. */
const BLOCK_SIZE = 65_536;
const MIN_MATCH = 4;
/** The longest copy of one element. */
const MAX_COPY = 64;
/** An element of Snappy expands to at most this many bytes per byte. */
const MAX_RATIO = 64;

/** Compresses bytes with Snappy. */
export function compressSnappy(input: Uint8Array): Uint8Array<ArrayBuffer> {
	const writer = new BytesWriter((input.length >> 1) + 32);
	writer.addVarint(input.length);
	// Short inputs would spend most of their time clearing a large table.
	const bits = Math.min(MAX_HASH_BITS, Math.max(MIN_HASH_BITS, 32 - Math.clz32(input.length)));
	const table = new Int32Array(1 << bits);
	const view = new DataView(input.buffer, input.byteOffset, input.length);
	for (let start = 0; start < input.length; start += BLOCK_SIZE) {
		compressBlock(input, view, start, Math.min(start + BLOCK_SIZE, input.length), table.fill(-1), 32 - bits, writer);
	}
	return writer.take();
}

function compressBlock(
	input: Uint8Array,
	view: DataView,
	start: number,
	end: number,
	table: Int32Array,
	shift: number,
	writer: BytesWriter,
): void {
	let literal = start;
	let at = start;
	let misses = 0;
	while (at + MIN_MATCH <= end) {
		const word = view.getUint32(at, true);
		const slot = Math.imul(word, 0x1e35a7bd) >>> shift;
		const candidate = table[slot]!;
		table[slot] = at;
		if (candidate < 0 || view.getUint32(candidate, true) !== word) {
			// Steps grow where nothing repeats, as noise does not.
			at += 1 + (misses++ >> 5);
			continue;
		}
		misses = 0;
		let length = MIN_MATCH;
		while (at + length < end && input[candidate + length] === input[at + length]) length++;
		writeLiteral(writer, input.subarray(literal, at));
		writeCopies(writer, at - candidate, length);
		at += length;
		literal = at;
	}
	writeLiteral(writer, input.subarray(literal, end));
}

function writeLiteral(writer: BytesWriter, bytes: Uint8Array): void {
	const last = bytes.length - 1;
	if (last < 0) return;
	if (last < 60) writer.addByte(last << 2);
	else if (last < 256) {
		writer.addByte(60 << 2);
		writer.addByte(last);
	} else {
		writer.addByte(61 << 2);
		writer.addUint16(last);
	}
	writer.addBytes(bytes);
}

function writeCopies(writer: BytesWriter, offset: number, length: number): void {
	for (let left = length; left > 0; ) {
		const size = Math.min(left, MAX_COPY);
		writer.addByte(((size - 1) << 2) | 2);
		writer.addUint16(offset);
		left -= size;
	}
}

/** Returns the `size` bytes that compressed bytes expand to, or `null` if they are damaged or expand to another number. */
export function decompressSnappy(input: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
	if (size > input.length * MAX_RATIO) return null;
	let at = 0;
	let declared = 0;
	for (let scale = 1; ; scale *= 0x80) {
		const byte = input[at++];
		if (byte === undefined || scale > 2 ** 28) return null;
		declared += (byte & 0x7f) * scale;
		if (byte < 0x80) break;
	}
	if (declared !== size) return null;
	const output = new Uint8Array(size);
	let length = 0;
	while (at < input.length) {
		const tag = input[at++]!;
		if ((tag & 3) === 0) {
			let count = (tag >> 2) + 1;
			if (count > 60) {
				const bytes = count - 60;
				if (at + bytes > input.length) return null;
				count = 1 + readInteger(input, at, bytes);
				at += bytes;
			}
			if (at + count > input.length || length + count > size) return null;
			output.set(input.subarray(at, at + count), length);
			at += count;
			length += count;
			continue;
		}
		const bytes = (tag & 3) === 3 ? 4 : tag & 3;
		if (at + bytes > input.length) return null;
		const isShort = bytes === 1;
		const count = isShort ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
		const offset = readInteger(input, at, bytes) + (isShort ? (tag >> 5) << 8 : 0);
		at += bytes;
		if (offset === 0 || offset > length || length + count > size) return null;
		// A copy may overlap its own result.
		for (const end = length + count; length < end; length++) output[length] = output[length - offset]!;
	}
	return length === size ? output : null;
}

function readInteger(input: Uint8Array, at: number, bytes: number): number {
	let value = 0;
	for (let i = bytes - 1; i >= 0; i--) value = value * 256 + input[at + i]!;
	return value;
}
