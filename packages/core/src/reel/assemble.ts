import { REEL_MAGIC } from '../codec/signatures.ts';
import type { ReadBudget } from '../issue/budget.ts';
import type { Issue } from '../issue/error.ts';
import { assembleRecording } from '../model/create-recording.ts';
import type { Curve } from '../model/curve.ts';
import type { Recording, UnknownPart } from '../model/recording.ts';
import type { Room } from '../model/room.ts';
import type { Block } from './block.ts';
import { type Chunk, checkSkippable, openChunk, ROOM_TAG } from './chunks.ts';
import { buildReelSections, findOthers, isKnownSection, listVectors } from './groups.ts';
import type { ReelHead } from './head.ts';
import { buildOthers } from './others.ts';
import { readRoom } from './room-chunk.ts';
import { createChunkPart, listHeadParts } from './unknown-parts.ts';

/** Memory for an issue. */
const ISSUE_BYTES = 512;

/**
 * Joins the keys of blocks, which are in order of time, to a recording. Blocks also have keys before and after their time, which
 * playing needs where another block is missing. The recording has the content of `chunks` and the unknown parts of the head.
 */
export function joinBlocks(head: ReelHead, blocks: readonly Block[], chunks: OtherChunks): Recording {
	const curves = joinCurves(head, blocks);
	const { layout, markers, sections, others } = head;
	const { head: pose, hands, gaze } = buildReelSections(sections, curves);
	let next = findOthers(sections);
	return assembleRecording({
		layout,
		markers,
		head: pose,
		gaze,
		room: chunks.room,
		unknown: [...listHeadParts(head, curves), ...chunks.unknown],
		...buildOthers(others, hands, () => curves[next++]!),
	});
}

// Joins the keys of blocks to the curves of all sections.
function joinCurves({ sections, curves }: ReelHead, blocks: readonly Block[]): Curve[] {
	const roles = listVectors(sections).flatMap(({ role, size }) => Array.from({ length: size }, () => role));
	const cut = blocks.filter(({ isWhole }) => !isWhole);
	return curves.map(({ stride, preWrap, postWrap }, i): Curve => {
		const whole = blocks.find((block) => block.isWhole && block.curves[i] !== null);
		const words = whole?.curves[i] ?? joinKeys(cut, i, stride);
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		const kind = roles[i] === 'boolean' ? 'boolean' : 'float';
		return { kind, count: words.length / stride, stride, start: 0, floats, words, preWrap, postWrap };
	});
}

/** Returns a function that checks each block: a whole curve has no keys in other blocks. */
export function createBlockCheck(): (block: Pick<Block, 'isWhole' | 'curves'>) => boolean {
	const whole = new Set<number>();
	const cut = new Set<number>();
	return ({ isWhole, curves }) =>
		curves.every((words, i) => {
			if (words === null || (!isWhole && words.length === 0)) return true;
			const isFree = !whole.has(i) && !(isWhole && cut.has(i));
			(isWhole ? whole : cut).add(i);
			return isFree;
		});
}

/** Lists an issue for each part of the head that is not known. */
export function listUnknownParts({ sections, unknown }: ReelHead): Issue[] {
	return [
		...sections
			.filter((section) => !isKnownSection(section))
			.map(({ name }) => describeSkipped(`section '${name}'`, name, REEL_MAGIC.length)),
		...unknown.map((path) => describeSkipped(`metadata '${path}'`, path, REEL_MAGIC.length)),
	];
}

/** What is in the chunks beside head, blocks and tail. */
export class OtherChunks {
	room: Room | undefined;
	readonly unknown: UnknownPart[] = [];

	/**
	 * Reads a room. Reports another chunk as not known, and keeps it. Throws `reel-damaged` for a second room, and `reel-version` for an unknown
	 * chunk that readers must not skip.
	 */
	add(chunk: Chunk, budget: ReadBudget, onIssue: ((issue: Issue) => void) | undefined): void {
		const { tag, byteOffset, content } = chunk;
		if (tag === ROOM_TAG) {
			const cursor = openChunk(chunk, budget);
			if (this.room !== undefined) cursor.fail('there is a second room');
			this.room = readRoom(cursor);
			return;
		}
		checkSkippable(chunk);
		budget.chargeBytes(ISSUE_BYTES + content.length);
		onIssue?.(describeSkipped(`chunk ${tag} at ${byteOffset}`, '', byteOffset));
		this.unknown.push(createChunkPart(tag, content));
	}
}

function describeSkipped(what: string, path: string, byteOffset: number): Issue {
	const message = `${what} is unknown to this version`;
	return { code: 'reel-unknown', severity: 'warning', message, path, byteOffset, time: null };
}

function joinKeys(blocks: readonly Block[], index: number, stride: number): Uint32Array {
	const runs: Uint32Array[] = [];
	let length = 0;
	blocks.forEach((block, i) => {
		const words = block.curves[index]!;
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		const before = blocks[i - 1];
		const after = blocks[i + 1];
		let from = 0;
		let to = words.length;
		if (before?.end === block.start) while (from < to && floats[from]! < block.start) from += stride;
		if (after?.start === block.end) while (to > from && floats[to - stride]! >= block.end) to -= stride;
		// After a gap, the key before may be known already.
		const last = runs[runs.length - 1];
		if (last !== undefined && before !== undefined && before.end !== block.start) {
			const end = new Float32Array(last.buffer, last.byteOffset, last.length)[last.length - stride]!;
			while (from < to && floats[from]! <= end) from += stride;
		}
		if (from === to) return;
		runs.push(words.subarray(from, to));
		length += to - from;
	});
	if (runs.length === 1) return runs[0]!;
	const joined = new Uint32Array(length);
	let end = 0;
	for (const run of runs) {
		joined.set(run, end);
		end += run.length;
	}
	return joined;
}
