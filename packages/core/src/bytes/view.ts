/** Bytes in memory: a buffer, or a view of a buffer, such as a typed array or a Node `Buffer`. */
export type BytesLike = ArrayBufferLike | ArrayBufferView;

/**
 * Random access to the bytes of a file, with the methods of `DataView` that reading an outline needs. An implementation
 * can fetch bytes on demand, for example read a file on disk in small windows.
 */
export interface ByteView {
	readonly byteLength: number;
	getUint8(byteOffset: number): number;
	getInt32(byteOffset: number, littleEndian: true): number;
	getFloat32(byteOffset: number, littleEndian: true): number;
}

/** Returns bytes as a `Uint8Array` over the same memory. Throws `TypeError` for anything else. */
export function toBytes(bytes: BytesLike): Uint8Array {
	if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (isBytesLike(bytes)) return new Uint8Array(bytes);
	throw new TypeError(`bytes: expected an ArrayBuffer or a view of one, got ${describeType(bytes)}`);
}

/** Returns whether a value is bytes in memory. */
export function isBytesLike(value: unknown): value is BytesLike {
	return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || isSharedBuffer(value);
}

/** Returns a `DataView` over the same memory. */
export function toView(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Names the type of a value for an error message: `null`, `string`, `Array` … */
export function describeType(value: unknown): string {
	if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
	return value.constructor?.name ?? 'object';
}

// Pages that are not cross-origin isolated have no SharedArrayBuffer at all.
function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
	return typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer;
}
