import type { KernelArray } from '../key-table.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

const PAGE_BYTES = 65_536;
/** Alignment of arrays and minimum gap between them: the kernel may write this far beyond the end of an array. */
const GAP_BYTES = 16;

/** The functions of simd/kernel.ts. Arguments are addresses or numbers of bytes, except times. */
export interface Kernel {
	/** Samples the tables from `at` to `end` at a time, each to its own output. */
	sampleTables(at: number, end: number, time: number): void;
	/** Samples a table at the float64 times from `at` to `end` into rows that start `stride` bytes after each other. */
	sampleRows(table: number, at: number, end: number, out: number, stride: number): void;
}

/** Callback of the kernel for rare cases: finds the segment of a timeline and writes its coefficients. */
export type Locate = (table: number, timeline: number, time: number) => void;

// Compiled on first use; `null` if that failed.
let compiled: WebAssembly.Module | null | undefined;

/** Returns the kernel, or `null` where WebAssembly with SIMD is missing or forbidden by the page. */
export function findKernel(): WebAssembly.Module | null {
	if (compiled === undefined) compiled = compileKernel();
	return compiled;
}

/** Instantiates the kernel in a memory. */
export function instantiateKernel(kernel: WebAssembly.Module, memory: WebAssembly.Memory, locate: Locate): Kernel {
	const { exports } = new WebAssembly.Instance(kernel, { env: { memory }, kernel: { locate } });
	return exports as unknown as Kernel;
}

function compileKernel(): WebAssembly.Module | null {
	try {
		return new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0)));
	} catch {
		return null;
	}
}

/** Returns the bytes that an array takes in an arena. */
export function arenaBytes({ byteLength }: KernelArray): number {
	return Math.ceil(byteLength / GAP_BYTES + 1) * GAP_BYTES;
}

/**
 * A WebAssembly memory into which arrays are copied one after the other. Throws `RangeError` if there is no memory
 * left.
 */
export class Arena {
	readonly memory: WebAssembly.Memory;
	#next = 0;

	constructor(byteLength: number) {
		const pages = Math.ceil(byteLength / PAGE_BYTES);
		this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
	}

	/** Copies an array into this memory. */
	take<T extends KernelArray>(array: T): T {
		const ArrayType = array.constructor as new (buffer: ArrayBuffer, byteOffset: number, length: number) => T;
		const copy = new ArrayType(this.memory.buffer, this.#next, array.length);
		copy.set(array);
		this.#next += arenaBytes(array);
		return copy;
	}
}
