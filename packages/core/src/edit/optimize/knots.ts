/** Numbers a vertex or key; vectors of three have a zero at the end. */
export const WIDTH = 4;

/** The keys that a fit chooses: some of the vertices of a track, with values of their own. */
export class Knots {
	count = 0;
	/** Which vertex each one stands at. */
	readonly vertices: Int32Array;
	/** {@link WIDTH} float32 numbers each. */
	readonly values: Float64Array;
	/** Slopes before and after each one, or `null` where everything is straight; NaN beside a straight segment. */
	readonly inSlopes: Float64Array | null;
	readonly outSlopes: Float64Array | null;

	/** Room for so many. */
	constructor(capacity: number, hasSlopes: boolean) {
		this.vertices = new Int32Array(capacity);
		this.values = new Float64Array(capacity * WIDTH);
		this.inSlopes = hasSlopes ? new Float64Array(capacity * WIDTH) : null;
		this.outSlopes = hasSlopes ? new Float64Array(capacity * WIDTH) : null;
	}

	/** Adds one at a vertex, beside straight segments. */
	push(vertex: number, value: Float64Array): void {
		this.add(vertex, value[0]!, value[1]!, value[2]!, value[3]!);
	}

	/** The same from numbers. */
	add(vertex: number, x: number, y: number, z: number, w: number): void {
		const { values } = this;
		const at = this.count * WIDTH;
		this.vertices[this.count++] = vertex;
		values[at] = x;
		values[at + 1] = y;
		values[at + 2] = z;
		values[at + 3] = w;
		if (this.inSlopes === null || this.outSlopes === null) return;
		this.inSlopes.fill(Number.NaN, at, at + WIDTH);
		this.outSlopes.fill(Number.NaN, at, at + WIDTH);
	}
}

/** A number rounded to float32, or to a multiple of a power of two. */
export function roundTo(value: number, grid: number): number {
	return grid === 0 ? Math.fround(value) : Math.fround(Math.round(value / grid) * grid);
}
