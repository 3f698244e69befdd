/** An array for NumPy. States are 0 and 1. */
export type NpyArray =
	| { readonly kind: 'float32'; readonly values: Float32Array; readonly shape: readonly number[] }
	| { readonly kind: 'float64'; readonly values: Float64Array; readonly shape: readonly number[] }
	| { readonly kind: 'bool'; readonly values: Uint8Array; readonly shape: readonly number[] }
	| { readonly kind: 'text'; readonly values: readonly string[]; readonly shape: readonly number[] };

/** NumPy aligns the data of its files. */
const ALIGNMENT = 64;
/** Magic number, version and length of the header. */
const PREFIX = 10;

/** Returns an array as the header and the data of an `.npy` file of version 1.0. */
export function encodeNpy(array: NpyArray): [header: Uint8Array<ArrayBuffer>, data: Uint8Array] {
	const { type, data } = encodeData(array);
	const { shape } = array;
	const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
	const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
	const length = Math.ceil((PREFIX + text.length + 1) / ALIGNMENT) * ALIGNMENT - PREFIX;
	const header = new Uint8Array(PREFIX + length).fill(0x20);
	header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 0xff, length >> 8]);
	for (let i = 0; i < text.length; i++) header[PREFIX + i] = text.charCodeAt(i);
	header[header.length - 1] = 0x0a;
	return [header, data];
}

function encodeData(array: NpyArray): { readonly type: string; readonly data: Uint8Array } {
	if (array.kind === 'text') return encodeTexts(array.values);
	const { buffer, byteOffset, byteLength } = array.values;
	const type = { float32: '<f4', float64: '<f8', bool: '|b1' }[array.kind];
	return { type, data: new Uint8Array(buffer, byteOffset, byteLength) };
}

// Four bytes per character, and as many characters as the longest text has.
function encodeTexts(texts: readonly string[]): { readonly type: string; readonly data: Uint8Array } {
	const points = texts.map((text) => Array.from(text, (character) => character.codePointAt(0)!));
	const length = points.reduce((most, list) => Math.max(most, list.length), 1);
	const words = new Uint32Array(texts.length * length);
	points.forEach((list, i) => {
		words.set(list, i * length);
	});
	return { type: `<U${length}`, data: new Uint8Array(words.buffer) };
}
