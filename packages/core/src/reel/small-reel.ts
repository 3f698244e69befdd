import type { ReadBudget } from '../issue/budget.ts';
import { createBlockCheck } from './assemble.ts';
import { type Block, computeChecksum, readBody } from './block.ts';
import { type Chunk, checkChunk, openChunk } from './chunks.ts';
import { listVectors } from './groups.ts';
import { type ReelHead, readHead } from './head.ts';

/** Reads the only chunk of a small reel: a head, then the bodies of blocks to its end. Throws as {@link readHead} does. */
export function readSmall(chunk: Chunk, budget: ReadBudget): { head: ReelHead; blocks: Block[] } {
	const cursor = openChunk(chunk, budget);
	const head = readHead(cursor);
	const vectors = listVectors(head.sections);
	const blocks: Block[] = [];
	const fits = createBlockCheck();
	while (cursor.left > 0) {
		const block = readBody(cursor, vectors, head.curves);
		// Blocks of keys reach to the end.
		if (block.isWhole && blocks.length > 0) cursor.fail('there are two blocks of whole curves');
		if (!fits(block)) cursor.fail('a whole curve has keys in two blocks');
		blocks.push({ ...block, number: blocks.length });
	}
	checkChunk(
		chunk,
		blocks.map(({ curves }) => computeChecksum(curves)),
	);
	return { head, blocks };
}
