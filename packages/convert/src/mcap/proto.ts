import type { BytesWriter } from '../common/bytes-writer.ts';

// Fields of Protocol Buffers: a tag with number and kind, then the value.

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** The bytes of a vector of doubles as a field: tag, length, and nine bytes per number. */
export const VECTOR3_SIZE = 29;
/** The same for a quaternion. */
export const QUATERNION_SIZE = 38;

/** Returns text as UTF-8. */
export function encodeText(text: string): Uint8Array {
	return encoder.encode(text);
}

/** Adds an integer from 0 on. */
export function addIntegerField(writer: BytesWriter, field: number, value: number): void {
	writer.addByte((field << 3) | VARINT);
	writer.addVarint(value);
}

/** Adds bytes: a message, text or data. */
export function addBytesField(writer: BytesWriter, field: number, bytes: Uint8Array): void {
	addLength(writer, field, bytes.length);
	writer.addBytes(bytes);
}

/** Adds the tag and the length of bytes that follow. */
export function addLength(writer: BytesWriter, field: number, length: number): void {
	writer.addByte((field << 3) | BYTES);
	writer.addVarint(length);
}

/** Adds text. */
export function addTextField(writer: BytesWriter, field: number, text: string): void {
	addBytesField(writer, field, encoder.encode(text));
}

/** Adds an unsigned integer of 32 bits. */
export function addFixed32Field(writer: BytesWriter, field: number, value: number): void {
	writer.addByte((field << 3) | FIXED32);
	writer.addUint32(value);
}

/** Adds a double. */
export function addDoubleField(writer: BytesWriter, field: number, value: number): void {
	writer.addByte((field << 3) | FIXED64);
	writer.addFloat64(value);
}

/** Adds a message of three or four doubles. */
export function addVectorField(
	writer: BytesWriter,
	field: number,
	values: ArrayLike<number>,
	at: number,
	size: 3 | 4,
): void {
	addLength(writer, field, size * 9);
	for (let i = 0; i < size; i++) addDoubleField(writer, i + 1, values[at + i]!);
}
