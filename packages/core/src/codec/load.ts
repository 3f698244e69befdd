import { type ByteSource, collectChunks, type SourceOptions } from '../bytes/source.ts';
import type { RecordingWith, Section } from '../model/recording.ts';
import { createFileBuffer, type ReadOptions, readRecording } from './read.ts';

/** How {@link loadRecording} reads. */
export interface LoadOptions<S extends Section = never> extends Omit<ReadOptions<S>, 'keep'>, SourceOptions {}

/**
 * Reads a recording from a Blob, File, Response, stream or async iterable of bytes.
 *
 * The pieces are copied once, into place. Rejects as {@link readRecording} throws, with the signal's reason when it
 * is aborted, and with the source's own error when that fails.
 *
 * @example const recording = await loadRecording(await fetch('grab.bin'), { onProgress: console.log });
 */
export async function loadRecording<S extends Section = never>(
	source: ByteSource,
	options: LoadOptions<S> = {},
): Promise<RecordingWith<S>> {
	const chunks = await collectChunks(source, options);
	const head = new Uint8Array(16);
	let byteLength = 0;
	for (const chunk of chunks) {
		if (byteLength < head.length) head.set(chunk.subarray(0, head.length - byteLength), byteLength);
		byteLength += chunk.length;
	}
	const bytes = createFileBuffer(byteLength, head);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.length;
	}
	return readRecording(bytes, { ...options, keep: true });
}
