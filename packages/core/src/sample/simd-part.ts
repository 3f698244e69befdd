import { CubicTable } from './cubic-table.ts';
import { instantiateKernel, type Kernel } from './kernel.ts';
import { LineTable } from './line-table.ts';
import type { Part, SampledPart } from './part.ts';

/** Rows that are baked at once: few enough to stay in the cache until they are copied out. */
const ROWS = 64;
/** What separates arrays, and more: the kernel reads and writes up to 12 bytes after their ends. */
const GAP_BYTES = 16;
const DOUBLE_BYTES = 8;
const PAGE_BYTES = 65_536;

type AnyArray = Float32Array | Float64Array | Int32Array | Uint32Array;

/** Puts parts into one WebAssembly memory, to be sampled by kernels. Those that are weighted or empty stay as they are. */
export function createSimdParts(parts: readonly Part[]): SampledPart[] {
	const plans = parts.map(planPart);
	const arena = new Arena(plans.reduce((sum, plan) => sum + (plan?.byteLength ?? 0), 0));
	return parts.map((part, i) => {
		const plan = plans[i];
		return plan ? new SimdPart(plan, arena) : part;
	});
}

/** A part whose table lies in the memory of a kernel, which samples it. */
export class SimdPart implements SampledPart {
	readonly present: Uint8Array;
	/** A place for the outputs in the kernel's memory. Filling it takes no copy. */
	readonly own: Float32Array;
	readonly #sample: Kernel['sample'];
	readonly #times: Float64Array;
	readonly #rows: Float32Array;

	constructor({ part, table, arrays }: PartPlan, arena: Arena) {
		this.present = part.present;
		this.own = arena.take(arrays.own);
		this.#times = arena.take(arrays.times);
		this.#rows = arena.take(arrays.rows);
		const coefficients = arena.take(arrays.coefficients);
		const rotations = arena.take(arrays.rotations);
		const directions = arena.take(arrays.directions);
		const places = table.moveArrays((array) => arena.take(array));
		const { columns } = table;
		const columnLength = coefficients.length / columns.length;
		const kernel = instantiateKernel(arena.memory, {
			...places,
			isCubic: table instanceof CubicTable ? 1 : 0,
			columns: coefficients.byteOffset,
			columnBytes: columnLength * DOUBLE_BYTES,
			rotations: rotations.byteOffset,
			rotationsEnd: rotations.byteOffset + rotations.byteLength,
			directions: directions.byteOffset,
			directionsEnd: directions.byteOffset + directions.byteLength,
			locate(g: number, time: number): void {
				table.locate(g, time, time);
				const first = table.offsets[g]!;
				const end = first + table.sizes[g]!;
				for (let c = 0; c < columns.length; c++) {
					for (let i = first; i < end; i++) coefficients[c * columnLength + i] = columns[c]![i]!;
				}
			},
		});
		this.#sample = kernel.sample;
	}

	sample(time: number, out: Float32Array, base: number): void {
		const { own } = this;
		const at = this.#times.byteOffset;
		this.#times[0] = time;
		if (out === own) this.#sample(at, at + DOUBLE_BYTES, own.byteOffset, 0);
		else this.#copyRows(1, out, base);
	}

	bake(times: Float64Array, out: Float32Array): void {
		for (let first = 0; first < times.length; first += ROWS) {
			const some = times.subarray(first, first + ROWS);
			this.#times.set(some);
			this.#copyRows(some.length, out, first * this.own.length);
		}
	}

	// Samples at the first of the times and copies what that gives.
	#copyRows(count: number, out: Float32Array, base: number): void {
		const at = this.#times.byteOffset;
		const rows = this.#rows;
		const { length, BYTES_PER_ELEMENT } = this.own;
		this.#sample(at, at + count * DOUBLE_BYTES, rows.byteOffset, length * BYTES_PER_ELEMENT);
		out.set(count === ROWS ? rows : rows.subarray(0, count * length), base);
	}
}

/** Arrays that a part needs in the kernel's memory, besides those of its table. */
interface PartPlan {
	readonly part: Part;
	readonly table: LineTable | CubicTable;
	readonly byteLength: number;
	readonly arrays: {
		readonly own: Float32Array;
		readonly times: Float64Array;
		readonly rows: Float32Array;
		readonly coefficients: Float64Array;
		readonly rotations: Int32Array;
		readonly directions: Int32Array;
	};
}

function planPart(part: Part): PartPlan | null {
	const { table } = part;
	if (!(table instanceof LineTable || table instanceof CubicTable) || !part.present.includes(1)) return null;
	const { columns } = table;
	const outputs = columns[0]!.length;
	const columnLength = Math.ceil(outputs / 4) * 4;
	// The kernel takes rotations in pairs; one may be done twice.
	const rotations = part.rotations.length % 2 === 0 ? part.rotations : [...part.rotations, part.rotations[0]!];
	const toBytes = (output: number): number => output * Float32Array.BYTES_PER_ELEMENT;
	const arrays = {
		own: new Float32Array(outputs),
		times: new Float64Array(ROWS),
		rows: new Float32Array(ROWS * outputs),
		coefficients: new Float64Array(columns.length * columnLength).fill(Number.NaN),
		rotations: Int32Array.from(rotations, toBytes),
		directions: Int32Array.from(part.directions, toBytes),
	};
	let byteLength = 0;
	const measure = <T extends AnyArray>(array: T): T => {
		byteLength += padLength(array.byteLength);
		return array;
	};
	Object.values(arrays).forEach(measure);
	table.moveArrays(measure);
	return { part, table, byteLength, arrays };
}

/** A WebAssembly memory that arrays are copied into, one after the other. */
class Arena {
	readonly memory: WebAssembly.Memory;
	#next = 0;

	constructor(byteLength: number) {
		const pages = Math.ceil(byteLength / PAGE_BYTES);
		this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
	}

	/** A copy of an array in this memory. */
	take<T extends AnyArray>(array: T): T {
		const place = new (array.constructor as new (...args: unknown[]) => T)(this.memory.buffer, this.#next, array.length);
		place.set(array);
		this.#next += padLength(array.byteLength);
		return place;
	}
}

function padLength(byteLength: number): number {
	return Math.ceil(byteLength / GAP_BYTES + 1) * GAP_BYTES;
}
