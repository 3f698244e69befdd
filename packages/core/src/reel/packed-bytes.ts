import type { ReadBudget } from '../issue/budget.ts';
import type { ByteCursor, ByteWriter } from './bytes.ts';
import { type BitCoder, RangeDecoder, RangeEncoder } from './range-coder.ts';
import { COUNT_CONTEXTS, codeCount, codeTree } from './symbols.ts';

// Bytes without a specific model: texts, and the words of whole curves (REEL.md, "Packed bytes"). A byte is coded with the byte
// before as context, or together with bytes after it as a copy of earlier bytes.

const COPY_AT = 0x1_0000;
const REPEAT_AT: number = COPY_AT + 8;
const DISTANCE_AT: number = REPEAT_AT + 1;
const LENGTH_AT: number = DISTANCE_AT + COUNT_CONTEXTS;
/** Contexts of {@link codeBytes}. */
export const PACKED_CONTEXTS: number = LENGTH_AT + COUNT_CONTEXTS;
/** Copies are longer than this. */
const SHORTEST = 2;
/** Copies from a new distance pay from this length on. */
const WORTHWHILE = 4;
const LONGEST = 0x10_0000;
/** Earlier places with the same bytes that an encoder looks at. */
const SEARCHES = 32;
/** Limits expansion: at most this many output bytes per stored byte, plus a fixed allowance. */
const GAIN = 512;
const FREE_BYTES = 0x1000;
/** The work of preparing the contexts, of a byte or a copy, and how many bytes are copied at the cost of a step. */
const START_STEPS = 2 ** 10;
const SYMBOL_STEPS = 2;
const COPIED_PER_STEP = 32;

/** Writes bytes, whose number the reader has to know. `history`: bytes that can be copied, too. */
export function writePacked(writer: ByteWriter, bytes: Uint8Array, history = ''): void {
	if (bytes.length === 0) return;
	const coder = new RangeEncoder(PACKED_CONTEXTS);
	const all = withHistory(history, bytes.length);
	all.set(bytes, history.length);
	codeBytes(coder, all, history.length, findCopies(all, history.length), null);
	const coded = coder.finish();
	const padding = Math.max(0, Math.ceil((bytes.length - FREE_BYTES) / GAIN) - coded.length);
	writer.writeCount(coded.length + padding);
	writer.writeBytes(coded);
	writer.writeBytes(new Uint8Array(padding));
}

/** Reads `count` bytes. Throws `reel-damaged` and `too-large`. */
export function readPacked(cursor: ByteCursor, count: number, history = ''): Uint8Array<ArrayBuffer> {
	if (count === 0) return new Uint8Array();
	const coded = cursor.readBytes(cursor.readCount(cursor.left));
	if (count > FREE_BYTES + GAIN * coded.length) cursor.fail(`${count} bytes do not fit`);
	cursor.budget.chargeBytes(history === '' ? count : 2 * count);
	cursor.budget.chargeSteps(START_STEPS);
	const all = withHistory(history, count);
	codeBytes(new RangeDecoder(PACKED_CONTEXTS, coded, 0), all, history.length, [], cursor.budget);
	return history === '' ? all : all.slice(history.length);
}

function withHistory(history: string, count: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(history.length + count);
	bytes.set(new TextEncoder().encode(history));
	return bytes;
}

/** Bytes that are there already. */
export interface Copy {
	readonly start: number;
	readonly distance: number;
	readonly length: number;
}

/** Codes bytes from `start` on, in place. `copies` in order; those of a file are read, at the cost of `budget`. */
export function codeBytes(
	coder: BitCoder,
	bytes: Uint8Array,
	start: number,
	copies: readonly Copy[],
	budget: ReadBudget | null,
): void {
	let next = 0;
	let last = 0;
	let isAfterCopy = 0;
	for (let at = start; at < bytes.length; ) {
		budget?.chargeSteps(SYMBOL_STEPS);
		const copy = copies[next]?.start === at ? copies[next++] : undefined;
		const isCopy = at > 0 ? coder.codeBit(COPY_AT + 2 * (at & 3) + isAfterCopy, copy === undefined ? 0 : 1) : 0;
		if (isCopy === 1) {
			const isRepeat = last > 0 ? coder.codeBit(REPEAT_AT, copy?.distance === last ? 1 : 0) : 0;
			if (isRepeat === 0) last = codeDistance(coder, copy?.distance ?? 1);
			const length = codeCount(coder, LENGTH_AT, (copy?.length ?? 0) - SHORTEST) + SHORTEST;
			// Only damaged files copy what is not there.
			const from = Math.max(at - last, 0);
			const end = Math.min(at + length, bytes.length);
			budget?.chargeSteps((end - at) / COPIED_PER_STEP);
			for (let i = from; at < end; i++) bytes[at++] = bytes[i]!;
		} else {
			const before = at > 0 ? bytes[at - 1]! : 0;
			bytes[at] = codeTree(coder, before << 8, 8, bytes[at]!);
			at++;
		}
		isAfterCopy = isCopy;
	}
}

// The number of bits below the highest, then these bits.
function codeDistance(coder: BitCoder, distance: number): number {
	const length = codeCount(coder, DISTANCE_AT, 31 - Math.clz32(distance));
	const low = Math.min(length, 24);
	return 2 ** low + coder.codeBits(low, distance - 2 ** low);
}

// Takes the longest copy at each place, and continues after it.
function findCopies(bytes: Uint8Array, start: number): Copy[] {
	const copies: Copy[] = [];
	const heads = new Map<number, number>();
	const before = new Int32Array(bytes.length).fill(-1);
	let last = 0;
	for (let at = start, known = 0; at < bytes.length; ) {
		for (; known < at; known++) {
			const key = keyAt(bytes, known);
			before[known] = heads.get(key) ?? -1;
			heads.set(key, known);
		}
		let distance = last;
		let length = last === 0 ? 0 : matchLength(bytes, at - last, at);
		let from = heads.get(keyAt(bytes, at)) ?? -1;
		for (let left = SEARCHES; from >= 0 && left > 0; left--) {
			const found = matchLength(bytes, from, at);
			if (found >= WORTHWHILE && found > length + 1) {
				distance = at - from;
				length = found;
			}
			from = before[from]!;
		}
		if (length >= SHORTEST && at > 0) {
			copies.push({ start: at, distance, length });
			last = distance;
			at += length;
		} else at++;
	}
	return copies;
}

function keyAt(bytes: Uint8Array, at: number): number {
	return bytes[at]! | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

function matchLength(bytes: Uint8Array, from: number, at: number): number {
	const most = Math.min(bytes.length - at, LONGEST);
	let length = 0;
	while (length < most && bytes[from + length] === bytes[at + length]) length++;
	return length;
}
