/** Floats that are allocated at once. */
const BLOCK_SIZE = 16_384;

/**
 * Memory for the channels of one document. A recording has hundreds of short ones, and an array buffer for each would
 * cost more than everything that is done with it.
 */
export interface ChannelMemory {
	block: Float32Array<ArrayBuffer>;
	used: number;
	integers: Int32Array;
	numbers: Float64Array;
}

/** Memory of which nothing is used yet. */
export function createMemory(): ChannelMemory {
	return {
		block: new Float32Array(BLOCK_SIZE),
		used: 0,
		integers: new Int32Array(0),
		numbers: new Float64Array(0),
	};
}

/** Floats to keep. They are 0. */
export function takeFloats(memory: ChannelMemory, length: number): Float32Array<ArrayBuffer> {
	if (memory.used + length > memory.block.length) {
		memory.block = new Float32Array(Math.max(length, BLOCK_SIZE));
		memory.used = 0;
	}
	const start = memory.used;
	memory.used += length;
	return memory.block.subarray(start, memory.used);
}

/** Integers to work with, whatever they are: the next call gives the same ones. */
export function borrowIntegers(memory: ChannelMemory, length: number): Int32Array {
	if (length > memory.integers.length) memory.integers = new Int32Array(length * 2);
	return memory.integers.subarray(0, length);
}

/** Numbers to work with, whatever they are: the next call gives the same ones. */
export function borrowNumbers(memory: ChannelMemory, length: number): Float64Array {
	if (length > memory.numbers.length) memory.numbers = new Float64Array(length * 2);
	return memory.numbers.subarray(0, length);
}
