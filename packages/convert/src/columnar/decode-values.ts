import { RunReader } from './decode-levels.ts';
import { ENCODINGS, SIZES, type TypeName } from './format.ts';

/** Values that were read, without nulls. States are 0 and 1; 64-bit integers are rounded to doubles. */
export type ReadValues = Float64Array | readonly string[];

// A text may start with a byte order mark, which belongs to it.
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes `count` values of a page from `at` on. Returns `null` for damaged data, and the name of an encoding that is
 * not known as text.
 */
export function decodeValues(
	bytes: Uint8Array,
	at: number,
	count: number,
	type: TypeName,
	encoding: number,
	dictionary: ReadValues | null,
): ReadValues | string | null {
	const { plain, plainDictionary, rleDictionary, rle, byteStreamSplit } = ENCODINGS;
	if (encoding === plain) return decodePlain(bytes, at, count, type);
	if (encoding === plainDictionary || encoding === rleDictionary) return lookUp(bytes, at, count, dictionary);
	if (encoding === rle && type === 'boolean') {
		const states = new Uint8Array(count);
		return new RunReader(bytes, at + 4, 1).read(states) ? new Float64Array(states) : null;
	}
	if (encoding === byteStreamSplit && type !== 'boolean' && type !== 'bytes') {
		const size = SIZES[type];
		if (at + count * size > bytes.length) return null;
		const joined = new Uint8Array(count * size);
		for (let byte = 0; byte < size; byte++) {
			for (let i = 0; i < count; i++) joined[i * size + byte] = bytes[at + byte * count + i]!;
		}
		return decodePlain(joined, 0, count, type);
	}
	return `encoding ${encoding}`;
}

/** Decodes values that lie one after the other. */
export function decodePlain(bytes: Uint8Array, at: number, count: number, type: TypeName): ReadValues | null {
	if (type === 'bytes') return decodeTexts(bytes, at, count);
	if (type === 'boolean') {
		if (at + Math.ceil(count / 8) > bytes.length) return null;
		const states = new Float64Array(count);
		for (let i = 0; i < count; i++) states[i] = (bytes[at + (i >> 3)]! >> (i & 7)) & 1;
		return states;
	}
	const size = SIZES[type];
	if (at + count * size > bytes.length) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset + at, count * size);
	const values = new Float64Array(count);
	for (let i = 0; i < count; i++) {
		values[i] =
			type === 'float'
				? view.getFloat32(i * 4, true)
				: type === 'double'
					? view.getFloat64(i * 8, true)
					: type === 'int32'
						? view.getInt32(i * 4, true)
						: Number(view.getBigInt64(i * 8, true));
	}
	return values;
}

function decodeTexts(bytes: Uint8Array, start: number, count: number): string[] | null {
	// Every text has a length of four bytes.
	if (start + count * 4 > bytes.length) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const texts: string[] = [];
	let at = start;
	for (let i = 0; i < count; i++) {
		if (at + 4 > bytes.length) return null;
		const end = at + 4 + view.getUint32(at, true);
		if (end > bytes.length) return null;
		try {
			texts.push(decoder.decode(bytes.subarray(at + 4, end)));
		} catch {
			// Not UTF-8.
			return null;
		}
		at = end;
	}
	return texts;
}

function lookUp(bytes: Uint8Array, at: number, count: number, dictionary: ReadValues | null): ReadValues | null {
	const width = bytes[at];
	if (dictionary === null || width === undefined || width > 32) return null;
	const places = new Uint32Array(count);
	if (width > 0 && !new RunReader(bytes, at + 1, width).read(places)) return null;
	for (const place of places) if (place >= dictionary.length) return null;
	const values = dictionary instanceof Float64Array ? new Float64Array(count) : new Array<string>(count);
	for (let i = 0; i < count; i++) values[i] = dictionary[places[i]!]!;
	return values;
}
