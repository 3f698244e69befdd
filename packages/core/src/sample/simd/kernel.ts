import { KERNEL_BYTES } from './kernel-bytes.ts';

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
