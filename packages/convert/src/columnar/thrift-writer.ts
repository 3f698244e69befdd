import { BytesWriter } from '../common/bytes-writer.ts';

/** A field of a Thrift struct: its number, its type and how it is written. */
export interface ThriftField {
	readonly id: number;
	readonly type: number;
	readonly write: (writer: BytesWriter) => void;
}

/** The types of Thrift's compact protocol. */
export const THRIFT = { true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 };

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** An integer of 32 bits. */
export function int32(id: number, value: number): ThriftField {
	return { id, type: THRIFT.i32, write: (writer) => writeZigzag(writer, value) };
}

/** An integer of up to 53 bits, which Thrift takes for one of 64 bits. */
export function int64(id: number, value: number): ThriftField {
	return { id, type: THRIFT.i64, write: (writer) => writeZigzag(writer, value) };
}

/** Text, as UTF-8. */
export function text(id: number, value: string): ThriftField {
	return binary(id, encoder.encode(value));
}

/** Bytes. */
export function binary(id: number, value: Uint8Array): ThriftField {
	return { id, type: THRIFT.binary, write: (writer) => writeBinary(writer, value) };
}

/** A struct inside another. */
export function struct(id: number, fields: readonly ThriftField[]): ThriftField {
	return { id, type: THRIFT.struct, write: (writer) => writeStruct(writer, fields) };
}

/** A list of structs. */
export function structs(id: number, items: readonly (readonly ThriftField[])[]): ThriftField {
	return writeList(id, THRIFT.struct, items, (writer, item) => writeStruct(writer, item));
}

/** A list of integers of 32 bits. */
export function int32s(id: number, items: readonly number[]): ThriftField {
	return writeList(id, THRIFT.i32, items, writeZigzag);
}

/** A list of texts. */
export function texts(id: number, items: readonly string[]): ThriftField {
	return writeList(id, THRIFT.binary, items, (writer, item) => writeBinary(writer, encoder.encode(item)));
}

/** Returns the bytes of a struct. */
export function encodeStruct(fields: readonly ThriftField[]): Uint8Array<ArrayBuffer> {
	const writer = new BytesWriter();
	writeStruct(writer, fields);
	return writer.take();
}

/** Returns the bytes of a struct before and after the items of one of its fields, a list of structs that comes between the others. */
export function encodeAround(
	before: readonly ThriftField[],
	list: { readonly id: number; readonly count: number },
	after: readonly ThriftField[],
): readonly [start: Uint8Array<ArrayBuffer>, end: Uint8Array<ArrayBuffer>] {
	const [start, end] = [new BytesWriter(), new BytesWriter()];
	const write = (writer: BytesWriter): void => writeListHead(writer, THRIFT.struct, list.count);
	writeFields(start, [...before, { id: list.id, type: THRIFT.list, write }], 0);
	writeFields(end, after, list.id);
	end.addByte(0);
	return [start.take(), end.take()];
}

function writeStruct(writer: BytesWriter, fields: readonly ThriftField[]): void {
	writeFields(writer, fields, 0);
	writer.addByte(0);
}

/** The fields are in ascending order, and no gap is larger than 15. */
function writeFields(writer: BytesWriter, fields: readonly ThriftField[], before: number): void {
	let last = before;
	for (const { id, type, write } of fields) {
		writer.addByte(((id - last) << 4) | type);
		last = id;
		write(writer);
	}
}

function writeList<T>(
	id: number,
	type: number,
	items: readonly T[],
	write: (writer: BytesWriter, item: T) => void,
): ThriftField {
	return {
		id,
		type: THRIFT.list,
		write: (writer) => {
			writeListHead(writer, type, items.length);
			for (const item of items) write(writer, item);
		},
	};
}

function writeListHead(writer: BytesWriter, type: number, count: number): void {
	if (count < 15) writer.addByte((count << 4) | type);
	else {
		writer.addByte(0xf0 | type);
		writer.addVarint(count);
	}
}

function writeZigzag(writer: BytesWriter, value: number): void {
	writer.addVarint(value < 0 ? -2 * value - 1 : 2 * value);
}

function writeBinary(writer: BytesWriter, bytes: Uint8Array): void {
	writer.addVarint(bytes.length);
	writer.addBytes(bytes);
}
