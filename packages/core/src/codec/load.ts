import { type ByteSource, readSource, type SourceOptions } from '../bytes/source.ts';
import { isBytesLike } from '../bytes/view.ts';
import type { RecordingWith, Section } from '../model/recording.ts';
import { HEADER_SIZE } from './header.ts';
import { createFileBuffer, type ReadOptions, readRecording } from './read.ts';

/** How {@link loadRecording} reads. */
export interface LoadOptions<S extends Section = never> extends Omit<ReadOptions<S>, 'keep'>, SourceOptions {}

/**
 * Loads all bytes of a file into memory, aligned so that `readRecording(bytes, { keep: true })` copies nothing.
 *
 * Bytes in memory are returned as they are, as a `Uint8Array` over the same memory. A Blob or a reader is read piece by
 * piece straight into place; the pieces of a stream are collected first. If a reader has fewer bytes than it announced,
 * so has the result. Rejects with the signal's reason when aborted, with `TypeError` for something that is not a
 * source, and with the source's own errors.
 *
 * @example
 * const bytes = await loadBytes(file, { onProgress: (count) => console.log(count / file.size) });
 * const recording = readRecording(bytes, { keep: true });
 */
export function loadBytes(source: ByteSource, options: SourceOptions = {}): Promise<Uint8Array> {
	return readSource(source, HEADER_SIZE, createFileBuffer, options);
}

/**
 * Loads a recording from a Blob, File, Response, stream, async iterable, reader, or from bytes in memory.
 *
 * Copies the bytes once, into place. Rejects where {@link readRecording} throws and where {@link loadBytes} rejects.
 *
 * @example const recording = await loadRecording(await fetch('grab.bin'), { onProgress: console.log });
 */
export async function loadRecording<S extends Section = never>(
	source: ByteSource,
	options: LoadOptions<S> = {},
): Promise<RecordingWith<S>> {
	const bytes = await loadBytes(source, options);
	return readRecording(bytes, { ...options, keep: !isBytesLike(source) });
}
