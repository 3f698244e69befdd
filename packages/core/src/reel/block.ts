import { type Curve, getCurveWords } from '../model/curve.ts';
import type { BlockCurve } from './block-curve.ts';
import { type ByteCursor, ByteWriter } from './bytes.ts';
import { chooseRate, codeClock } from './clock.ts';
import type { VectorShape } from './groups.ts';
import type { CurveProperties } from './head.ts';
import { BLOCK_CONTEXTS, type FitVector, KeyBlockCoder } from './key-block.ts';
import { fromOrdinal, toOrdinal } from './ordinal.ts';
import { readPacked, writePacked } from './packed-bytes.ts';
import { RangeDecoder, RangeEncoder } from './range-coder.ts';
import { type BlockRange, MAX_REPEATS } from './split.ts';

// The content of a block (REEL.md, "Blocks").

/** How the keys of a block are stored. */
export const BLOCK_KINDS = { whole: 0, exact: 1, bounded: 2 } as const;

/** The keys of a block by curve, and the times that it is about. */
export interface Block {
	readonly number: number;
	readonly start: number;
	readonly end: number;
	/** Whole curves, which are in no other block. */
	readonly isWhole: boolean;
	/** For each curve, `stride` words per key. */
	readonly curves: ReadonlyArray<Uint32Array | null>;
}

/** A block may have this many keys for each byte, and so many more. */
const KEYS_PER_BYTE = 64;
const FREE_KEYS = 0x1_0000;
const MAX_WORDS = 0x4000_0000;
/** Memory and work of reading a block, for the block itself, each curve, and each time of its clock. */
const BLOCK_BYTES = 2 ** 12;
const BLOCK_STEPS = 2 ** 9;
const CURVE_BYTES = 128;
const CURVE_STEPS = 8;
const CLOCK_BYTES = 4 + 8 + 4;
const CLOCK_STEPS = 4;

// Shared: most curves of a block may have no keys.
const NO_FRAMES: Int32Array = /* @__PURE__ */ new Int32Array();
const NO_WORDS: Uint32Array = /* @__PURE__ */ new Uint32Array();

/** The body of a block. */
export interface BlockBody {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/**
	 * The checksum of the words of all curves as a reader decodes them. A reader with another model would decode other words without
	 * an error.
	 */
	readonly checksum: number;
}

/** Adds to the body of a block what it is about. */
export function writeBlock(number: number, start: number, end: number, body: BlockBody): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	writer.writeCount(number);
	writer.writeFloat32(start);
	writer.writeFloat32(end);
	writer.writeUint32(body.checksum);
	writer.writeBytes(body.bytes);
	return writer.finish();
}

/** Writes the body of a block of curves that are stored as they are. `chosen`: their indices. */
export function writeWholeBody(curves: readonly Curve[], chosen: readonly number[]): BlockBody {
	const writer = new ByteWriter();
	const all = new ByteWriter();
	writer.writeByte(BLOCK_KINDS.whole);
	writer.writeCount(chosen.length);
	let next = 0;
	for (const index of chosen) {
		const words = getCurveWords(curves[index]!);
		writer.writeCount(index - next);
		writer.writeCount(words.length);
		all.writeBytes(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
		next = index + 1;
	}
	const words = all.finish();
	writePacked(writer, words);
	return { bytes: writer.finish(), checksum: computeChecksum([new Uint32Array(words.buffer)]) };
}

/** Writes the body of a block of keys: exact, or bounded where `fit` finds steps. */
export function writeCodedBody(
	range: BlockRange,
	vectors: readonly VectorShape[],
	curves: readonly Curve[],
	fit: FitVector | null,
): BlockBody {
	const blockCurves = curves.map((curve, i): BlockCurve => {
		const { stride } = curve;
		const words = getCurveWords(curve).slice(range.from[i]! * stride, range.to[i]! * stride);
		return { stride, frames: new Int32Array(words.length / stride), words };
	});
	const clock = createClock(blockCurves);
	const coder = new RangeEncoder(BLOCK_CONTEXTS);
	codeClock(coder, 0, clock, chooseRate(clock));
	const exact = new KeyBlockCoder(coder, clock, vectors.length, fit, null);
	let keyCount = 0;
	for (const { frames } of blockCurves) keyCount += frames.length;
	vectors.forEach((vector, i) => {
		exact.codeVector(vector, i, sliceVector(blockCurves, vector), () => {});
	});
	const writer = new ByteWriter();
	writer.writeByte(fit === null ? BLOCK_KINDS.exact : BLOCK_KINDS.bounded);
	writer.writeCount(clock.length);
	writer.writeBytes(coder.finish());
	const missing = Math.ceil((Math.max(keyCount, clock.length) - FREE_KEYS) / KEYS_PER_BYTE) - writer.length;
	if (missing > 0) writer.writeBytes(new Uint8Array(missing));
	return { bytes: writer.finish(), checksum: computeChecksum(blockCurves.map(({ words }) => words)) };
}

/** Reads a block. Throws `reel-damaged` and `too-large`. */
export function readBlock(
	cursor: ByteCursor,
	vectors: readonly VectorShape[],
	properties: readonly CurveProperties[],
): Block {
	const number = cursor.readCount(2 ** 31);
	const start = cursor.readFloat32();
	const end = cursor.readFloat32();
	if (!(start <= end)) cursor.fail('the times are out of order');
	const checksum = cursor.readUint32();
	const block = { ...readBody(cursor, vectors, properties), number, start, end };
	if (computeChecksum(block.curves) !== checksum) cursor.fail('the checksum is wrong');
	return block;
}

/** Reads the body of a block, which starts with its first time and never ends unless its file specifies an end. */
export function readBody(
	cursor: ByteCursor,
	vectors: readonly VectorShape[],
	properties: readonly CurveProperties[],
): Omit<Block, 'number'> {
	const { budget } = cursor;
	budget.chargeBytes(BLOCK_BYTES + CURVE_BYTES * properties.length);
	budget.chargeSteps(BLOCK_STEPS + CURVE_STEPS * properties.length);
	const kind = cursor.readByte();
	const end = Number.POSITIVE_INFINITY;
	if (!(Object.values(BLOCK_KINDS) as number[]).includes(kind)) cursor.failNew(`kind ${kind}`);
	if (kind === BLOCK_KINDS.whole) {
		return { start: -end, end, isWhole: true, curves: readWholeCurves(cursor, properties) };
	}
	const limit = FREE_KEYS + KEYS_PER_BYTE * cursor.bytes.length;
	const clockLength = cursor.readCount(limit);
	budget.chargeBytes(CLOCK_BYTES * clockLength);
	budget.chargeSteps(CLOCK_STEPS * clockLength);
	const clock = new Int32Array(clockLength);
	const coder = new RangeDecoder(BLOCK_CONTEXTS, cursor.bytes, cursor.at);
	if (!codeClock(coder, 0, clock, 0)) cursor.fail('the times of keys are out of order');
	const exact = new KeyBlockCoder(
		coder,
		clock,
		vectors.length,
		kind === BLOCK_KINDS.bounded ? () => null : null,
		budget,
	);
	const curves = properties.map(({ stride }): BlockCurve => ({ stride, frames: NO_FRAMES, words: NO_WORDS }));
	let keyCount = 0;
	const onKeys = (count: number): void => {
		keyCount += count;
		if (keyCount > limit) cursor.fail(`there are more than ${limit} keys`);
	};
	vectors.forEach((vector, i) => {
		const isRead = exact.codeVector(vector, i, sliceVector(curves, vector), onKeys);
		if (!isRead || coder.isOverrun) cursor.fail('the keys do not fit');
	});
	exact.release();
	cursor.at = cursor.bytes.length;
	const start = clock.length > 0 ? fromOrdinal(clock[0]!) : -end;
	return { start, end, isWhole: false, curves: curves.map(({ words }) => words) };
}

/**
 * Computes the checksum of the words of curves, in their order. A CRC would take a tenth of the time in which words within
 * tolerances are decoded.
 */
export function computeChecksum(curves: readonly (Uint32Array | null)[]): number {
	let hash = 0;
	for (const words of curves) if (words !== null) hash = addWords(hash, words);
	return hash >>> 0;
}

// A multiplication moves differences to higher bits, the shift back to lower ones.
function addWords(before: number, words: Uint32Array): number {
	let hash = before;
	for (let i = 0; i < words.length; i++) {
		hash = Math.imul(hash ^ words[i]!, 0x9e37_79b1);
		hash ^= hash >>> 15;
	}
	return hash;
}

function readWholeCurves(cursor: ByteCursor, properties: readonly CurveProperties[]): Array<Uint32Array | null> {
	const lengths = properties.map((): number | null => null);
	let total = 0;
	for (let left = cursor.readCount(properties.length), next = 0; left > 0; left--) {
		const index = next + cursor.readCount(properties.length - 1 - next);
		const length = cursor.readCount(MAX_WORDS);
		if (length % properties[index]!.stride !== 0) cursor.fail('a curve does not fit');
		lengths[index] = length;
		total += length;
		next = index + 1;
	}
	const words = new Uint32Array(readPacked(cursor, 4 * total).buffer);
	let end = 0;
	return lengths.map((length) => {
		if (length === null) return null;
		end += length;
		return words.subarray(end - length, end);
	});
}

function sliceVector(curves: readonly BlockCurve[], { firstCurve, size }: VectorShape): BlockCurve[] {
	return curves.slice(firstCurve, firstCurve + size);
}

/**
 * Collects the times of all keys, sorted, and sets the frame of each key. A time is there as often as in the curve that
 * has most keys at it.
 */
export function createClock(curves: readonly BlockCurve[]): Int32Array {
	const distinct: Float64Array[] = [];
	let last: Float64Array | null = null;
	const ids = curves.map((curve) => {
		const own = listTimes(curve);
		const isKnown = last !== null && own.length === last.length && own.every((id, i) => id === last?.[i]);
		if (isKnown) return last!;
		distinct.push(own);
		last = own;
		return own;
	});
	const all = new Float64Array(distinct.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const own of distinct) {
		all.set(own, end);
		end += own.length;
	}
	const clock = all.sort().filter((id, i) => i === 0 || id !== all[i - 1]);
	const known = new Map<Float64Array, Int32Array>();
	curves.forEach((curve, i) => {
		const own = ids[i]!;
		let frames = known.get(own);
		if (frames === undefined) {
			let frame = 0;
			frames = Int32Array.from(own, (id) => {
				while (clock[frame]! < id) frame++;
				return frame;
			});
			known.set(own, frames);
		}
		curve.frames = frames;
	});
	return Int32Array.from(clock, (id) => Math.floor(id / (MAX_REPEATS + 1)));
}

// The time of each key as a number that distinguishes keys at one time.
function listTimes({ words, stride }: BlockCurve): Float64Array {
	const ids = new Float64Array(words.length / stride);
	for (let key = 0; key < ids.length; key++) {
		const id = toOrdinal(words[key * stride]! | 0) * (MAX_REPEATS + 1);
		const isRepeat = key > 0 && words[key * stride] === words[(key - 1) * stride];
		ids[key] = isRepeat ? ids[key - 1]! + 1 : id;
	}
	return ids;
}
