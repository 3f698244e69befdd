import type { ReadBudget } from '@handreel/core/internal';
import { THRIFT } from './thrift-writer.ts';

/** A struct that was read: its fields by number. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** A value that was read. Integers beyond 2^53 are rounded. */
export type ThriftValue = number | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

const MAX_DEPTH = 16;
/** Memory of a struct and of an item of a list. */
const STRUCT_BYTES = 256;
const ITEM_BYTES = 32;
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Thrown inside of this room only, for bytes that are not a struct. */
export class ThriftError extends Error {}

/** Reads structs of Thrift's compact protocol. */
export class ThriftReader {
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	readonly #budget: ReadBudget;
	/** Where the next struct starts. */
	at: number;

	constructor(bytes: Uint8Array, at: number, budget: ReadBudget) {
		this.#budget = budget;
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
		this.at = at;
	}

	/** Reads a struct. Throws `ThriftError` and `too-large`. */
	readStruct(depth = 0): ThriftStruct {
		if (depth > MAX_DEPTH) throw new ThriftError('structs are nested too deeply');
		this.#budget.chargeBytes(STRUCT_BYTES);
		const fields = new Map<number, ThriftValue>();
		for (let id = 0; ; ) {
			const head = this.#readByte();
			if (head === 0) return fields;
			const delta = head >> 4;
			id = delta === 0 ? unzigzag(this.#readVarint()) : id + delta;
			const type = head & 0x0f;
			const isState = type === THRIFT.true || type === THRIFT.false;
			fields.set(id, isState ? type === THRIFT.true : this.#readValue(type, depth));
		}
	}

	#readValue(type: number, depth: number): ThriftValue {
		switch (type) {
			case THRIFT.true:
			case THRIFT.false:
				// A state in a list.
				return this.#readByte() === THRIFT.true;
			case THRIFT.byte:
				return this.#readByte();
			case THRIFT.i16:
			case THRIFT.i32:
			case THRIFT.i64:
				return unzigzag(this.#readVarint());
			case THRIFT.double:
				return this.#view.getFloat64(this.#skip(8), true);
			case THRIFT.binary: {
				const length = this.#readVarint();
				const start = this.#skip(length);
				return this.#bytes.subarray(start, start + length);
			}
			case THRIFT.list:
				return this.#readList(depth);
			case THRIFT.struct:
				return this.readStruct(depth + 1);
			default:
				throw new ThriftError(`unknown type ${type}`);
		}
	}

	#readList(depth: number): readonly ThriftValue[] {
		const head = this.#readByte();
		const count = head >> 4 === 15 ? this.#readVarint() : head >> 4;
		// Every item takes at least a byte.
		if (count > this.#bytes.length - this.at) throw new ThriftError(`a list of ${count} items does not fit`);
		this.#budget.chargeBytes(count * ITEM_BYTES);
		const items: ThriftValue[] = [];
		for (let i = 0; i < count; i++) items.push(this.#readValue(head & 0x0f, depth + 1));
		return items;
	}

	#readVarint(): number {
		let value = 0;
		for (let scale = 1; scale < 2 ** 70; scale *= 0x80) {
			const byte = this.#readByte();
			value += (byte & 0x7f) * scale;
			if (byte < 0x80) return value;
		}
		throw new ThriftError('an integer is too long');
	}

	#readByte(): number {
		return this.#bytes[this.#skip(1)]!;
	}

	// Returns where the skipped bytes start.
	#skip(count: number): number {
		const start = this.at;
		if (!(count <= this.#bytes.length - start)) throw new ThriftError('the data ends early');
		this.at = start + count;
		return start;
	}
}

function unzigzag(value: number): number {
	return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Returns a field that is a number, or `null`. */
export function getNumber(fields: ThriftStruct, id: number): number | null {
	const value = fields.get(id);
	return typeof value === 'number' ? value : null;
}

/** Returns a field that is text, or `null`. Throws `ThriftError` for bytes that are not UTF-8. */
export function getText(fields: ThriftStruct, id: number): string | null {
	const value = fields.get(id);
	if (!(value instanceof Uint8Array)) return null;
	try {
		return decoder.decode(value);
	} catch {
		throw new ThriftError('a text is not UTF-8');
	}
}

/** Returns a field that is a struct, or `null`. */
export function getStruct(fields: ThriftStruct, id: number): ThriftStruct | null {
	const value = fields.get(id);
	return value instanceof Map ? value : null;
}

/** Returns the structs of a field that is a list; empty without the field. */
export function getStructs(fields: ThriftStruct, id: number): ThriftStruct[] {
	const value = fields.get(id);
	return Array.isArray(value) ? value.filter((item): item is ThriftStruct => item instanceof Map) : [];
}
