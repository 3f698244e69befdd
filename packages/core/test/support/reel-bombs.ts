// Reels of some hundred kilobytes that would become gigabytes, or take minutes: what encoders never write, with right checksums.

import { type Curve, createCurve, createRecording, type Recording } from '@handreel/core';
import { REEL_MAGIC } from '../../src/codec/signatures.ts';
import { type BlockBody, writeBlock, writeCodedBody } from '../../src/reel/block.ts';
import { ByteWriter } from '../../src/reel/bytes.ts';
import { CHUNK_TAGS, writeChunk } from '../../src/reel/chunks.ts';
import { type GroupKind, listReelCurves, listVectors, type ReelSection } from '../../src/reel/groups.ts';
import { createHead, REEL_VERSION, writeHead } from '../../src/reel/head.ts';
import { codeBytes, PACKED_CONTEXTS } from '../../src/reel/packed-bytes.ts';
import { RangeEncoder } from '../../src/reel/range-coder.ts';
import { writeTail } from '../../src/reel/tail.ts';
import { concat } from './bytes.ts';

/** Bytes that a byte of packed bytes may expand to. */
const GAIN = 512;
/** What packed metadata may copy from. */
const HISTORY = '"],"info":{"device":"{"markers":["';
const LONGEST_COPY = 0x10_0000;
const MEGABYTE = 2 ** 20;

/** Metadata of 190 MB: `item`, repeated. */
export function createTextBomb(start: string, item: string, end: string, megabytes = 190): Uint8Array {
	const count = Math.floor((megabytes * MEGABYTE) / item.length);
	const fields = new ByteWriter();
	// Layout 1.1 with simple keys and markers, no sections, no flags.
	for (const byte of [7, 0]) fields.writeByte(byte);
	writeRepeated(fields, start, item, end, count);
	const head = new ByteWriter();
	head.writeByte(REEL_VERSION);
	head.writeCount(fields.length);
	head.writeBytes(fields.finish());
	return joinChunks([writeChunk(CHUNK_TAGS.head, head.finish())]);
}

/** A still recording with as many keys as a block can have, again and again. */
export function createKeyBomb(blocks = 400): Uint8Array {
	const still = createCurve(Array.from({ length: 40_000 }, (_, i) => [i / 4000, 1]).flat());
	const parts = { x: still, y: still, z: still };
	return repeatBlock(
		createRecording({ head: { position: parts, rotation: { ...parts, w: still } }, gaze: { origin: parts } }),
		blocks,
	);
}

/** Blocks without keys, of 60,000 curves. */
export function createCurveBomb(blocks = 3000): Uint8Array {
	return repeatSection(
		Array.from({ length: 60_000 }, () => []),
		blocks,
	);
}

/** Blocks of curves with one key each, whose times have to be searched in a long clock. */
export function createMaskBomb(blocks = 200): Uint8Array {
	const all = Array.from({ length: 20_000 }, (_, i) => [i / 60, 1]).flat();
	return repeatSection([all, ...Array.from({ length: 2000 }, (_, i) => [(i % 2) / 60, 1])], blocks);
}

function repeatBlock(recording: Recording, count: number): Uint8Array {
	const head = createHead(recording);
	const body = writeBody(head.sections, listReelCurves(recording));
	return joinBlocks(writeHead(head), body, count);
}

// A section that no version knows, of switches with these keys.
function repeatSection(keys: readonly (readonly number[])[], count: number): Uint8Array {
	const kinds: GroupKind[] = keys.map(() => 'boolean');
	const sections = [{ name: 'unknown', kinds }];
	const curves = keys.map((list) => createCurve([...list], { kind: 'boolean' }));
	const head = writeHead({ ...createHead(createRecording({})), sections, curves });
	return joinBlocks(head, writeBody(sections, curves), count);
}

function writeBody(sections: readonly ReelSection[], curves: readonly Curve[]): BlockBody {
	const from = new Int32Array(curves.length);
	const to = Int32Array.from(curves, (curve) => curve.count);
	return writeCodedBody({ start: 0, end: 1, cover: 1, from, to }, listVectors(sections), curves, null);
}

function joinBlocks(head: Uint8Array, body: BlockBody, count: number): Uint8Array {
	const blocks = Array.from({ length: count }, (_, i) => writeChunk(CHUNK_TAGS.block, writeBlock(i, i, i + 1, body)));
	return joinChunks([writeChunk(CHUNK_TAGS.head, head), ...blocks]);
}

// Readers of whole files do not look at the index.
function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
	const tail = writeTail(new Uint8Array(), [], 0);
	return concat(Uint8Array.from(REEL_MAGIC), ...chunks, writeChunk(CHUNK_TAGS.tail, tail));
}

function writeRepeated(writer: ByteWriter, start: string, item: string, end: string, count: number): void {
	const length = start.length + item.length * count + end.length;
	const bytes = new Uint8Array(HISTORY.length + length);
	const write = (text: string, at: number): void => void bytes.set(new TextEncoder().encode(text), at);
	write(HISTORY, 0);
	const first = HISTORY.length;
	write(start, first);
	bytes.fill(Buffer.from(item)[0]!, first + start.length);
	write(item, first + start.length);
	write(end, first + length - end.length);
	const copies: { start: number; distance: number; length: number }[] = [];
	const last = first + length - end.length;
	for (let at = first + start.length + item.length; at < last; ) {
		const part = Math.min(LONGEST_COPY, last - at);
		bytes.copyWithin(at, at - item.length, at - item.length + Math.min(part, item.length));
		for (let done = item.length; done < part; done *= 2)
			bytes.copyWithin(at + done, at, at + Math.min(done, part - done));
		copies.push({ start: at, distance: item.length, length: part });
		at += part;
	}
	const coder = new RangeEncoder(PACKED_CONTEXTS);
	codeBytes(coder, bytes, first, copies, null);
	const coded = coder.finish();
	const padding = Math.max(0, Math.ceil(length / GAIN) - coded.length);
	writer.writeCount(length);
	writer.writeCount(coded.length + padding);
	writer.writeBytes(coded);
	writer.writeBytes(new Uint8Array(padding));
}
