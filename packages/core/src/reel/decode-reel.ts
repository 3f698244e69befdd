import { type BytesLike, toBytes } from '../bytes/view.ts';
import { failAt, type Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { describeSkipped, joinBlocks, listUnknownSections } from './assemble.ts';
import { type Block, readBlock, readBodies } from './block.ts';
import { CHUNK_TAGS, checkReelMagic, hasReelMagic, openChunk, REEL_MAGIC, readChunk, SMALL_TAG } from './chunks.ts';
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
	if (first.tag !== CHUNK_TAGS.head && first.tag !== SMALL_TAG) {
		failAt('reel-damaged', '', first.byteOffset, `the first chunk is ${first.tag} instead of ${CHUNK_TAGS.head}`);
	}
	const cursor = openChunk(first);
	const head = readHead(cursor, first.byteOffset);
	listUnknownSections(head, first.byteOffset).forEach(report);
	const vectors = listVectors(head.sections);
	const blocks: Block[] = [];
	let at = first.byteOffset + first.byteLength;
	if (first.tag === SMALL_TAG) blocks.push(...readBodies(cursor, vectors, head.curves));
	else
		for (;;) {
			const chunk = readChunk(file, at);
			at += chunk.byteLength;
			if (chunk.tag === CHUNK_TAGS.tail) break;
			if (chunk.tag === CHUNK_TAGS.block) {
				const content = openChunk(chunk);
				const block = readBlock(content, vectors, head.curves);
				if (block.number !== blocks.length) content.fail(`block ${block.number} instead of ${blocks.length}`);
				blocks.push(block);
			} else report(describeUnknown(chunk.tag, chunk.byteOffset));
		}
	if (at < file.length)
		failAt('reel-damaged', '', at, `[${at}, ${file.length}): unexpected bytes after the last chunk`);
	return joinBlocks(head, blocks);
}

/** Describes a chunk that this version does not know. */
export function describeUnknown(tag: string, byteOffset: number): Issue {
	return describeSkipped(`chunk ${tag} at ${byteOffset}`, '', byteOffset);
}
