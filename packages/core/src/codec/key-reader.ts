import type { ByteView } from '../bytes/view.ts';
import { type Curve, createCurveFromWords, getKeyTime, getKeyValue, SIMPLE_STRIDE } from '../model/curve.ts';
import { type CurveOutline, readKeyTime } from './outline.ts';

/** The keys of a curve: in a file that is not read, or in memory. What is known of a recording is found with this. */
export interface KeyReader {
	readonly count: number;
	/** The bytes of the curve in its file; `null` in memory. */
	readonly byteLength: number | null;
	getTime(index: number): number;
	getValue(index: number): number;
	/** The latest key time below a limit; NaN without such a key. In a file, keys must be in order. */
	findTimeBefore(limit: number): number;
	/** The keys of a boolean curve. */
	readStates(): Curve;
}

/** The keys of a curve of a file, each read on demand. */
export function createFileReader(view: ByteView, outline: CurveOutline): KeyReader {
	const { byteOffset, keysOffset, keyCount: count, keySize, preWrap, postWrap } = outline;
	const getTime = (index: number): number => readKeyTime(view, outline, index);
	return {
		count,
		byteLength: keysOffset - byteOffset + count * keySize,
		getTime,
		getValue: (index) => view.getFloat32(keysOffset + index * keySize + 4, true),
		findTimeBefore: (limit) => {
			let low = 0;
			let high = count;
			if (high > 0 && getTime(high - 1) < limit) low = high;
			while (low < high) {
				const middle = (low + high) >> 1;
				if (getTime(middle) < limit) low = middle + 1;
				else high = middle;
			}
			return low === 0 ? Number.NaN : getTime(low - 1);
		},
		readStates: () => {
			const words = new Uint32Array(count * SIMPLE_STRIDE);
			for (let i = 0; i < words.length; i++) words[i] = view.getInt32(keysOffset + i * 4, true);
			return createCurveFromWords(words, { kind: 'boolean', preWrap, postWrap });
		},
	};
}

/** The keys of a curve in memory, in any order. */
export function createCurveReader(curve: Curve): KeyReader {
	const { floats, start, count, stride } = curve;
	return {
		count,
		byteLength: null,
		getTime: (index) => getKeyTime(curve, index),
		getValue: (index) => getKeyValue(curve, index),
		findTimeBefore: (limit) => {
			let last = Number.NaN;
			for (let i = start; i < start + count * stride; i += stride) {
				const time = floats[i]!;
				if (time < limit && !(last >= time)) last = time;
			}
			return last;
		},
		readStates: () => curve,
	};
}
