/** Magic number, independent blocks of at most 4 MiB without checksums, and the check byte of these settings. */
const FRAME_HEAD = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73];
const MAX_BLOCK = 2 ** 22;
/** Marks a block that is stored as it is. */
const IS_STORED = 0x8000_0000;

const HASH_BITS = 14;
const MIN_MATCH = 4;
const MAX_OFFSET = 0xffff;
/** A block ends with literals: matches start before the last 12 bytes and end before the last 5. */
const LAST_START = 12;
const LAST_LITERALS = 5;

/** Returns an LZ4 frame with the given bytes. Fast, with a table of the last place of each group of four bytes. */
export function compressLz4(input: Uint8Array): Uint8Array<ArrayBuffer> {
	const blocks: Uint8Array[] = [];
	for (let start = 0; start < input.length; start += MAX_BLOCK) {
		blocks.push(input.subarray(start, start + MAX_BLOCK));
	}
	const bound = blocks.reduce((sum, { length }) => sum + 4 + length + Math.ceil(length / 255) + 16, 0);
	const out = new Uint8Array(FRAME_HEAD.length + bound + 4);
	const view = new DataView(out.buffer);
	out.set(FRAME_HEAD);
	let at = FRAME_HEAD.length;
	for (const block of blocks) {
		const end = compressBlock(block, out, at + 4);
		const isSmaller = end - at - 4 < block.length;
		if (!isSmaller) out.set(block, at + 4);
		const size = isSmaller ? end - at - 4 : block.length;
		view.setUint32(at, isSmaller ? size : size + IS_STORED, true);
		at += 4 + size;
	}
	// A block of size 0 ends the frame.
	view.setUint32(at, 0, true);
	return out.slice(0, at + 4);
}

// Writes a block and returns its end.
function compressBlock(input: Uint8Array, out: Uint8Array, start: number): number {
	const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
	// Positions + 1; 0 means none.
	const table = new Int32Array(2 ** HASH_BITS);
	const matchEnd = input.length - LAST_LITERALS;
	let at = start;
	let anchor = 0;
	for (let i = 0; i < input.length - LAST_START; ) {
		const word = view.getUint32(i, true);
		const slot = Math.imul(word, 0x9e37_79b1) >>> (32 - HASH_BITS);
		const candidate = table[slot]! - 1;
		table[slot] = i + 1;
		if (candidate < 0 || i - candidate > MAX_OFFSET || view.getUint32(candidate, true) !== word) {
			// Bytes that do not repeat are passed faster and faster.
			i += 1 + ((i - anchor) >> 6);
			continue;
		}
		let length = MIN_MATCH;
		while (i + length < matchEnd && input[candidate + length] === input[i + length]) length++;
		at = writeSequence(input, anchor, i, out, at, length - MIN_MATCH);
		// The distance comes before the rest of the length.
		out[at - extraBytes(length - MIN_MATCH) - 2] = (i - candidate) & 0xff;
		out[at - extraBytes(length - MIN_MATCH) - 1] = (i - candidate) >> 8;
		i += length;
		anchor = i;
	}
	return writeSequence(input, anchor, input.length, out, at, null);
}

// Writes a token, literals, and for a match room for its distance and the rest of its length. Returns the end.
function writeSequence(
	input: Uint8Array,
	from: number,
	to: number,
	out: Uint8Array,
	start: number,
	matchLength: number | null,
): number {
	const count = to - from;
	out[start] = (Math.min(count, 15) << 4) | Math.min(matchLength ?? 0, 15);
	let at = writeLength(count, out, start + 1);
	out.set(input.subarray(from, to), at);
	at += count;
	return matchLength === null ? at : writeLength(matchLength, out, at + 2);
}

// A length from 15 on continues in bytes, the last of which is below 255.
function writeLength(length: number, out: Uint8Array, start: number): number {
	if (length < 15) return start;
	let at = start;
	let left = length - 15;
	for (; left >= 255; left -= 255) out[at++] = 255;
	out[at++] = left;
	return at;
}

function extraBytes(length: number): number {
	return length < 15 ? 0 : Math.floor((length - 15) / 255) + 1;
}
