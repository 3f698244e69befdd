import { CubicTable } from '../cubic-table.ts';
import type { KernelArray } from '../key-table.ts';
import { LineTable } from '../line-table.ts';
import type { Part, SampledPart } from '../part.ts';
import { Arena, arenaBytes, instantiateKernel, type Kernel } from './kernel.ts';

/** Rows that are baked at once: few enough to stay in the cache until they are copied. */
const ROWS = 64;
const FLOAT_BYTES = 4;
const DOUBLE_BYTES = 8;
/** Six float64 numbers and 28 words, an even number of them: `Table` in simd/kernel.ts. */
const TABLE_DOUBLES = 6;
const TABLE_WORDS = 28;
/** Bytes of a part's table in the kernel. */
const TABLE_BYTES: number = TABLE_DOUBLES * DOUBLE_BYTES + TABLE_WORDS * FLOAT_BYTES;

/** The arrays of a part in the memory of the kernel, besides those of its table. */
interface PartPlan {
	readonly part: Part;
	readonly table: LineTable | CubicTable;
	readonly own: Float32Array;
	readonly present: Uint8Array;
	readonly ownPresent: Uint8Array;
	readonly times: Float64Array;
	readonly rows: Float32Array;
	readonly coefficients: Float64Array;
	readonly rotations: Int32Array;
	readonly directions: Int32Array;
}

/** Plans the arrays of a part. Returns `null` for parts that the kernel cannot sample: weighted or empty. */
function planPart(part: Part): PartPlan | null {
	const { table, rotations, directions } = part;
	if (!(table instanceof LineTable || table instanceof CubicTable) || !part.present.includes(1)) return null;
	const { columns } = table;
	const outputs = columns[0]!.length;
	const columnLength = Math.ceil(outputs / 4) * 4;
	// The kernel takes rotations in pairs, so an odd one is done twice.
	const pairs = rotations.length % 2 === 0 ? rotations : [...rotations, rotations[0]!];
	return {
		part,
		table,
		own: new Float32Array(outputs),
		present: part.present,
		ownPresent: part.present,
		times: new Float64Array(ROWS),
		rows: new Float32Array(ROWS * outputs),
		coefficients: new Float64Array(columns.length * columnLength).fill(Number.NaN),
		rotations: Int32Array.from(pairs, (output) => output * FLOAT_BYTES),
		directions: Int32Array.from(directions, (output) => output * FLOAT_BYTES),
	};
}

/** Lists all arrays that a plan puts into the memory. */
function listArrays({ part: _, table, ...arrays }: PartPlan): KernelArray[] {
	const list: KernelArray[] = Object.values(arrays);
	table.moveArrays((array) => {
		list.push(array);
		return array;
	});
	return list;
}

/** A part whose table lies in the memory of a kernel. */
export class SimdPart implements SampledPart {
	readonly present: Uint8Array;
	/** The output of the kernel. */
	readonly own: Float32Array;
	readonly ownPresent: Uint8Array;
	readonly #table: LineTable | CubicTable;
	readonly #columns: ReadonlyArray<readonly number[]>;
	readonly #address: number;
	readonly #kernel: () => Kernel;
	readonly #times: Float64Array;
	readonly #rows: Float32Array;
	readonly #coefficients: Float64Array;

	/** Copies the arrays into the arena and writes the table to `address`. */
	constructor(plan: PartPlan, arena: Arena, address: number, kernel: () => Kernel) {
		const { table } = plan;
		this.present = arena.take(plan.present);
		this.own = arena.take(plan.own);
		this.ownPresent = arena.take(plan.ownPresent);
		this.#table = table;
		this.#columns = table.columns;
		this.#address = address;
		this.#kernel = kernel;
		this.#times = arena.take(plan.times);
		this.#rows = arena.take(plan.rows);
		this.#coefficients = arena.take(plan.coefficients);
		const rotations = arena.take(plan.rotations);
		const directions = arena.take(plan.directions);
		const places = table.moveArrays((array) => arena.take(array));
		const { buffer } = arena.memory;
		const { origin, scale, step, slices, markRows } = table.index;
		const doubles = new Float64Array(buffer, address, TABLE_DOUBLES);
		doubles.set([origin, scale, step, Number.NaN, table.from, table.until]);
		new Int32Array(buffer, address + doubles.byteLength, TABLE_WORDS).set([
			table.rowLengths.length,
			slices.length - 1,
			markRows,
			...places,
			table instanceof CubicTable ? 1 : 0,
			this.#coefficients.byteOffset,
			this.#coefficients.byteLength / this.#columns.length,
			rotations.byteOffset,
			rotations.byteOffset + rotations.byteLength,
			directions.byteOffset,
			directions.byteOffset + directions.byteLength,
			this.own.byteOffset,
			this.present.byteOffset,
			this.ownPresent.byteOffset,
		]);
	}

	/** Finds a timeline's segment for the kernel and copies its coefficients. */
	locate(t: number, time: number): void {
		const { firsts, offsets, sizes } = this.#table;
		const columns = this.#columns;
		const coefficients = this.#coefficients;
		this.#table.locate(t, time, time);
		const columnLength = coefficients.length / columns.length;
		for (let g = firsts[t]!; g < firsts[t + 1]!; g++) {
			const end = offsets[g]! + sizes[g]!;
			for (let c = 0; c < columns.length; c++) {
				for (let i = offsets[g]!; i < end; i++) coefficients[c * columnLength + i] = columns[c]![i]!;
			}
		}
	}

	// The kernel has already sampled and written which joints are present.

	writePresent(out: Uint8Array): void {
		if (out !== this.ownPresent) out.set(this.present);
	}

	sample(_time: number, out: Float32Array): void {
		if (out !== this.own) out.set(this.own);
	}

	bake(times: Float64Array, out: Float32Array): void {
		const kernel = this.#kernel();
		const stride = this.own.length;
		const rows = this.#rows;
		const at = this.#times.byteOffset;
		for (let first = 0; first < times.length; first += ROWS) {
			const some = times.subarray(first, first + ROWS);
			this.#times.set(some);
			kernel.sampleRows(this.#address, at, at + some.byteLength, rows.byteOffset, stride * FLOAT_BYTES);
			out.set(rows.subarray(0, some.length * stride), first * stride);
		}
	}
}

/** Parts in one WebAssembly memory, with the kernel that samples them. */
export class SimdParts {
	/** The given parts; those that the kernel can sample are replaced. */
	readonly parts: readonly SampledPart[];
	readonly #kernel: Kernel;
	/** The address of each part's table and the end of the last; parts without a table have the address of the next. */
	readonly #tables: readonly number[];

	/** Throws `RangeError` if there is no room for another memory. */
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
		this.#kernel = instantiateKernel(module, arena.memory, (table, t, time) => byAddress.get(table)?.locate(t, time));
	}

	/** Samples the parts from `first` to `last`, both included, at a time. */
	sample(first: number, last: number, time: number): void {
		const tables = this.#tables;
		this.#kernel.sampleTables(tables[first]!, tables[last + 1]!, time);
	}
}
