import { SIMPLE_STRIDE } from '../model/curve.ts';
import { type Runs, readTime } from './runs.ts';

// Read once: where modules are not bundled, as in tests, an import is looked up each time that it is used.
const STRIDE: number = SIMPLE_STRIDE;

/** The keys that a fit of straight lines chooses, as they will be written: time and value of each in turn. */
export class LineKeys implements Runs {
	count = 0;
	readonly xs: Float32Array;
	readonly ys: Float32Array;
	readonly zs: Float32Array;
	readonly ws: Float32Array;

	/** Room for so many. */
	constructor(capacity: number) {
		this.xs = new Float32Array(capacity * STRIDE);
		this.ys = new Float32Array(capacity * STRIDE);
		this.zs = new Float32Array(capacity * STRIDE);
		this.ws = new Float32Array(capacity * STRIDE);
	}

	/** How many there is room for. */
	get capacity(): number {
		return this.xs.length / STRIDE;
	}

	/** Adds one at the time of a vertex, with four values. */
	push(track: Runs, vertex: number, [x = 0, y = 0, z = 0, w = 0]: Float64Array): void {
		this.add(readTime(track, vertex), x, y, z, w);
	}

	/** Adds one. */
	add(time: number, x: number, y: number, z: number, w: number): void {
		const { xs, ys, zs, ws } = this;
		const at = this.count++ * STRIDE;
		xs[at] = time;
		xs[at + 1] = x;
		ys[at] = time;
		ys[at + 1] = y;
		zs[at] = time;
		zs[at + 1] = z;
		ws[at] = time;
		ws[at + 1] = w;
	}
}
