import { findForeignEncoding, type JsonField, listCsvColumns, listJsonFields, peekText } from './inspect-text.ts';

/** Bytes that are looked at. The longest heading of a table has 8 kB. */
export const HEAD_LENGTH = 16_384;

/** The start of a file, by which formats are distinguished. Everything but the bytes is found when it is asked for. */
export class Head {
	/** The first {@link HEAD_LENGTH} bytes at most. */
	readonly bytes: Uint8Array;
	#text: string | null = null;
	#jsonFields: readonly JsonField[] | null | undefined;
	#csvColumns: readonly string[] | null = null;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes.subarray(0, HEAD_LENGTH);
	}

	/** Whether the file has no more bytes. */
	get isWhole(): boolean {
		return this.bytes.length < HEAD_LENGTH;
	}

	/** The bytes as UTF-8, without a byte order mark; empty for other encodings. */
	get text(): string {
		this.#text ??= findForeignEncoding(this.bytes) === null ? peekText(this.bytes) : '';
		return this.#text;
	}

	/** The fields of the outermost JSON object; `null` for other content. */
	get jsonFields(): readonly JsonField[] | null {
		if (this.#jsonFields === undefined) this.#jsonFields = listJsonFields(this.text);
		return this.#jsonFields;
	}

	/** The names of the columns of a table, in lower case. None for other content. */
	get csvColumns(): readonly string[] {
		this.#csvColumns ??= this.jsonFields === null ? listCsvColumns(this.text) : [];
		return this.#csvColumns;
	}

	/** Whether the file starts with bytes, given as a string with a character for each. */
	startsWith(magic: string): boolean {
		return [...magic].every((letter, i) => this.bytes[i] === letter.charCodeAt(0));
	}

	/** Whether the outermost JSON object has one of the fields. */
	hasField(...names: readonly string[]): boolean {
		return this.jsonFields?.some(({ name }) => names.includes(name)) ?? false;
	}
}
