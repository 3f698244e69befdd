import type { ByteView, CurveOutline } from '@handreel/core';
import { timeAt } from './keys.ts';

/** First and last key time of a recording. */
export interface TimeRange {
	readonly start: number;
	readonly end: number;
}

/**
 * The smallest and the largest key time: of all keys if the file is in memory, else of the first and the last one of
 * each curve (which is the same unless keys are out of order). `null` without keys.
 */
export function measureTimeRange(
	view: ByteView,
	curves: readonly CurveOutline[],
	memory: Uint8Array | null,
): TimeRange | null {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	const floats = memory && new Float32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
	for (const curve of curves) {
		if (floats !== null && memory !== null) {
			const first = (memory.byteOffset + curve.keysOffset) / 4;
			const stride = curve.keySize / 4;
			for (let i = first; i < first + curve.keyCount * stride; i += stride) {
				const time = floats[i]!;
				if (time < start) start = time;
				if (time > end) end = time;
			}
		} else if (curve.keyCount > 0) {
			const times = [timeAt(view, curve, 0), timeAt(view, curve, curve.keyCount - 1)].filter(
				(time) => !Number.isNaN(time),
			);
			start = Math.min(start, ...times);
			end = Math.max(end, ...times);
		}
	}
	return start <= end ? { start, end } : null;
}
