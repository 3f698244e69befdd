import type { ByteCursor, ByteWriter } from './bytes.ts';
import { type BitCoder, RangeDecoder, RangeEncoder } from './range-coder.ts';

// The text of the head, as JSON (REEL.md, "Metadata"): each byte is coded bit by bit, with the byte before as context.

const CONTEXTS = 0x1_0000;
/** A text may have this many bytes for each byte that is stored, and so many more. */
const GAIN = 1024;
const FREE_BYTES = 0x1000;

/** Writes a text with its length and the length of its code. */
export function writeMetadata(writer: ByteWriter, text: string): void {
	const bytes = new TextEncoder().encode(text);
	writer.writeCount(bytes.length);
	if (bytes.length === 0) return;
	const coder = new RangeEncoder(CONTEXTS);
	codeBytes(coder, bytes);
	const coded = coder.finish();
	const padding = Math.max(0, Math.ceil((bytes.length - FREE_BYTES) / GAIN) - coded.length);
	writer.writeCount(coded.length + padding);
	writer.writeBytes(coded);
	writer.writeBytes(new Uint8Array(padding));
}

/** Reads a text. Throws `reel-damaged`. */
export function readMetadata(cursor: ByteCursor): string {
	const length = cursor.readCount(FREE_BYTES + GAIN * cursor.left);
	if (length === 0) return '';
	const coded = cursor.readBytes(cursor.readCount(cursor.left));
	if (length > FREE_BYTES + GAIN * coded.length) cursor.fail(`a text of ${length} bytes does not fit`);
	const bytes = new Uint8Array(length);
	codeBytes(new RangeDecoder(CONTEXTS, coded, 0), bytes);
	return cursor.decode(bytes);
}

function codeBytes(coder: BitCoder, bytes: Uint8Array): void {
	let before = 0;
	for (let i = 0; i < bytes.length; i++) {
		let prefix = 1;
		for (let bit = 7; bit >= 0; bit--) {
			prefix = (prefix << 1) | coder.codeBit((before << 8) | prefix, (bytes[i]! >> bit) & 1);
		}
		before = prefix & 0xff;
		bytes[i] = before;
	}
}
