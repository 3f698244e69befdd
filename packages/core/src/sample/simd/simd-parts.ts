import { Arena, arenaBytes } from '../arena.ts';
import type { Part, SampledPart } from '../part.ts';
import { instantiateKernel, type Kernel } from './kernel.ts';
import { listArrays, planPart, SimdPart, TABLE_BYTES } from './simd-part.ts';

/** Parts in one WebAssembly memory with the kernel that samples them. */
export class SimdParts {
	/** As given; those that the kernel can sample replaced. */
	readonly parts: readonly SampledPart[];
	readonly #kernel: Kernel;
	/** Where the table of each part starts, and where the last ends; the same as the next for one that has none. */
	readonly #tables: readonly number[];

	/** Throws `RangeError` when there is no room for another memory. */
	constructor(module: WebAssembly.Module, given: readonly Part[]) {
		const plans = given.map(planPart);
		const tables = new Float64Array((plans.length * TABLE_BYTES) / Float64Array.BYTES_PER_ELEMENT);
		const arrays = [tables, ...plans.flatMap((plan) => (plan === null ? [] : listArrays(plan)))];
		const arena = new Arena(arrays.reduce((sum, array) => sum + arenaBytes(array), 0));
		let address = arena.take(tables).byteOffset;
		const addresses = [address];
		const byAddress = new Map<number, SimdPart>();
		this.parts = given.map((part, i) => {
			const plan = plans[i] ?? null;
			if (plan === null) {
				addresses.push(address);
				return part;
			}
			const made = new SimdPart(plan, arena, address, () => this.#kernel);
			byAddress.set(address, made);
			address += TABLE_BYTES;
			addresses.push(address);
			return made;
		});
		this.#tables = addresses;
		this.#kernel = instantiateKernel(module, arena.memory, (table, g, time) => byAddress.get(table)?.locate(g, time));
	}

	/** Samples some parts at a time: from `first` to `last`, both included. */
	sample(first: number, last: number, time: number): void {
		const tables = this.#tables;
		this.#kernel.sampleTables(tables[first]!, tables[last + 1]!, time);
	}
}
