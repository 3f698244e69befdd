import { type BytesLike, toBytes } from '../bytes/view.ts';
import { isReel, REEL_MAGIC } from '../codec/signatures.ts';
import { type LimitOptions, ReadBudget } from '../issue/budget.ts';
import { countOf, type Issue, RecordingError } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { joinBlocks, listUnknownParts, OtherChunks } from './assemble.ts';
import { type Block, readBlock } from './block.ts';
import { CHUNK_TAGS, type Chunk, openChunk, readChunk, SMALL_TAG, TAG_AT } from './chunks.ts';
import { listVectors } from './groups.ts';
import { type ReelHead, readHead } from './head.ts';
import { readSmall } from './small-reel.ts';

/** The result of {@link recoverReel}. */
export interface ReelRecovery {
	/** The keys of all intact blocks, and what this version does not know, in `unknown`; `null` if neither the head nor its copy is intact. */
	readonly recording: Recording | null;
	/** The number of intact blocks. */
	readonly blockCount: number;
	/** The spans before, between and after blocks whose keys are lost, in seconds. Infinite where they start or end is unknown. */
	readonly gaps: ReadonlyArray<{ readonly start: number; readonly end: number }>;
	/** Whether nothing is missing. */
	readonly isComplete: boolean;
	/** `not-a-reel`, `reel-version`, `reel-damaged`, `reel-cut`, `reel-unknown`, `too-large`. */
	readonly issues: readonly Issue[];
}

/** Bytes that may be checked for each byte of the file: forged chunks could overlap without end. */
const CHECKS_PER_BYTE = 8;

/**
 * Reads the intact blocks of a `.reel` file that was cut or damaged. A block that is damaged costs only its own keys, and
 * nothing else is lost; so does a block beyond `limits`. Never throws because of the content.
 */
export function recoverReel(bytes: BytesLike, options: LimitOptions = {}): ReelRecovery {
	const file = toBytes(bytes);
	const budget = new ReadBudget(options.limits, file.length, 'reel');
	const issues: Issue[] = [];
	const report = (code: Issue['code'], byteOffset: number, message: string, severity: Issue['severity']): void => {
		issues.push({ code, severity, message, path: '', byteOffset, time: null });
	};
	if (!isReel(file)) {
		report('not-a-reel', 0, 'the file does not start with the magic number of a reel', 'warning');
	}
	const found = findChunks(file, (start, end) => {
		const isEnd = end === file.length;
		report(
			isEnd ? 'reel-cut' : 'reel-damaged',
			start,
			`[${start}, ${end}): ${countOf(end - start, 'byte')} outside of intact chunks`,
			'warning',
		);
	});
	// Only reading a small reel shows whether its checksum is right.
	const [first] = found;
	const isSmall = first?.tag === SMALL_TAG;
	const small = isSmall ? attempt(isReel(file) ? issues : [], () => readSmall(first, budget)) : null;
	const chunks = isSmall && small === null ? [] : found;
	const head = small?.head ?? attempt(issues, () => findHead(chunks, budget));
	const nothing = { recording: null, blockCount: 0, gaps: [], isComplete: false };
	if (head === null) {
		const isFailed = issues.some(({ severity }) => severity === 'error');
		if (!isFailed) {
			const code = chunks.length === 0 && issues[0]?.code === 'not-a-reel' ? 'not-a-reel' : 'reel-damaged';
			report(code, 0, 'neither the head of the reel nor its copy at the end is intact', 'error');
		}
		return { ...nothing, issues };
	}
	for (const issue of listUnknownParts(head)) issues.push(issue);
	const vectors = listVectors(head.sections);
	const blocks = new Map<number, Block>();
	const others = new OtherChunks();
	let hasTail = false;
	for (const chunk of chunks) {
		if (chunk.tag === CHUNK_TAGS.tail) hasTail = true;
		else if (chunk.tag === SMALL_TAG) {
			for (const block of small?.blocks ?? []) blocks.set(block.number, block);
			hasTail = true;
		} else if (chunk.tag === CHUNK_TAGS.block) {
			const block = attempt(issues, () => readBlock(openChunk(chunk, budget), vectors, head.curves));
			if (block !== null && !blocks.has(block.number)) blocks.set(block.number, block);
		} else if (chunk.tag !== CHUNK_TAGS.head) {
			attempt(issues, () => others.add(chunk, budget, (issue) => issues.push(issue)));
		}
	}
	if (!hasTail && !issues.some(({ code }) => code === 'reel-cut')) {
		report('reel-cut', file.length, `the reel ends at ${file.length} without an index`, 'warning');
	}
	const ordered = [...blocks.values()].sort((a, b) => a.number - b.number);
	const isComplete = issues.every(({ code }) => code === 'reel-unknown');
	return {
		recording: joinBlocks(head, dropOverlaps(ordered), others),
		blockCount: blocks.size,
		gaps: listGaps(ordered),
		isComplete,
		issues,
	};
}

// Finds intact chunks, searching behind damage for the next one. Calls `onLoss` for bytes between them.
function findChunks(file: Uint8Array, onLoss: (start: number, end: number) => void): Chunk[] {
	const tags = Object.values(CHUNK_TAGS);
	const chunks: Chunk[] = [];
	let budget = CHECKS_PER_BYTE * file.length;
	let lostFrom = Math.min(REEL_MAGIC.length, file.length);
	let at = lostFrom;
	while (at + TAG_AT < file.length && budget > 0) {
		const isNext = at === lostFrom;
		const isCandidate =
			isNext || tags.some((tag) => [0, 1, 2, 3].every((i) => file[at + TAG_AT + i] === tag.charCodeAt(i)));
		const chunk = isCandidate ? tryChunk(file, at, (cost) => (budget -= cost)) : null;
		if (chunk === null) {
			at++;
			continue;
		}
		if (!isNext) onLoss(lostFrom, at);
		chunks.push(chunk);
		at += chunk.byteLength;
		lostFrom = at;
	}
	if (lostFrom < file.length) onLoss(lostFrom, file.length);
	return chunks;
}

function tryChunk(file: Uint8Array, at: number, spend: (cost: number) => void): Chunk | null {
	try {
		return readChunk(file, at);
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		if (error.issue.code === 'reel-damaged') spend(file.length - at);
		return null;
	}
}

function findHead(chunks: readonly Chunk[], budget: ReadBudget): ReelHead | null {
	const head = chunks.find(({ tag }) => tag === CHUNK_TAGS.head);
	if (head !== undefined) return readHead(openChunk(head, budget));
	const tail = chunks.find(({ tag }) => tag === CHUNK_TAGS.tail);
	return tail === undefined ? null : readHead(openChunk(tail, budget));
}

// Blocks are numbered from 0, and the last block of a complete reel ends at infinity.
function listGaps(blocks: readonly Block[]): { start: number; end: number }[] {
	const gaps: { start: number; end: number }[] = [];
	let last: number | null = null;
	for (const { number, start, end: next, isWhole } of blocks) {
		if (isWhole) continue;
		if (last === null && number > 0) last = Number.NEGATIVE_INFINITY;
		if (last !== null && start > last) gaps.push({ start: last, end: start });
		last = next;
	}
	if (last !== null && last < Number.POSITIVE_INFINITY) gaps.push({ start: last, end: Number.POSITIVE_INFINITY });
	return gaps;
}

// Forged blocks may overlap; keys must stay in order.
function dropOverlaps(blocks: readonly Block[]): Block[] {
	let last = Number.NEGATIVE_INFINITY;
	return blocks.filter(({ start, end, isWhole }) => {
		if (isWhole) return true;
		if (start < last) return false;
		last = end;
		return true;
	});
}

function attempt<T>(issues: Issue[], read: () => T): T | null {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		issues.push(error.issue);
		return null;
	}
}
