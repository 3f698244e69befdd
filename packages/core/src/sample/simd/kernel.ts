import type { KernelArray } from '../key-table.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

const PAGE_BYTES = 65_536;
/** Arrays start at multiples of this and lie at least this far apart: the kernel may overwrite so many after some. */
const GAP_BYTES = 16;

/** The functions of simd/kernel.ts. All arguments but times are addresses or numbers of bytes. */
export interface Kernel {
	/** Samples the tables from `at` to `end` at a time, each to its own place. */
	sampleTables(at: number, end: number, time: number): void;
	/** Samples a table at the float64 times from `at` to `end` into rows that start `stride` bytes after each other. */
	sampleRows(table: number, at: number, end: number, out: number, stride: number): void;
}

/** What the kernel leaves to its host: finds the segment of a group of a table, and fills in its coefficients. */
export type Locate = (table: number, group: number, time: number) => void;

// Compiled once, when first asked for; `null` where that is impossible.
let compiled: WebAssembly.Module | null | undefined;

/** The kernel, or `null` where WebAssembly with SIMD does not run: in old engines, or where a page forbids it. */
export function findKernel(): WebAssembly.Module | null {
	if (compiled === undefined) compiled = compileKernel();
	return compiled;
}

/** The kernel at work in a memory. */
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

/** Bytes that an array takes in an arena. */
export function arenaBytes({ byteLength }: KernelArray): number {
	return Math.ceil(byteLength / GAP_BYTES + 1) * GAP_BYTES;
}

/** A WebAssembly memory that arrays are copied into, one after the other. Throws `RangeError` when there is none left. */
export class Arena {
	readonly memory: WebAssembly.Memory;
	#next = 0;

	constructor(byteLength: number) {
		const pages = Math.ceil(byteLength / PAGE_BYTES);
		this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
	}

	/** The copy of an array in this memory. */
	take<T extends KernelArray>(array: T): T {
		const ArrayType = array.constructor as new (buffer: ArrayBuffer, byteOffset: number, length: number) => T;
		const copy = new ArrayType(this.memory.buffer, this.#next, array.length);
		copy.set(array);
		this.#next += arenaBytes(array);
		return copy;
	}
}
