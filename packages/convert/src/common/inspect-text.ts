/** The encoding of a text that cannot be read, or `null` for UTF-8. */
export function findForeignEncoding(head: Uint8Array): string | null {
	const [first, second, third, fourth] = head;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
	// Without a byte order mark: ASCII characters with a zero byte before or after each.
	const isLittle = isText(first) && second === 0 && isText(third) && fourth === 0;
	const isBig = first === 0 && isText(second) && third === 0 && isText(fourth);
	return isLittle || isBig ? 'UTF-16' : null;
}

/** Whether a text holds control characters, as binary data does. */
export function hasControls(text: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
	return /[\u0000-\u0008\u000e-\u001f]/.test(text);
}

/** The start of a file as a string, without a byte order mark. Bytes that are not UTF-8 are replaced. */
export function peekText(bytes: Uint8Array): string {
	// Decoders refuse shared memory; `slice` copies out of it.
	return new TextDecoder().decode(bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice());
}

/** A field of the outermost object of a JSON text. */
export interface JsonField {
	readonly name: string;
	/** The value if it is a string, otherwise `null`. */
	readonly text: string | null;
}

/**
 * Lists the fields of the outermost object of a JSON text, which may be cut off or malformed: the list ends there.
 * Returns `null` if the text does not start with an object.
 */
export function listJsonFields(text: string): JsonField[] | null {
	const fields: JsonField[] = [];
	let depth = 0;
	let name: string | null = null;
	let isValue = false;
	for (const [token, string] of text.matchAll(JSON_TOKEN)) {
		if (depth === 0 && token !== '{') return null;
		if (token === '"') break;
		if (depth === 1 && token === ':') isValue = name !== null;
		else if (depth === 1 && isValue) {
			fields.push({ name: name ?? '', text: string ?? null });
			name = null;
			isValue = false;
		} else if (depth === 1) name = string ?? null;
		if (token === '{' || token === '[') depth++;
		if (token === '}' || token === ']') depth--;
		if (depth === 0) return fields;
	}
	return depth === 0 ? null : fields;
}

/** A string, a mark, another value, or the quote of a string that does not end. */
const JSON_TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"|[[\]{}:,]|[^\s"[\]{}:,]+|"/gs;

/** The names of the columns in the first line of a table, in lower case. None if the line is not text. */
export function listCsvColumns(text: string): string[] {
	return listCsvCells(text).map((name) => name.toLowerCase());
}

/** {@link listCsvColumns} as they are written. */
export function listCsvCells(text: string): string[] {
	const [heading = ''] = /[^\s][^\n]*/.exec(text) ?? [];
	if (hasControls(heading)) return [];
	return [...heading.matchAll(/"((?:[^"]|"")*)"|[^,;\t"]+/g)].map(([cell, quoted]) => (quoted ?? cell).trim());
}

function isText(byte: number | undefined): boolean {
	return byte !== undefined && (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
