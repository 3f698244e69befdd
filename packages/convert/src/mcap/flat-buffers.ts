// What Isaac Teleop uses of FlatBuffers: a root table with a table and a struct, whose fields are structs and bytes.

/** A field of a table that is stored inside it: a struct or a number. */
export interface FlatField {
	readonly size: number;
	readonly align: 1 | 4;
	/** Writes the bytes at an offset. */
	readonly write: (view: DataView, at: number) => void;
}

/** Where a table of the data starts: after the root table with its offset, its vtable and the times. */
const ROOT_VTABLE = 4;
const ROOT = 12;
const TIMES_AT = 24;
const TIMES = 3;
const DATA_VTABLE: number = TIMES_AT + TIMES * 8;

/** Encodes a record: its data, unless they are `null`, and three times in nanoseconds. */
export function encodeRecord(data: readonly FlatField[] | null, times: readonly bigint[]): Uint8Array<ArrayBuffer> {
	const table = data === null ? 0 : align(DATA_VTABLE + 4 + 2 * data.length, 4);
	const offsets: number[] = [];
	let end = table + 4;
	for (const field of data ?? []) {
		end = align(end, field.align);
		offsets.push(end - table);
		end += field.size;
	}
	const bytes = new Uint8Array(data === null ? DATA_VTABLE : align(end, 8));
	const view = new DataView(bytes.buffer);
	view.setUint32(0, ROOT, true);
	writeVtable(view, ROOT_VTABLE, DATA_VTABLE - ROOT, [data === null ? 0 : 4, TIMES_AT - ROOT]);
	view.setInt32(ROOT, ROOT - ROOT_VTABLE, true);
	for (const [i, time] of times.entries()) view.setBigInt64(TIMES_AT + 8 * i, time, true);
	if (data === null) return bytes;
	// Offsets count from where they are stored.
	view.setUint32(ROOT + 4, table - (ROOT + 4), true);
	writeVtable(view, DATA_VTABLE, end - table, offsets);
	view.setInt32(table, table - DATA_VTABLE, true);
	for (const [i, field] of data.entries()) field.write(view, table + offsets[i]!);
	return bytes;
}

function writeVtable(view: DataView, at: number, tableSize: number, offsets: readonly number[]): void {
	const values = [4 + 2 * offsets.length, tableSize, ...offsets];
	for (const [i, value] of values.entries()) view.setUint16(at + 2 * i, value, true);
}

function align(offset: number, size: number): number {
	return Math.ceil(offset / size) * size;
}

/** A table of a message. Throws `RangeError` for places outside of the message. */
export class FlatTable {
	readonly view: DataView;
	readonly #at: number;
	readonly #vtable: number;

	constructor(view: DataView, at: number) {
		this.view = view;
		this.#at = at;
		this.#vtable = at - view.getInt32(at, true);
	}

	/** The table of a message. */
	static root(bytes: Uint8Array): FlatTable {
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		return new FlatTable(view, view.getUint32(0, true));
	}

	/** Where a field is, of which `size` bytes are needed; `null` if it is absent. */
	findField(index: number, size: number): number | null {
		const entry = 4 + 2 * index;
		if (entry + 2 > this.view.getUint16(this.#vtable, true)) return null;
		const offset = this.view.getUint16(this.#vtable + entry, true);
		if (offset === 0) return null;
		const at = this.#at + offset;
		if (at + size > this.view.byteLength) throw new RangeError(`field ${index} does not fit into the message`);
		return at;
	}

	/** A table in a field; `null` if it is absent. */
	findTable(index: number): FlatTable | null {
		const at = this.findField(index, 4);
		return at === null ? null : new FlatTable(this.view, at + this.view.getUint32(at, true));
	}
}
