import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import {
	type ByteReader,
	type ByteSource,
	createCurve,
	createRecording,
	getCurveKeys,
	isRecordingError,
	LAYOUTS,
	loadBytes,
	loadRecording,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';

const RECORDING = createRecording({
	head: { position: { y: createCurve([0, 1.5, 0.5, 1.75, 1, 1.5]) } },
	hands: { right: { pinching: createCurve([0.25, 1, 0.75, 0], { kind: 'boolean' }) } },
	markers: [{ time: 0.5, name: 'grab' }],
});
const BYTES = writeRecording(RECORDING, { layout: 'mrtk-1.1' });

/** The bytes in pieces of the given sizes, which are taken in turn. */
function pieces(bytes: Uint8Array<ArrayBuffer>, ...sizes: readonly number[]): Uint8Array<ArrayBuffer>[] {
	const list: Uint8Array<ArrayBuffer>[] = [];
	for (let start = 0, i = 0; start < bytes.length; i++) {
		const end = start + (sizes[i % sizes.length] ?? 1);
		list.push(bytes.slice(start, end));
		start = end;
	}
	return list;
}

/** A stream of the pieces, one for each pull. */
function streamOf(list: readonly Uint8Array[]): ReadableStream<Uint8Array> {
	let next = 0;
	return new ReadableStream({
		pull(controller) {
			const piece = list[next++];
			if (piece === undefined) controller.close();
			else controller.enqueue(piece);
		},
	});
}

/** An async iterable of the pieces. */
async function* iterate(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
	for (const piece of list) yield piece;
}

/** A stream that yields one piece and then nothing for ever, and remembers why it was canceled. */
function endlessStream(): { stream: ReadableStream<Uint8Array>; canceled: unknown[] } {
	const canceled: unknown[] = [];
	const stream = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(BYTES.slice(0, 20)),
		cancel: (reason) => {
			canceled.push(reason);
		},
	});
	return { stream, canceled };
}

/** What a promise rejects with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
	return promise.then(
		() => {
			throw new Error('the promise was fulfilled');
		},
		(error) => error,
	);
}

const FAILURE = new Error('connection lost');

/** Yields some bytes and then fails. */
async function* breakOff(): AsyncGenerator<Uint8Array> {
	yield BYTES.slice(0, 20);
	throw FAILURE;
}

const SOURCES: Record<string, (bytes: Uint8Array<ArrayBuffer>) => ByteSource> = {
	'a Blob': (bytes) => new Blob([bytes]),
	'a File-like slice of a Blob': (bytes) => new Blob(['before', bytes, 'after']).slice(6, 6 + bytes.length),
	'a Response': (bytes) => new Response(bytes),
	'a Response of a stream': (bytes) => new Response(streamOf(pieces(bytes, 100))),
	'a stream of one piece': (bytes) => streamOf([bytes]),
	'a stream of tiny pieces': (bytes) => streamOf(pieces(bytes, 1, 2, 3, 4, 5, 6, 7)),
	'a stream with empty pieces': (bytes) => streamOf(pieces(bytes, 50).flatMap((piece) => [new Uint8Array(0), piece])),
	'an async generator': (bytes) => iterate(pieces(bytes, 13)),
	'an async iterable': (bytes) => ({ [Symbol.asyncIterator]: () => iterate(pieces(bytes, 1000)) }),
	'a stream of Node with Buffers': (bytes) => Readable.from(pieces(bytes, 99).map((piece) => Buffer.from(piece))),
	'an object with arrayBuffer': (bytes) => ({ arrayBuffer: async () => bytes.slice().buffer }),
	'bytes in memory': (bytes) => bytes,
	'a buffer in memory': (bytes) => bytes.slice().buffer,
	'a reader': (bytes) => readerOf(bytes),
	'a reader that yields promises of a few bytes': (bytes) => readerOf(bytes, 7),
};

/** Reads bytes as a file on disk would be read, at most `most` at once. */
function readerOf(bytes: Uint8Array, most?: number): ByteReader {
	const { length: byteLength } = bytes;
	if (most === undefined) return { byteLength, read: (offset, length) => bytes.subarray(offset, offset + length) };
	return { byteLength, read: async (offset, length) => bytes.slice(offset, offset + Math.min(length, most)) };
}

describe('loadBytes', () => {
	it.each(Object.entries(SOURCES))('loads %s, aligned for reading', async (_, createSource) => {
		for (const { name } of LAYOUTS) {
			const bytes = writeRecording(RECORDING, { layout: name, onIssue: () => {} });
			const source = createSource(bytes);
			const loaded = await loadBytes(source);
			expect(Buffer.compare(loaded, bytes)).toBe(0);
			if (source instanceof Uint8Array || source instanceof ArrayBuffer) continue;
			const recording = readRecording(loaded, { keep: true });
			expect(recording.hands?.left.tracked.floats.buffer, name).toBe(loaded.buffer);
		}
	});

	it('does not copy bytes in memory', async () => {
		expect((await loadBytes(BYTES)).buffer).toBe(BYTES.buffer);
		expect((await loadBytes(BYTES.buffer)).buffer).toBe(BYTES.buffer);
	});

	it('asks a reader for the head first, then for the rest', async () => {
		const reads: number[][] = [];
		const { byteLength, read } = readerOf(BYTES);
		const spy = (offset: number, length: number) => {
			reads.push([offset, length]);
			return read(offset, length);
		};
		await loadBytes({ byteLength, read: spy });
		expect(reads).toEqual([
			[0, 16],
			[16, BYTES.length - 16],
		]);
	});

	it('loads files that are shorter than a head, or shorter than announced', async () => {
		for (const length of [0, 1, 15, 16, 17]) {
			expect([...(await loadBytes(readerOf(BYTES.slice(0, length), 4)))]).toEqual([...BYTES.slice(0, length)]);
		}
		for (const length of [0, 10, 40]) {
			const { read } = readerOf(BYTES.slice(0, length), 9);
			expect([...(await loadBytes({ byteLength: BYTES.length, read }))]).toEqual([...BYTES.slice(0, length)]);
		}
	});

	it('refuses a reader that yields something else than bytes', async () => {
		const error = await rejection(loadBytes({ byteLength: 9, read: () => [1, 2] as unknown as Uint8Array }));
		expect((error as Error).message).toBe('source: expected read to give a Uint8Array, got Array');
	});

	it('stops a reader that hangs when it is aborted', async () => {
		const controller = new AbortController();
		const loading = rejection(loadBytes({ byteLength: 9, read: () => new Promise(() => {}) }, controller));
		controller.abort('enough');
		expect(await loading).toBe('enough');
	});

	it('reports how much of a reader has arrived', async () => {
		const progress: number[] = [];
		await loadBytes(readerOf(BYTES.slice(0, 40), 16), { onProgress: (count) => progress.push(count) });
		expect(progress).toEqual([16, 32, 40]);
	});
});

describe('loadRecording', () => {
	it.each(Object.entries(SOURCES))('reads %s, in every layout', async (_, createSource) => {
		for (const { name } of LAYOUTS) {
			const bytes = writeRecording(RECORDING, { layout: name, onIssue: () => {} });
			const loaded = await loadRecording(createSource(bytes));
			expect(describeModel(loaded)).toEqual(describeModel(readRecording(bytes)));
			expect(Buffer.compare(writeRecording(loaded), bytes)).toBe(0);
		}
	});

	it.each([1, 2, 3, 4, 5, 6, 7])('reads pieces of %i bytes', async (size) => {
		const loaded = await loadRecording(streamOf(pieces(BYTES, size)));
		expect(Buffer.compare(writeRecording(loaded), BYTES)).toBe(0);
	});

	it('does not borrow the pieces', async () => {
		const piece = BYTES.slice();
		const loaded = await loadRecording(iterate([piece]));
		piece.fill(0);
		expect(Buffer.compare(writeRecording(loaded), BYTES)).toBe(0);
	});

	it('honors the offset and length of pieces that share a buffer', async () => {
		const list = [BYTES.subarray(0, 7), BYTES.subarray(7, 30), BYTES.subarray(30)];
		const loaded = await loadRecording(iterate(list));
		expect(Buffer.compare(writeRecording(loaded), BYTES)).toBe(0);
	});

	it('passes its options on to reading', async () => {
		const loaded = await loadRecording(new Blob([BYTES]), { require: ['hands'], layout: 'mrtk-1.1' });
		expect(getCurveKeys(loaded.hands.right.pinching)).toEqual(Float32Array.of(0.25, 1, 0.75, 0));
		const missing = await rejection(loadRecording(new Blob([BYTES]), { require: ['gaze'] }));
		expect(isRecordingError(missing, 'missing-section')).toBe(true);
		const mismatch = await rejection(loadRecording(new Blob([BYTES]), { layout: 'mrtk-1.0' }));
		expect(isRecordingError(mismatch, 'layout-mismatch')).toBe(true);
	});
});

describe('progress', () => {
	it.each(Object.entries(SOURCES))('rises to the size: %s', async (_, createSource) => {
		const progress: number[] = [];
		await loadRecording(createSource(BYTES), { onProgress: (bytesRead) => progress.push(bytesRead) });
		expect(progress.at(-1)).toBe(BYTES.length);
		expect(progress).toEqual(progress.toSorted((a, b) => a - b));
	});

	it('is called after each piece', async () => {
		const progress: number[] = [];
		const source = streamOf([BYTES.slice(0, 10), BYTES.slice(10, 100), BYTES.slice(100)]);
		await loadRecording(source, { onProgress: (bytesRead) => progress.push(bytesRead) });
		expect(progress).toEqual([10, 100, BYTES.length]);
	});

	it('that throws ends the wait with that error and cancels the source', async () => {
		const { stream, canceled } = endlessStream();
		const failure = new Error('no more');
		const onProgress = (): never => {
			throw failure;
		};
		expect(await rejection(loadRecording(stream, { onProgress }))).toBe(failure);
		expect(canceled).toEqual([failure]);
	});
});

describe('an abort', () => {
	it('before the start rejects with its reason and does not touch the source', async () => {
		const reason = new Error('changed my mind');
		let touched = false;
		const arrayBuffer = async (): Promise<ArrayBuffer> => {
			touched = true;
			return BYTES.buffer;
		};
		expect(await rejection(loadRecording({ arrayBuffer }, { signal: AbortSignal.abort(reason) }))).toBe(reason);
		expect(touched).toBe(false);
	});

	it('of a stream that never ends rejects at once and cancels it', async () => {
		const { stream, canceled } = endlessStream();
		const controller = new AbortController();
		const loading = rejection(loadRecording(stream, { signal: controller.signal }));
		await new Promise((resolve) => setImmediate(resolve));
		const reason = new Error('too slow');
		controller.abort(reason);
		expect(await loading).toBe(reason);
		expect(canceled).toEqual([reason]);
	});

	it('without a reason rejects with an AbortError', async () => {
		const controller = new AbortController();
		const loading = rejection(loadRecording(endlessStream().stream, { signal: controller.signal }));
		controller.abort();
		expect(await loading).toMatchObject({ name: 'AbortError' });
	});

	it('of an iterable or a promise that hangs rejects at once', async () => {
		const never = new Promise<never>(() => {});
		async function* hang(): AsyncGenerator<Uint8Array> {
			yield BYTES.slice(0, 20);
			await never;
		}
		for (const source of [hang(), { arrayBuffer: () => never }]) {
			const controller = new AbortController();
			const loading = rejection(loadRecording(source, { signal: controller.signal }));
			await new Promise((resolve) => setImmediate(resolve));
			controller.abort('enough');
			expect(await loading).toBe('enough');
		}
	});

	it('from onProgress stops before the next piece, even if that is there already', async () => {
		const left = pieces(BYTES.slice(0, 40), 10);
		const next = (): Promise<IteratorResult<Uint8Array>> => {
			const value = left.shift();
			return Promise.resolve(value === undefined ? { done: true, value } : { done: false, value });
		};
		const controller = new AbortController();
		const progress: number[] = [];
		const onProgress = (bytesRead: number): void => {
			progress.push(bytesRead);
			if (bytesRead >= 30) controller.abort('enough');
		};
		const source = { [Symbol.asyncIterator]: () => ({ next }) };
		expect(await rejection(loadRecording(source, { signal: controller.signal, onProgress }))).toBe('enough');
		expect(progress).toEqual([10, 20, 30]);
		expect(left).toHaveLength(1);
	});

	it('is no longer waited for after success and after failure', async () => {
		const { signal } = new AbortController();
		await loadRecording(new Blob([BYTES]), { signal });
		await rejection(loadRecording(new Blob([]), { signal }));
		await rejection(loadRecording(breakOff(), { signal }));
		await rejection(loadRecording({} as ByteSource, { signal }));
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('after the end changes nothing', async () => {
		const controller = new AbortController();
		const loaded = await loadRecording(new Blob([BYTES]), { signal: controller.signal });
		controller.abort();
		expect(Buffer.compare(writeRecording(loaded), BYTES)).toBe(0);
	});
});

describe('a source', () => {
	it.each<[string, () => ByteSource]>([
		['a stream', () => new ReadableStream({ pull: (controller) => controller.error(FAILURE) })],
		['an async generator', breakOff],
		['an object with arrayBuffer', () => ({ arrayBuffer: () => Promise.reject(FAILURE) })],
	])('that fails passes its own error on: %s', async (_, createSource) => {
		expect(await rejection(loadRecording(createSource()))).toBe(FAILURE);
	});

	it('of pieces that are not bytes is a TypeError, and is ended', async () => {
		let ended = false;
		async function* strings(): AsyncGenerator<Uint8Array> {
			try {
				yield 'text' as unknown as Uint8Array;
			} finally {
				ended = true;
			}
		}
		const error = await rejection(loadRecording(strings()));
		expect(error).toBeInstanceOf(TypeError);
		expect((error as Error).message).toBe('source: expected Uint8Array pieces, got string');
		expect(ended).toBe(true);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a number', 7],
		['a path', 'a.bin'],
		['an empty object', {}],
		['an array', []],
	])('that is none is a TypeError: %s', async (_, source) => {
		const error = await rejection(loadRecording(source as ByteSource));
		expect(error).toBeInstanceOf(TypeError);
		expect((error as Error).message).toMatch(/^source: expected bytes, a Blob, .* got /);
	});

	it('that is the page of an error rejects with its status and address', async () => {
		const response = new Response('Not Found', { status: 404 });
		Object.defineProperty(response, 'url', { value: 'https://example.org/grab.bin' });
		await expect(loadRecording(response)).rejects.toThrow('https://example.org/grab.bin could not be loaded (404)');
		await expect(loadBytes(new Response(null, { status: 500 }))).rejects.toThrow(/^the response could not .*\(500\)$/);
	});

	it('that is a reel names the function that reads it', async () => {
		await expect(loadRecording(new Blob([encodeReel(RECORDING)]))).rejects.toThrow(/is a reel.*decodeReel/);
	});

	it('that ends too early rejects with truncated', async () => {
		for (const end of [1, 15, 18, 40, BYTES.length - 1]) {
			const cut = BYTES.slice(0, end);
			for (const source of [new Blob([cut]), streamOf(pieces(cut, 7)), iterate([cut])]) {
				expect(isRecordingError(await rejection(loadRecording(source)), 'truncated')).toBe(true);
			}
		}
	});

	it('without bytes rejects with empty-file', async () => {
		for (const source of [new Blob([]), new Response(null), streamOf([]), iterate([new Uint8Array(0)])]) {
			expect(isRecordingError(await rejection(loadRecording(source)), 'empty-file')).toBe(true);
		}
	});

	it('that is locked already is refused', async () => {
		const stream = streamOf([BYTES]);
		stream.getReader();
		expect(await rejection(loadRecording(stream))).toBeInstanceOf(TypeError);
	});
});
