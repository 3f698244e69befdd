/** Numbers a vertex or key; vectors of three have a zero at the end. */
export const WIDTH = 4;

/** The keys that a fit of Hermite segments chooses: some of the vertices of a track, with values of their own. */
export class Knots {
	count = 0;
	/** Which vertex each one stands at. */
	readonly vertices: Int32Array;
	/** {@link WIDTH} float32 numbers each. */
	readonly values: Float64Array;
	/** Slopes before and after each one; NaN beside a straight segment. */
	readonly inSlopes: Float64Array;
	readonly outSlopes: Float64Array;

	/** Room for so many. */
	constructor(capacity: number) {
		this.vertices = new Int32Array(capacity);
		this.values = new Float64Array(capacity * WIDTH);
		this.inSlopes = new Float64Array(capacity * WIDTH);
		this.outSlopes = new Float64Array(capacity * WIDTH);
	}

	/** How many there is room for. */
	get capacity(): number {
		return this.vertices.length;
	}

	/** Adds one at a vertex, beside straight segments. */
	push(vertex: number, values: Float64Array): void {
		const at = this.count * WIDTH;
		this.vertices[this.count++] = vertex;
		this.values.set(values, at);
		this.inSlopes.fill(Number.NaN, at, at + WIDTH);
		this.outSlopes.fill(Number.NaN, at, at + WIDTH);
	}
}

/** A number rounded to float32, or to a multiple of a power of two. */
export function roundTo(value: number, grid: number): number {
	return grid === 0 ? Math.fround(value) : Math.fround(Math.round(value / grid) * grid);
}
