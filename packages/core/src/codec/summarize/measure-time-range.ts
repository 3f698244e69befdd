import type { ByteView } from '../../bytes/view.ts';
import type { CurveOutline } from '../outline.ts';
import { timeAt } from './time-at.ts';

/** First and last key time of a recording. */
export interface TimeRange {
	readonly start: number;
	readonly end: number;
}

/** The bits of +Infinity. As integers, the bits of times from 0 up to here are in the order of the times. */
const INFINITY_BITS = 0x7f800000;

/**
 * The smallest and the largest key time: of all keys if the file is in memory, else of the first and the last one of
 * each curve (which is the same unless keys are out of order). `null` without keys.
 */
export function measureTimeRange(
	view: ByteView,
	curves: readonly CurveOutline[],
	memory: Uint8Array | null,
): TimeRange | null {
	return memory === null ? measureEnds(view, curves) : (measureBits(curves, memory) ?? measureAll(view, curves));
}

// Code that runs once is interpreted, and the interpreter makes an object of each float that it reads, but not of an
// integer. `null` if there are no keys, times before 0 or that are none, or keys that are not aligned.
function measureBits(curves: readonly CurveOutline[], memory: Uint8Array): TimeRange | null {
	if ((memory.byteOffset + (curves[0]?.keysOffset ?? 0)) % 4 !== 0) return null;
	const words = new Int32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
	let start = INFINITY_BITS;
	let end = -1;
	for (const { keysOffset, keySize, keyCount } of curves) {
		const stride = keySize >> 2;
		let i = (memory.byteOffset + keysOffset) >> 2;
		for (const last = i + keyCount * stride; i < last; i += stride) {
			const bits = words[i]!;
			if (bits < start) start = bits;
			if (bits > end) end = bits;
		}
	}
	if (start < 0 || end < start || end > INFINITY_BITS) return null;
	const [first = 0, last = 0] = new Float32Array(Int32Array.of(start, end).buffer);
	return { start: first, end: last };
}

function measureAll(view: ByteView, curves: readonly CurveOutline[]): TimeRange | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		for (let i = 0; i < curve.keyCount; i++) {
			const time = timeAt(view, curve, i);
			if (time < start) start = time;
			if (time > end) end = time;
		}
	}
	return start <= end ? { start, end } : null;
}

function measureEnds(view: ByteView, curves: readonly CurveOutline[]): TimeRange | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		if (curve.keyCount === 0) continue;
		const times = [timeAt(view, curve, 0), timeAt(view, curve, curve.keyCount - 1)].filter(
			(time) => !Number.isNaN(time),
		);
		start = Math.min(start, ...times);
		end = Math.max(end, ...times);
	}
	return start <= end ? { start, end } : null;
}
