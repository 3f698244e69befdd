import { RecordingError } from '@handreel/core';
import { GLB_MAGIC } from '../common/signatures.ts';

const VERSION = 2;
const HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;
const JSON_CHUNK = 0x4e4f_534a;
const BIN_CHUNK = 0x004e_4942;
const SPACE = 0x20;
const DATA_URI = 'data:application/octet-stream;base64,';
const PIECE_SIZE = 8192;

/** A glTF document that was read, and its binary buffer. */
export interface Glb {
	readonly json: Readonly<Record<string, unknown>>;
	readonly bin: Uint8Array<ArrayBuffer>;
}

/** A glTF document to be written. */
export interface GltfDocument {
	readonly json: Readonly<Record<string, unknown>>;
	/** What the binary buffer is made of; each part starts at a multiple of 4 bytes. */
	readonly chunks: readonly Uint8Array[];
	readonly byteLength: number;
}

/** A GLB file: header, JSON chunk and, if there is any, the binary chunk. */
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

/** The document and buffer of a GLB file; the buffer is a copy. Throws `bad-gltf`. */
export function unpackGlb(bytes: Uint8Array, name: string): Glb {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const word = (offset: number): number => (offset + 4 <= bytes.length ? view.getUint32(offset, true) : -1);
	if (word(0) !== GLB_MAGIC) failGltf(name, 'the file does not start as a GLB file does', 0);
	if (word(4) !== VERSION) failGltf(name, `version ${word(4)} is not 2`, 4);
	let json: unknown = null;
	let bin = new Uint8Array(0);
	for (let offset = HEADER_SIZE; offset + CHUNK_HEADER_SIZE <= bytes.length; ) {
		const length = word(offset);
		const start = offset + CHUNK_HEADER_SIZE;
		const left = bytes.length - start;
		if (length > left)
			failGltf(name, `a chunk of ${length} bytes, but [${start}, ${bytes.length}) holds ${left}`, offset);
		const type = word(offset + 4);
		if (type === JSON_CHUNK && json === null) json = parseJson(bytes.slice(start, start + length), name, start);
		else if (type === BIN_CHUNK && bin.length === 0) bin = bytes.slice(start, start + length);
		offset = start + padded(length);
	}
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		return failGltf(name, 'there is no JSON chunk with an object', HEADER_SIZE);
	}
	return { json: json as Record<string, unknown>, bin };
}

/** A glTF file as one text, with the buffer inside as base64. */
export function packGltf({ json, chunks, byteLength }: GltfDocument): string {
	if (byteLength === 0) return `${JSON.stringify(json, null, '\t')}\n`;
	const bin = new Uint8Array(byteLength);
	copyChunks(chunks, bin, 0);
	let binary = '';
	// In pieces, because a call takes only so many arguments.
	for (let i = 0; i < bin.length; i += PIECE_SIZE) binary += String.fromCharCode(...bin.subarray(i, i + PIECE_SIZE));
	const buffers = [{ byteLength: bin.length, uri: DATA_URI + btoa(binary) }];
	return `${JSON.stringify({ ...json, buffers }, null, '\t')}\n`;
}

/** The document and buffer of a glTF text that {@link packGltf} made. Throws `bad-gltf`. */
export function unpackGltf(text: string): Glb {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (error) {
		return failGltf('', `the JSON is malformed: ${error instanceof Error ? error.message : error}`);
	}
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return failGltf('', 'there is no object');
	const { buffers } = json as { buffers?: unknown };
	const uri = Array.isArray(buffers) ? (buffers[0] as { uri?: unknown } | null)?.uri : undefined;
	if (uri === undefined) return { json: json as Record<string, unknown>, bin: new Uint8Array(0) };
	if (typeof uri !== 'string' || !uri.startsWith(DATA_URI)) return failGltf('buffers[0].uri', 'is not inside the file');
	let binary = '';
	try {
		binary = atob(uri.slice(DATA_URI.length));
	} catch {
		return failGltf('buffers[0].uri', 'is not base64');
	}
	return {
		json: json as Record<string, unknown>,
		bin: Uint8Array.from(binary, (character) => character.charCodeAt(0)),
	};
}

/** Throws the error of a glTF that cannot be read. */
export function failGltf(path: string, reason: string, byteOffset: number | null = null): never {
	const message = path === '' ? reason : `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-gltf', severity: 'error', message, path, byteOffset, time: null });
}

function parseJson(bytes: Uint8Array<ArrayBuffer>, name: string, byteOffset: number): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (error) {
		return failGltf(name, `the JSON chunk is malformed: ${error instanceof Error ? error.message : error}`, byteOffset);
	}
}

/** A length brought to a multiple of 4. */
export function padded(length: number): number {
	return (length + 3) & ~3;
}
