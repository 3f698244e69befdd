import { type ByteReader, type BytesLike, loadBytes } from '@handreel/core';
import type { Format } from '../common/format.ts';
import { HEAD_LENGTH, Head } from '../common/head.ts';
import { FORMATS, type FormatsOption, type KnownFormat, type ReadableFormatName } from './formats.ts';

/**
 * Returns the format of a file, judged by its content, or `null` if the content is unknown. File names play no role.
 * Reads the first 16 kB at most. A detected file may still be damaged; {@link decodeRecording} finds out.
 *
 * @example
 * await detectFormat(await file.arrayBuffer()); // 'glb'
 */
export async function detectFormat<F extends Format = KnownFormat>(
	source: BytesLike | ByteReader | Blob,
	options: FormatsOption<F> = {},
): Promise<ReadableFormatName<F> | null> {
	const found = matchFormat(new Head(await loadHead(source)), options);
	return (found?.name ?? null) as ReadableFormatName<F> | null;
}

async function loadHead(source: BytesLike | ByteReader | Blob): Promise<Uint8Array> {
	if (source instanceof Blob) return loadBytes(source.slice(0, HEAD_LENGTH));
	if (!('read' in source)) return loadBytes(source);
	const byteLength = Math.min(HEAD_LENGTH, source.byteLength);
	return loadBytes({ byteLength, read: (offset, length) => source.read(offset, length) });
}

/** The format of the first bytes of a file that can be read, or `null`. */
export function matchFormat<F extends Format>(head: Head, { formats }: FormatsOption<F>): F | null {
	const list = formats ?? (FORMATS as readonly Format[] as readonly F[]);
	return list.find(({ reads, matches }) => reads !== 'no' && matches(head)) ?? null;
}
