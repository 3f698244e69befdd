import { type BytesLike, toBytes } from '../bytes/view.ts';
import { failAt, type Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { joinBlocks, listUnknownSections } from './assemble.ts';
import { type Block, readBlock } from './block.ts';
import { CHUNK_TAGS, checkReelMagic, hasReelMagic, openChunk, REEL_MAGIC, readChunk } from './chunks.ts';
import { listVectors } from './groups.ts';
import { readHead } from './head.ts';

/** How {@link decodeReel} works. */
export interface DecodeReelOptions {
	/** Called for sections and chunks that this version does not know. Errors always throw. */
	readonly onIssue?: (issue: Issue) => void;
}

/** Returns whether bytes start with the magic number of a reel. */
export function isReel(bytes: BytesLike): boolean {
	return hasReelMagic(toBytes(bytes));
}

/**
 * Reads a recording from the bytes of a `.reel` file.
 *
 * Throws `RecordingError` with one of `not-a-reel`, `reel-version`, `reel-damaged`, `reel-cut`; {@link recoverReel} reads what is left of
 * such a file. Unknown sections and chunks are skipped and reported as `reel-unknown`.
 *
 * @example const recording = decodeReel(await (await fetch('take.reel')).arrayBuffer());
 */
export function decodeReel(bytes: BytesLike, options: DecodeReelOptions = {}): Recording {
	const file = toBytes(bytes);
	const report = (issue: Issue): void => options.onIssue?.(issue);
	checkReelMagic(file);
	const first = readChunk(file, REEL_MAGIC.length);
	if (first.tag !== CHUNK_TAGS.head) {
		failAt('reel-damaged', '', first.byteOffset, `the first chunk is ${first.tag} instead of ${CHUNK_TAGS.head}`);
	}
	const head = readHead(openChunk(first), first.byteOffset);
	listUnknownSections(head, first.byteOffset).forEach(report);
	const vectors = listVectors(head.sections);
	const blocks: Block[] = [];
	let at = first.byteOffset + first.byteLength;
	for (;;) {
		const chunk = readChunk(file, at);
		at += chunk.byteLength;
		if (chunk.tag === CHUNK_TAGS.tail) break;
		if (chunk.tag === CHUNK_TAGS.block) {
			const cursor = openChunk(chunk);
			const block = readBlock(cursor, vectors, head.curves);
			if (block.number !== blocks.length) cursor.fail(`block ${block.number} instead of ${blocks.length}`);
			blocks.push(block);
		} else report(describeUnknown(chunk.tag, chunk.byteOffset));
	}
	if (at < file.length)
		failAt('reel-damaged', '', at, `[${at}, ${file.length}): unexpected bytes after the last chunk`);
	return joinBlocks(head, blocks, { keepAround: false });
}

/** Describes a chunk that this version does not know. */
export function describeUnknown(tag: string, byteOffset: number): Issue {
	const message = `chunk ${tag} at ${byteOffset} is unknown and was skipped`;
	return { code: 'reel-unknown', severity: 'warning', message, path: '', byteOffset, time: null };
}
