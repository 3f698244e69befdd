import { KERNEL_BYTES } from './kernel-bytes.ts';

/** What the kernel wants to know (simd/kernel.ts): addresses, numbers, and a function. */
export type KernelImports = Readonly<Record<string, number | ((group: number, time: number) => void)>>;

/** What the kernel can do. */
export interface Kernel {
	/** Samples at the float64 times at the addresses from `at` to `end` into rows of so many bytes. */
	sample(at: number, end: number, out: number, stride: number): void;
}

// Compiled once, when first asked for; `null` where that is impossible.
let kernelModule: WebAssembly.Module | null | undefined;

/** Whether WebAssembly with SIMD runs here: not in old engines, nor where a page's security policy forbids it. */
export function isKernelSupported(): boolean {
	kernelModule ??= compileKernel();
	return kernelModule !== null;
}

/** A kernel for one table in a memory. Ask {@link isKernelSupported} before. */
export function instantiateKernel(memory: WebAssembly.Memory, imports: KernelImports): Kernel {
	if (!isKernelSupported()) throw new TypeError('WebAssembly with SIMD does not run here');
	const { exports } = new WebAssembly.Instance(kernelModule!, { env: { memory }, kernel: imports });
	return exports as unknown as Kernel;
}

function compileKernel(): WebAssembly.Module | null {
	try {
		return new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0)));
	} catch {
		return null;
	}
}
