import type { KernelArray } from './key-table.ts';

const PAGE_BYTES = 65_536;
/** Arrays start at multiples of this and lie at least this far apart: the kernel may overwrite so many after some. */
const GAP_BYTES = 16;

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
