import { describeType } from './view.ts';

/**
 * Something that bytes can be awaited from: a Blob, File, Response, stream or async iterable. Pieces are kept until the
 * last one has arrived, so a source must not use their memory again.
 */
export type ByteSource =
	| { arrayBuffer(): Promise<ArrayBuffer> }
	| ReadableStream<Uint8Array>
	| AsyncIterable<Uint8Array>;

/** How a source is read. */
export interface SourceOptions {
	/** Ends the wait; the promise then rejects with the signal's reason and the source is cancelled. */
	readonly signal?: AbortSignal;
	/** Told how many bytes have arrived, after each piece. */
	readonly onProgress?: (bytesRead: number) => void;
}

/** All pieces of a source in order, borrowed from it. */
export async function collectChunks(source: ByteSource, options: SourceOptions = {}): Promise<Uint8Array[]> {
	const { signal, onProgress } = options;
	signal?.throwIfAborted();
	const chunks: Uint8Array[] = [];
	let bytesRead = 0;
	const iterator = iterate(source);
	const aborted = abortion(signal);
	try {
		for (;;) {
			const { done, value } = await Promise.race([iterator.next(), aborted.promise]);
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
	} finally {
		aborted.stop();
	}
}

interface Chunks {
	next(): Promise<IteratorResult<Uint8Array, unknown>>;
	return?(reason?: unknown): Promise<unknown>;
}

function iterate(source: ByteSource): Chunks {
	if (typeof source !== 'object' || source === null) {
		throw new TypeError(`source: expected a Blob, Response, stream or async iterable, got ${describeType(source)}`);
	}
	// A Response's body and a Blob's stream arrive piece by piece; `arrayBuffer` would show no progress.
	if ('body' in source && source.body instanceof ReadableStream) return iterateStream(source.body);
	if ('stream' in source && typeof source.stream === 'function') return iterateStream(source.stream());
	if (source instanceof ReadableStream) return iterateStream(source);
	if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
	if ('arrayBuffer' in source && typeof source.arrayBuffer === 'function') return iterateOnce(source);
	throw new TypeError(`source: expected a Blob, Response, stream or async iterable, got ${describeType(source)}`);
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

// A promise that rejects when the signal does, and a way to stop listening.
function abortion(signal: AbortSignal | undefined): { promise: Promise<never>; stop: () => void } {
	let onAbort = (): void => {};
	const promise = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal?.reason);
		signal?.addEventListener('abort', onAbort);
	});
	promise.catch(() => {});
	return { promise, stop: () => signal?.removeEventListener('abort', onAbort) };
}
