import type { ByteReader } from '../bytes/source.ts';
import { type BytesLike, isBytesLike, toBytes } from '../bytes/view.ts';
import { REEL_MAGIC } from '../codec/signatures.ts';
import { ReadBudget } from '../issue/budget.ts';
import { checkFinite, failAt } from '../issue/error.ts';
import type { Layout } from '../model/layout.ts';
import type { Marker, Recording, RecordingInfo } from '../model/recording.ts';
import { joinBlocks, listUnknownParts, OtherChunks } from './assemble.ts';
import { type Block, readBlock } from './block.ts';
import {
	CHUNK_HEADER_SIZE,
	CHUNK_TAGS,
	checkReelMagic,
	isSmallReel,
	LENGTH_AT,
	openChunk,
	readChunk,
	readWord,
} from './chunks.ts';
import type { DecodeReelOptions } from './decode-reel.ts';
import { listVectors } from './groups.ts';
import type { ReelHead } from './head.ts';
import { readSmall } from './small-reel.ts';
import { type ReelBlock, readTail, TAIL_SIZE_BYTES } from './tail.ts';

/** An open `.reel` file. */
export interface Reel {
	/** The layout of the recording; `null` if it does not come from an MRTK file. */
	readonly layout: Layout | null;
	readonly markers: readonly Marker[];
	/** Where the recording comes from. */
	readonly info: RecordingInfo;
	/** Seconds: the duration of the recording. */
	readonly duration: number;
	/** The names of the sections, such as `hands`. */
	readonly sections: readonly string[];
	/** All blocks in file order. */
	readonly blocks: readonly ReelBlock[];
	/**
	 * Reads the recording in a range: it plays there exactly as the whole recording does, at the same times. It has all
	 * markers, the whole room, and what this version does not know, in `unknown`, and may have keys outside the range. Rejects with
	 * `RangeError` for a range that is not finite or ends before it starts, and like {@link openReel}.
	 */
	read(range?: ReelRange): Promise<Recording>;
}

/** A span of a reel. */
export interface ReelRange {
	/** Seconds. Default: the start of the recording. */
	readonly start?: number;
	/** Seconds. Default: the end of the recording. */
	readonly end?: number;
}

/** Bytes that are read at the end of a file before its index is known. */
const TAIL_GUESS = 1024;
/** Bytes before the content of the head. */
const TOP_SIZE: number = REEL_MAGIC.length + CHUNK_HEADER_SIZE;
/** Bytes that are read of a small reel. */
const SMALL_LIMIT = 0x1_0100;

/**
 * Opens a `.reel` file without reading its keys: bytes, or anything with `byteLength` and `read(offset, length)`, for example a file on
 * disk or HTTP range requests. Reads about a kilobyte at its end, the room, and the chunks that this version does not know.
 *
 * Rejects with a `RecordingError`: `not-a-reel`, `reel-version`, `reel-damaged`, `reel-cut`, and `too-large` for files beyond
 * `limits`, which count again for each range that is read. Reports what this version does not know as {@link decodeReel} does.
 *
 * @example
 * const reel = await openReel(bytes);
 * const moment = await reel.read({ start: 300, end: 305 }); // reads one or two blocks
 */
export async function openReel(source: ByteReader | BytesLike, options: DecodeReelOptions = {}): Promise<Reel> {
	const reader = isBytesLike(source) ? readBytes(toBytes(source)) : source;
	const size = reader.byteLength;
	const createBudget = (): ReadBudget => new ReadBudget(options.limits, size, 'reel');
	const budget = createBudget();
	const top = await readAt(reader, 0, Math.min(size, TOP_SIZE));
	checkReelMagic(top.subarray(0, REEL_MAGIC.length));
	if (isSmallReel(top)) return openSmall(await readAt(reader, 0, Math.min(size, SMALL_LIMIT)), budget, options);
	let length = Math.min(size, TAIL_GUESS);
	let bytes = await readAt(reader, size - length, length);
	const tailLength = readWord(bytes, bytes.length - TAIL_SIZE_BYTES);
	if (tailLength < CHUNK_HEADER_SIZE || tailLength > size - REEL_MAGIC.length) {
		failAt('reel-cut', '', size, `the file ends at ${size} without an index`);
	}
	if (tailLength > length) {
		length = tailLength;
		bytes = await readAt(reader, size - length, length);
	}
	const tail = readChunk(bytes, length - tailLength, size - length);
	if (tail.tag !== CHUNK_TAGS.tail) failAt('reel-cut', '', tail.byteOffset, 'the file does not end with an index');
	const { head, entries, duration } = readTail(openChunk(tail, budget), tail.byteOffset);
	for (const issue of listUnknownParts(head)) options.onIssue?.(issue);
	const chunks = new OtherChunks();
	let from = TOP_SIZE + readWord(top, REEL_MAGIC.length + LENGTH_AT);
	// Chunks that the index does not list.
	for (const { byteOffset: to, byteLength } of [...entries, tail]) {
		const between = to > from ? await readAt(reader, from, to - from) : new Uint8Array();
		for (let at = 0; at < between.length; ) {
			const chunk = readChunk(between, at, from);
			chunks.add(chunk, budget, options.onIssue);
			at += chunk.byteLength;
		}
		from = to + byteLength;
	}
	const vectors = listVectors(head.sections);
	const load = async ({ byteOffset, byteLength }: ReelBlock, readBudget: ReadBudget): Promise<Block> => {
		const chunk = readChunk(await readAt(reader, byteOffset, byteLength), 0, byteOffset);
		return readBlock(openChunk(chunk, readBudget), vectors, head.curves);
	};
	return createReel(head, entries, chunks, load, duration, createBudget);
}

// The blocks of a small reel are read with its head.
function openSmall(bytes: Uint8Array, budget: ReadBudget, { onIssue }: DecodeReelOptions): Reel {
	const chunk = readChunk(bytes, REEL_MAGIC.length);
	const { byteOffset, byteLength } = chunk;
	const { head, blocks: found } = readSmall(chunk, budget);
	for (const issue of listUnknownParts(head)) onIssue?.(issue);
	const blocks = found.map((block) => ({ ...block, byteOffset, byteLength, cover: block.end }));
	const { duration } = joinBlocks(head, found, new OtherChunks());
	return createReel(
		head,
		blocks,
		new OtherChunks(),
		async (block) => found[blocks.indexOf(block)]!,
		duration,
		() => budget,
	);
}

function createReel<T extends ReelBlock>(
	head: ReelHead,
	blocks: readonly T[],
	chunks: OtherChunks,
	load: (block: T, budget: ReadBudget) => Promise<Block>,
	duration: number,
	createBudget: () => ReadBudget,
): Reel {
	const { layout, markers, others } = head;
	const read = async (range: ReelRange = {}): Promise<Recording> => {
		const found: Block[] = [];
		const budget = createBudget();
		for (const block of chooseBlocks(blocks, range)) found.push(await load(block, budget));
		return joinBlocks(head, found, chunks);
	};
	return {
		layout,
		markers,
		info: others.info,
		duration,
		sections: head.sections.map(({ name }) => name),
		blocks,
		read,
	};
}

// The blocks that tell all values in a range.
function chooseBlocks<T extends ReelBlock>(
	blocks: readonly T[],
	{ start = -Number.MAX_VALUE, end = Number.MAX_VALUE }: ReelRange,
): T[] {
	checkFinite(start, 'start');
	checkFinite(end, 'end');
	if (end < start) throw new RangeError(`end: must not be before start ${start}, got ${end}`);
	const cut = blocks.filter(({ isWhole }) => !isWhole);
	let first = 0;
	while (first + 1 < cut.length && cut[first]!.end <= start) first++;
	let last = first;
	while (last + 1 < cut.length && cut[last]!.cover < end) last++;
	return [...blocks.filter(({ isWhole }) => isWhole), ...cut.slice(first, last + 1)];
}

function readBytes(bytes: Uint8Array): ByteReader {
	return { byteLength: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

async function readAt(reader: ByteReader, offset: number, length: number): Promise<Uint8Array> {
	let piece = await reader.read(offset, length);
	if (piece.length === length) return piece;
	const bytes = new Uint8Array(length);
	let end = 0;
	while (piece.length > 0) {
		bytes.set(piece.subarray(0, length - end), end);
		end += piece.length;
		if (end >= length) return bytes;
		piece = await reader.read(offset + end, length - end);
	}
	return failAt('reel-cut', '', offset + end, `the file ends at ${offset + end}, before ${length} bytes at ${offset}`);
}
