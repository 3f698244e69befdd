import { type BytesLike, toBytes } from '../bytes/view.ts';
import { REEL_MAGIC } from '../codec/signatures.ts';
import { type LimitOptions, ReadBudget } from '../issue/budget.ts';
import { failAt, type Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { createBlockCheck, joinBlocks, listUnknownParts, OtherChunks } from './assemble.ts';
import { type Block, readBlock } from './block.ts';
import { CHUNK_TAGS, checkReelMagic, openChunk, readChunk, SMALL_TAG } from './chunks.ts';
import { listVectors } from './groups.ts';
import { readHead } from './head.ts';
import { readSmall } from './small-reel.ts';

/** How {@link decodeReel} and {@link openReel} work. */
export interface DecodeReelOptions extends LimitOptions {
	/** Called for parts that this version does not know. Errors always throw. */
	readonly onIssue?: ((issue: Issue) => void) | undefined;
}

/**
 * Reads a recording from the bytes of a `.reel` file.
 *
 * Throws `RecordingError` with one of `not-a-reel`, `reel-version`, `reel-damaged`, `reel-cut`; {@link recoverReel} reads what is left of
 * such a file. Throws `too-large` for files beyond `limits`. Parts that this version does not know are reported as `reel-unknown`, and the
 * recording keeps them in `unknown`.
 *
 * @example const recording = decodeReel(await (await fetch('take.reel')).arrayBuffer());
 */
export function decodeReel(bytes: BytesLike, options: DecodeReelOptions = {}): Recording {
	const file = toBytes(bytes);
	const budget = new ReadBudget(options.limits, file.length, 'reel');
	checkReelMagic(file);
	const first = readChunk(file, REEL_MAGIC.length);
	if (first.tag !== CHUNK_TAGS.head && first.tag !== SMALL_TAG) {
		failAt('reel-damaged', '', first.byteOffset, `the first chunk is ${first.tag} instead of ${CHUNK_TAGS.head}`);
	}
	const isSmall = first.tag === SMALL_TAG;
	const { head, blocks } = isSmall
		? readSmall(first, budget)
		: { head: readHead(openChunk(first, budget)), blocks: [] as Block[] };
	for (const issue of listUnknownParts(head)) options.onIssue?.(issue);
	const vectors = listVectors(head.sections);
	const chunks = new OtherChunks();
	const fits = createBlockCheck();
	let at = first.byteOffset + first.byteLength;
	while (!isSmall) {
		const chunk = readChunk(file, at);
		at += chunk.byteLength;
		if (chunk.tag === CHUNK_TAGS.tail) break;
		if (chunk.tag === CHUNK_TAGS.block) {
			const content = openChunk(chunk, budget);
			const block = readBlock(content, vectors, head.curves);
			if (block.number !== blocks.length) content.fail(`block ${block.number} instead of ${blocks.length}`);
			if (!fits(block)) content.fail('a whole curve has keys in two blocks');
			blocks.push(block);
		} else {
			chunks.add(chunk, budget, options.onIssue);
		}
	}
	if (at < file.length)
		failAt('reel-damaged', '', at, `[${at}, ${file.length}): unexpected bytes after the last chunk`);
	return joinBlocks(head, blocks, chunks);
}
