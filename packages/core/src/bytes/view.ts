/** Bytes in memory: a buffer, or a view whose offset and length are honoured (a Node `Buffer`, say). */
export type BytesLike = ArrayBufferLike | ArrayBufferView;

/**
 * Random access to a file's bytes: the few methods of `DataView` that finding one's way through a file needs. A
 * `DataView` is one; so is anything that fetches bytes when asked, such as a file on disk read in small windows.
 */
export interface ByteView {
	readonly byteLength: number;
	getUint8(byteOffset: number): number;
	getInt32(byteOffset: number, littleEndian: true): number;
	getFloat32(byteOffset: number, littleEndian: true): number;
}

/** The bytes as a `Uint8Array` over the same memory. Throws `TypeError` for anything else. */
export function toBytes(bytes: BytesLike): Uint8Array {
	if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (isBytesLike(bytes)) return new Uint8Array(bytes);
	throw new TypeError(`bytes: expected an ArrayBuffer or a view of one, got ${describeType(bytes)}`);
}

/** Whether a value is bytes in memory. */
export function isBytesLike(value: unknown): value is BytesLike {
	return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || isSharedBuffer(value);
}

/** A `DataView` over the same memory. */
export function toView(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What a value is, for a message: `null`, `string`, `Array` … */
export function describeType(value: unknown): string {
	if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
	return value.constructor?.name ?? 'object';
}

// Pages that are not cross-origin isolated have no SharedArrayBuffer at all.
function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
	return typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer;
}
