/** Floats per allocation. */
const BLOCK_SIZE = 16_384;

/**
 * Memory for the channels of one document. A recording has hundreds of short channels, and an array buffer for each would
 * cost more than all other work.
 */
export interface ChannelMemory {
	block: Float32Array<ArrayBuffer>;
	used: number;
	integers: Int32Array;
	numbers: Float64Array;
}

/** Returns fresh memory. */
export function createMemory(): ChannelMemory {
	return {
		block: new Float32Array(BLOCK_SIZE),
		used: 0,
		integers: new Int32Array(0),
		numbers: new Float64Array(0),
	};
}

/** Returns zeroed floats to keep. */
export function takeFloats(memory: ChannelMemory, length: number): Float32Array<ArrayBuffer> {
	if (memory.used + length > memory.block.length) {
		memory.block = new Float32Array(Math.max(length, BLOCK_SIZE));
		memory.used = 0;
	}
	const start = memory.used;
	memory.used += length;
	return memory.block.subarray(start, memory.used);
}

/** Returns integers with any content, valid until the next call. */
export function borrowIntegers(memory: ChannelMemory, length: number): Int32Array {
	if (length > memory.integers.length) memory.integers = new Int32Array(length * 2);
	return memory.integers.subarray(0, length);
}

/** Returns numbers with any content, valid until the next call. */
export function borrowNumbers(memory: ChannelMemory, length: number): Float64Array {
	if (length > memory.numbers.length) memory.numbers = new Float64Array(length * 2);
	return memory.numbers.subarray(0, length);
}
