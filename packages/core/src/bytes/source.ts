import { type BytesLike, describeType, isBytesLike, toBytes } from './view.ts';

/** A file that can be read anywhere, for example from disk or over the network. */
export interface ByteReader {
	readonly byteLength: number;
	/** Returns bytes from an offset on: `length` of them, or fewer, but at least one while there are any. */
	read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/**
 * Where the bytes of a file come from: bytes in memory, a {@link ByteReader}, a Blob or File, a Response, a stream, or
 * an async iterable of bytes. A Response with an error status, such as 404, rejects with an `Error` that has status and
 * address. Pieces of a stream are kept until the last one has arrived, so their memory must not be
 * reused.
 */
export type ByteSource =
	| BytesLike
	| ByteReader
	| { arrayBuffer(): Promise<ArrayBuffer> }
	| ReadableStream<Uint8Array>
	| AsyncIterable<Uint8Array>;

/** How a source is read. */
export interface SourceOptions {
	/** Stops reading: the promise rejects with the signal's reason, and a stream is canceled. */
	readonly signal?: AbortSignal | undefined;
	/** Called after each piece with the number of bytes that have arrived. */
	readonly onProgress?: ((bytesRead: number) => void) | undefined;
}

/** Bytes that are read at once from a {@link ByteReader}. */
const PIECE = 2 ** 24;
const EXPECTED = 'bytes, a Blob, Response, stream, async iterable or an object with byteLength and read';

/**
 * Reads a source into the buffer that `createBuffer` makes, which gets the length of the file and its first `headSize`
 * bytes. Bytes in memory are returned as they are. Rejects with the signal's reason and with the errors of the source.
 */
export async function readSource(
	source: ByteSource,
	headSize: number,
	createBuffer: (byteLength: number, head: Uint8Array) => Uint8Array<ArrayBuffer>,
	options: SourceOptions,
): Promise<Uint8Array> {
	options.signal?.throwIfAborted();
	if (isBytesLike(source)) {
		const bytes = toBytes(source);
		options.onProgress?.(bytes.length);
		return bytes;
	}
	const abort = watchAbort(options.signal);
	try {
		const reader = toReader(source);
		if (reader !== null) return await readAll(reader, headSize, createBuffer, options, abort.promise);
		const chunks = await collectChunks(source as Exclude<ByteSource, ByteReader>, options, abort.promise);
		return joinChunks(chunks, headSize, createBuffer);
	} finally {
		abort.stop();
	}
}

async function readAll(
	reader: ByteReader,
	headSize: number,
	createBuffer: (byteLength: number, head: Uint8Array) => Uint8Array<ArrayBuffer>,
	{ signal, onProgress }: SourceOptions,
	aborted: Promise<never>,
): Promise<Uint8Array> {
	const { byteLength } = reader;
	const read = (offset: number, length: number): Promise<Uint8Array> =>
		Promise.race([reader.read(offset, Math.min(length, byteLength - offset)), aborted]);
	let bytes: Uint8Array = new Uint8Array(Math.min(headSize, byteLength));
	let target: Uint8Array | null = null;
	let offset = 0;
	while (offset < byteLength) {
		// The head decides where in memory the file has to lie.
		if (target === null && offset >= bytes.length) {
			target = createBuffer(byteLength, bytes);
			target.set(bytes);
			bytes = target;
		}
		const piece = await read(offset, target === null ? bytes.length - offset : PIECE);
		if (!(piece instanceof Uint8Array))
			throw new TypeError(`source: expected read to give a Uint8Array, got ${describeType(piece)}`);
		// The file has become shorter.
		if (piece.length === 0) return bytes.subarray(0, offset);
		bytes.set(piece, offset);
		offset += piece.length;
		onProgress?.(offset);
		signal?.throwIfAborted();
	}
	if (target !== null) return target;
	target = createBuffer(byteLength, bytes);
	target.set(bytes);
	return target;
}

async function collectChunks(
	source: Exclude<ByteSource, ByteReader>,
	{ signal, onProgress }: SourceOptions,
	aborted: Promise<never>,
): Promise<Uint8Array[]> {
	const chunks: Uint8Array[] = [];
	let bytesRead = 0;
	const iterator = iterate(source);
	try {
		for (;;) {
			const { done, value } = await Promise.race([iterator.next(), aborted]);
			if (done) return chunks;
			if (!(value instanceof Uint8Array))
				throw new TypeError(`source: expected Uint8Array pieces, got ${describeType(value)}`);
			chunks.push(value);
			bytesRead += value.length;
			onProgress?.(bytesRead);
			signal?.throwIfAborted();
		}
	} catch (error) {
		// Not awaited: a source that hangs would hang here too.
		iterator.return?.(error).catch(() => {});
		throw error;
	}
}

function joinChunks(
	chunks: readonly Uint8Array[],
	headSize: number,
	createBuffer: (byteLength: number, head: Uint8Array) => Uint8Array<ArrayBuffer>,
): Uint8Array {
	const head = new Uint8Array(headSize);
	let byteLength = 0;
	for (const chunk of chunks) {
		if (byteLength < headSize) head.set(chunk.subarray(0, headSize - byteLength), byteLength);
		byteLength += chunk.length;
	}
	const bytes = createBuffer(byteLength, head.subarray(0, byteLength));
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.length;
	}
	return bytes;
}

function toReader(source: ByteSource): ByteReader | null {
	if (typeof source !== 'object' || source === null) return null;
	if ('read' in source && typeof source.read === 'function' && 'byteLength' in source) return source as ByteReader;
	if (typeof Blob === 'undefined' || !(source instanceof Blob)) return null;
	return {
		byteLength: source.size,
		read: async (offset, length) => new Uint8Array(await source.slice(offset, offset + length).arrayBuffer()),
	};
}

interface Chunks {
	next(): Promise<IteratorResult<Uint8Array, unknown>>;
	return?(reason?: unknown): Promise<unknown>;
}

function iterate(source: ByteSource): Chunks {
	if (typeof source === 'object' && source !== null) {
		if (isFailed(source)) throw new Error(`${source.url || 'the response'} could not be loaded (${source.status})`);
		// The body of a Response arrives piece by piece; `arrayBuffer` would show no progress.
		if ('body' in source && source.body instanceof ReadableStream) return iterateStream(source.body);
		if (source instanceof ReadableStream) return iterateStream(source);
		if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
		if ('arrayBuffer' in source && typeof source.arrayBuffer === 'function') return iterateOnce(source);
	}
	throw new TypeError(`source: expected ${EXPECTED}, got ${describeType(source)}`);
}

// A Response of an error has a body, too: a page that describes it.
function isFailed(source: object): source is Response {
	return 'ok' in source && source.ok === false && 'status' in source && 'url' in source;
}

// Not the stream's own async iterator, which some browsers still lack.
function iterateStream(stream: ReadableStream<Uint8Array>): Chunks {
	const reader = stream.getReader();
	return {
		next: () => reader.read() as Promise<IteratorResult<Uint8Array, unknown>>,
		return: (reason) => reader.cancel(reason),
	};
}

async function* iterateOnce(source: { arrayBuffer(): Promise<ArrayBuffer> }): AsyncGenerator<Uint8Array> {
	yield new Uint8Array(await source.arrayBuffer());
}

// A promise that rejects when the signal is aborted, and a function that stops listening.
function watchAbort(signal: AbortSignal | undefined): { promise: Promise<never>; stop: () => void } {
	let onAbort = (): void => {};
	const promise = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal?.reason);
		signal?.addEventListener('abort', onAbort);
	});
	promise.catch(() => {});
	return { promise, stop: () => signal?.removeEventListener('abort', onAbort) };
}
