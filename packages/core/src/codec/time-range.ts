import type { ByteView } from '../bytes/view.ts';
import type { TimeSpan } from '../curves/state-changes.ts';
import { type CurveOutline, readKeyTime } from './outline.ts';

/** The bits of +Infinity. As integers, the bits of times from 0 to here are in time order. */
const INFINITY_BITS = 0x7f800000;

/**
 * The smallest and the largest key time of a file: of all keys if it is in memory, else of the first and last key of each
 * curve, which is the same unless keys are out of order. `null` without keys.
 */
export function measureFileTimes(
	view: ByteView,
	curves: readonly CurveOutline[],
	memory: Uint8Array | null,
): TimeSpan | null {
	return memory === null ? measureEnds(view, curves) : (measureBits(curves, memory) ?? measureAll(view, curves));
}

// Integers, because code that runs once is interpreted, and the interpreter allocates an object for each float that it
// reads. `null` if there are no keys, or times below 0, NaN or out of order, or keys that are not aligned. Divisions, because
// shifts would make offsets from 2 GiB on negative.
function measureBits(curves: readonly CurveOutline[], memory: Uint8Array): TimeSpan | null {
	if ((memory.byteOffset + (curves[0]?.keysOffset ?? 0)) % 4 !== 0) return null;
	const words = new Int32Array(memory.buffer, 0, Math.floor(memory.buffer.byteLength / 4));
	let start = INFINITY_BITS;
	let end = -1;
	for (const { keysOffset, keySize, keyCount } of curves) {
		if (keyCount === 0) continue;
		const stride = keySize >> 2;
		const first = (memory.byteOffset + keysOffset) / 4;
		const last = first + (keyCount - 1) * stride;
		let bits = words[first]!;
		if (bits < start) start = bits;
		for (let i = first + stride; i <= last; i += stride) {
			const next = words[i]!;
			if (next < bits) return null;
			bits = next;
		}
		if (bits > end) end = bits;
	}
	if (start < 0 || end < start || end > INFINITY_BITS) return null;
	const [first = 0, last = 0] = new Float32Array(Int32Array.of(start, end).buffer);
	return { start: first, end: last };
}

function measureAll(view: ByteView, curves: readonly CurveOutline[]): TimeSpan | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		for (let i = 0; i < curve.keyCount; i++) {
			const time = readKeyTime(view, curve, i);
			if (time < start) start = time;
			if (time > end) end = time;
		}
	}
	return start <= end ? { start, end } : null;
}

function measureEnds(view: ByteView, curves: readonly CurveOutline[]): TimeSpan | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	for (const curve of curves) {
		if (curve.keyCount === 0) continue;
		const times = [readKeyTime(view, curve, 0), readKeyTime(view, curve, curve.keyCount - 1)].filter(
			(time) => !Number.isNaN(time),
		);
		start = Math.min(start, ...times);
		end = Math.max(end, ...times);
	}
	return start <= end ? { start, end } : null;
}
