import { SIMPLE_STRIDE } from '../model/curve.ts';
import { type Runs, readTime, WIDTH } from './vertices.ts';

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

/** Memory that one vector after the other is worked on in. */
export class Desk {
	#knots = new Knots(0);
	#lines = new LineKeys(0);
	#keys = new Float32Array(0);
	#zeros = new Float32Array(0);

	/** No knots yet, but room for so many. What was there before is gone. */
	knots(capacity: number): Knots {
		if (this.#knots.capacity < capacity) this.#knots = new Knots(capacity);
		this.#knots.count = 0;
		return this.#knots;
	}

	/** The same for keys of straight lines. */
	lines(capacity: number): LineKeys {
		if (this.#lines.capacity < capacity) this.#lines = new LineKeys(capacity);
		this.#lines.count = 0;
		return this.#lines;
	}

	/** Room for the keys of so many components, which may be written, and zeros. What was there before is overwritten. */
	runs(size: number, count: number): Runs {
		const length = count * SIMPLE_STRIDE;
		if (this.#keys.length < length * WIDTH) this.#keys = new Float32Array(length * WIDTH);
		const take = (c: number): Float32Array => this.#keys.subarray(c * length, (c + 1) * length);
		return { xs: take(0), ys: take(1), zs: take(2), ws: size === WIDTH ? take(3) : this.zeros(count), count };
	}

	/** So many keys of 0, not to be written. */
	zeros(count: number): Float32Array {
		const length = count * SIMPLE_STRIDE;
		if (this.#zeros.length < length) this.#zeros = new Float32Array(length);
		return this.#zeros;
	}
}
