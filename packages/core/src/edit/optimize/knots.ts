import { type Track, WIDTH } from './track.ts';

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

	constructor(track: Track, hasSlopes: boolean) {
		this.vertices = new Int32Array(track.count);
		this.values = new Float64Array(track.count * WIDTH);
		this.inSlopes = hasSlopes ? new Float64Array(track.count * WIDTH).fill(Number.NaN) : null;
		this.outSlopes = hasSlopes ? new Float64Array(track.count * WIDTH).fill(Number.NaN) : null;
	}

	/** Adds one at a vertex. */
	push(vertex: number, value: Float64Array): void {
		this.vertices[this.count] = vertex;
		const at = this.count * WIDTH;
		for (let c = 0; c < WIDTH; c++) this.values[at + c] = value[c]!;
		this.count++;
	}
}

/** A number rounded to float32, or to a multiple of a power of two. */
export function roundTo(value: number, grid: number): number {
	return grid === 0 ? Math.fround(value) : Math.fround(Math.round(value / grid) * grid);
}
