import type { ReadBudget } from '../issue/budget.ts';
import { RecordingError } from '../issue/error.ts';
import { clipText, PATH_LENGTH } from '../issue/quote.ts';
import { parseJson } from '../model/parse-json.ts';

// The containers of glTF 2.0, for recordings in `@handreel/convert` and hand models in `@handreel/hands`. The former explains the
// code `bad-gltf`.

/** The first four bytes of a GLB file, `glTF`, as a little-endian word. */
const GLB_MAGIC = 0x4654_6c67;

const VERSION = 2;
const HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;
const JSON_CHUNK = 0x4e4f_534a;
const BIN_CHUNK = 0x004e_4942;
const SPACE = 0x20;
const DATA_URI = 'data:application/octet-stream;base64,';
const PIECE_SIZE = 8192;

/** A parsed glTF document and its binary buffer. */
export interface Glb {
	readonly json: Readonly<Record<string, unknown>>;
	readonly bin: Uint8Array<ArrayBuffer>;
}

/** A glTF document to be written. */
export interface GltfDocument {
	readonly json: Readonly<Record<string, unknown>>;
	/** The pieces of the binary buffer. Each starts at a multiple of 4 bytes. */
	readonly chunks: readonly Uint8Array[];
	readonly byteLength: number;
}

/** Returns a GLB file: header, JSON chunk and, unless it is empty, binary chunk. */
export function packGlb({ json, chunks, byteLength }: GltfDocument): Uint8Array<ArrayBuffer> {
	const text = new TextEncoder().encode(JSON.stringify(json));
	const textLength = padded(text.length);
	const total = HEADER_SIZE + CHUNK_HEADER_SIZE + textLength + (byteLength > 0 ? CHUNK_HEADER_SIZE + byteLength : 0);
	const bytes = new Uint8Array(total);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, GLB_MAGIC, true);
	view.setUint32(4, VERSION, true);
	view.setUint32(8, total, true);
	view.setUint32(12, textLength, true);
	view.setUint32(16, JSON_CHUNK, true);
	bytes.set(text, 20);
	bytes.fill(SPACE, 20 + text.length, 20 + textLength);
	if (byteLength > 0) {
		view.setUint32(20 + textLength, byteLength, true);
		view.setUint32(24 + textLength, BIN_CHUNK, true);
		copyChunks(chunks, bytes, 28 + textLength);
	}
	return bytes;
}

function copyChunks(chunks: readonly Uint8Array[], bytes: Uint8Array, start: number): void {
	let offset = start;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += padded(chunk.length);
	}
}

/** Returns the document of a GLB file and a copy of its buffer. Throws `bad-gltf` and `too-large`. */
export function unpackGlb(bytes: Uint8Array, name: string, budget: ReadBudget): Glb {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const word = (offset: number): number => (offset + 4 <= bytes.length ? view.getUint32(offset, true) : -1);
	if (word(0) !== GLB_MAGIC) failGltf(name, 'not a GLB file: it does not start with "glTF"', 0);
	if (word(4) < 0) failGltf(name, 'the file ends inside its header', bytes.length);
	if (word(4) !== VERSION) failGltf(name, `expected glTF version 2 but found ${word(4)}`, 4);
	let json: unknown = null;
	let bin = new Uint8Array(0);
	for (let offset = HEADER_SIZE; offset + CHUNK_HEADER_SIZE <= bytes.length; ) {
		const length = word(offset);
		const start = offset + CHUNK_HEADER_SIZE;
		const left = bytes.length - start;
		if (length > left)
			failGltf(name, `a chunk of ${length} bytes, but [${start}, ${bytes.length}) holds ${left}`, offset);
		const type = word(offset + 4);
		if (type === JSON_CHUNK && json === null) json = readJson(bytes.slice(start, start + length), name, start, budget);
		else if (type === BIN_CHUNK && bin.length === 0) bin = bytes.slice(start, start + length);
		offset = start + padded(length);
	}
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		return failGltf(name, 'the JSON chunk is missing or not an object', Math.min(HEADER_SIZE, bytes.length));
	}
	return { json: json as Record<string, unknown>, bin };
}

/** Returns a glTF file as text, with the buffer as base64. */
export function packGltf({ json, chunks, byteLength }: GltfDocument): string {
	if (byteLength === 0) return `${JSON.stringify(json, null, '\t')}\n`;
	const bin = new Uint8Array(byteLength);
	copyChunks(chunks, bin, 0);
	let binary = '';
	// In pieces, because the number of arguments is limited.
	for (let i = 0; i < bin.length; i += PIECE_SIZE) binary += String.fromCharCode(...bin.subarray(i, i + PIECE_SIZE));
	const buffers = [{ byteLength: bin.length, uri: DATA_URI + btoa(binary) }];
	return `${JSON.stringify({ ...json, buffers }, null, '\t')}\n`;
}

/** Returns the document and buffer of a glTF text that {@link packGltf} wrote. Throws `bad-gltf` and `too-large`. */
export function unpackGltf(text: string, budget: ReadBudget): Glb {
	let json: unknown;
	try {
		json = parseJson(text, budget);
	} catch (error) {
		if (error instanceof RecordingError) throw error;
		return failGltf('', `the JSON is malformed: ${error instanceof Error ? error.message : error}`);
	}
	if (typeof json !== 'object' || json === null || Array.isArray(json))
		return failGltf('', 'the JSON is not an object');
	const { buffers } = json as { buffers?: unknown };
	const uri = Array.isArray(buffers) ? (buffers[0] as { uri?: unknown } | null)?.uri : undefined;
	if (uri === undefined) return { json: json as Record<string, unknown>, bin: new Uint8Array(0) };
	if (typeof uri !== 'string' || !uri.startsWith(DATA_URI))
		return failGltf('buffers[0].uri', 'the buffer is not embedded');
	budget.chargeBytes(2 * uri.length);
	let binary = '';
	try {
		binary = atob(uri.slice(DATA_URI.length));
	} catch {
		return failGltf('buffers[0].uri', 'the buffer is not base64');
	}
	const bin = new Uint8Array(binary.length);
	for (let i = 0; i < bin.length; i++) bin[i] = binary.charCodeAt(i);
	return { json: json as Record<string, unknown>, bin };
}

/** Throws `bad-gltf`. */
export function failGltf(path: string, reason: string, byteOffset: number | null = null): never {
	const place = clipText(path, PATH_LENGTH);
	const message = path === '' ? reason : `${place}: ${reason}`;
	throw new RecordingError({ code: 'bad-gltf', severity: 'error', message, path: place, byteOffset, time: null });
}

function readJson(bytes: Uint8Array<ArrayBuffer>, name: string, byteOffset: number, budget: ReadBudget): unknown {
	try {
		return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), budget);
	} catch (error) {
		if (error instanceof RecordingError) throw error;
		return failGltf(name, `the JSON chunk is malformed: ${error instanceof Error ? error.message : error}`, byteOffset);
	}
}

/** Returns a length rounded up to a multiple of 4. */
export function padded(length: number): number {
	return (length + 3) & ~3;
}
