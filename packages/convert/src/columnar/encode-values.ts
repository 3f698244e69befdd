import { BytesWriter } from '../common/bytes-writer.ts';
import { ENCODINGS, SIZES, type TypeName } from './format.ts';

/** The values of a leaf, without nulls. States are 0 and 1. */
export type LeafValues = Float32Array | Float64Array | Uint8Array | BigInt64Array | Int32Array | readonly string[];

/** The data of a leaf in a row group. */
export interface LeafData {
	/** Without nulls. */
	readonly values: LeafValues;
	/** 1 in rows with a value. Absent: all rows have a value. */
	readonly isPresent?: Uint8Array;
	/** The number of items in each row, for lists. */
	readonly lengths?: ArrayLike<number>;
}

/** Encoded values and the number of their encoding. */
export interface EncodedValues {
	readonly bytes: Uint8Array;
	readonly encoding: number;
}

/** Fewer values are not worth a second way. */
const MIN_SPLIT = 8;

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Encodes values in the ways that all readers know. Which of them compresses best depends on the values. */
export function listEncodings(type: TypeName, values: LeafValues): EncodedValues[] {
	const bytes = encodePlain(type, values);
	const plain = { bytes, encoding: ENCODINGS.plain };
	if ((type !== 'float' && type !== 'double') || values.length < MIN_SPLIT) return [plain];
	return [plain, { bytes: splitBytes(bytes, SIZES[type]), encoding: ENCODINGS.byteStreamSplit }];
}

/** Encodes values one after the other. */
export function encodePlain(type: TypeName, values: LeafValues): Uint8Array {
	if (type === 'boolean') return packBits(values as Uint8Array);
	if (type !== 'bytes') {
		const { buffer, byteOffset, byteLength } = values as Float32Array;
		return new Uint8Array(buffer, byteOffset, byteLength);
	}
	const writer = new BytesWriter();
	for (const value of values as readonly string[]) {
		const bytes = encoder.encode(value);
		writer.addUint32(bytes.length);
		writer.addBytes(bytes);
	}
	return writer.take();
}

// All first bytes, then all second bytes and so on: exponents beside exponents.
function splitBytes(bytes: Uint8Array, size: number): Uint8Array {
	const count = bytes.length / size;
	const split = new Uint8Array(bytes.length);
	for (let byte = 0; byte < size; byte++) {
		const start = byte * count;
		for (let i = 0, at = byte; i < count; i++, at += size) split[start + i] = bytes[at]!;
	}
	return split;
}

function packBits(states: Uint8Array): Uint8Array {
	const bytes = new Uint8Array((states.length + 7) >> 3);
	for (let i = 0; i < states.length; i++) if (states[i] !== 0) bytes[i >> 3]! |= 1 << (i & 7);
	return bytes;
}

/** Adds numbers below 256 as runs of equal values, the hybrid encoding of levels and of places in a dictionary. */
export function addRuns(writer: BytesWriter, values: Uint8Array): void {
	for (let start = 0; start < values.length; ) {
		const value = values[start]!;
		let end = start + 1;
		while (end < values.length && values[end] === value) end++;
		writer.addVarint((end - start) * 2);
		writer.addByte(value);
		start = end;
	}
}
