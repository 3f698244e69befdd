import { SIMPLE_STRIDE } from '../model/curve.ts';
import { readTime, type Vertices, WIDTH } from './vertices.ts';

/** The keys that a fit of Hermite segments chooses: some vertices of a polyline, with new values. */
export class Knots {
	count = 0;
	/** The vertex of each knot. */
	readonly vertices: Int32Array;
	/** {@link WIDTH} float32 numbers per knot. */
	readonly values: Float64Array;
	/** Slopes before and after each knot; NaN beside a linear segment. */
	readonly inSlopes: Float64Array;
	readonly outSlopes: Float64Array;

	/** Makes room for `capacity` keys. */
	constructor(capacity: number) {
		this.vertices = new Int32Array(capacity);
		this.values = new Float64Array(capacity * WIDTH);
		this.inSlopes = new Float64Array(capacity * WIDTH);
		this.outSlopes = new Float64Array(capacity * WIDTH);
	}

	/** The number of keys that fit. */
	get capacity(): number {
		return this.vertices.length;
	}

	/** Adds a knot at a vertex, between linear segments. */
	push(vertex: number, values: Float64Array): void {
		const at = this.count * WIDTH;
		this.vertices[this.count++] = vertex;
		this.values.set(values, at);
		this.inSlopes.fill(Number.NaN, at, at + WIDTH);
		this.outSlopes.fill(Number.NaN, at, at + WIDTH);
	}
}

// A local constant: without a bundler, as in tests, engines look up an imported binding on each use.
const STRIDE: number = SIMPLE_STRIDE;

/** The keys that a fit of lines chooses, as they will be written: time and value interleaved. */
export class LineKeys implements Vertices {
	count = 0;
	readonly xs: Float32Array;
	readonly ys: Float32Array;
	readonly zs: Float32Array;
	readonly ws: Float32Array;

	/** Makes room for `capacity` keys. */
	constructor(capacity: number) {
		this.xs = new Float32Array(capacity * STRIDE);
		this.ys = new Float32Array(capacity * STRIDE);
		this.zs = new Float32Array(capacity * STRIDE);
		this.ws = new Float32Array(capacity * STRIDE);
	}

	/** The number of keys that fit. */
	get capacity(): number {
		return this.xs.length / STRIDE;
	}

	/** Adds a key at the time of a vertex, with four values. */
	push(polyline: Vertices, vertex: number, [x = 0, y = 0, z = 0, w = 0]: Float64Array): void {
		this.add(readTime(polyline, vertex), x, y, z, w);
	}

	/** Adds a key. */
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

/** Memory that is reused from vector to vector. */
export class Workspace {
	#knots = new Knots(0);
	#lines = new LineKeys(0);
	#keys = new Float32Array(0);
	#zeros = new Float32Array(0);

	/** An empty list of knots with room for `capacity`. Invalidates the list of the previous call. */
	knots(capacity: number): Knots {
		if (this.#knots.capacity < capacity) this.#knots = new Knots(capacity);
		this.#knots.count = 0;
		return this.#knots;
	}

	/** An empty list of linear keys with room for `capacity`. Invalidates the list of the previous call. */
	lines(capacity: number): LineKeys {
		if (this.#lines.capacity < capacity) this.#lines = new LineKeys(capacity);
		this.#lines.count = 0;
		return this.#lines;
	}

	/** Writable keys of `size` components, and zeros for the others. Invalidates those of the previous call. */
	vertices(size: number, count: number): Vertices {
		const length = count * SIMPLE_STRIDE;
		if (this.#keys.length < length * WIDTH) this.#keys = new Float32Array(length * WIDTH);
		const take = (c: number): Float32Array => this.#keys.subarray(c * length, (c + 1) * length);
		return { xs: take(0), ys: take(1), zs: take(2), ws: size === WIDTH ? take(3) : this.zeros(count), count };
	}

	/** Keys of 0, which must not be written. */
	zeros(count: number): Float32Array {
		const length = count * SIMPLE_STRIDE;
		if (this.#zeros.length < length) this.#zeros = new Float32Array(length);
		return this.#zeros;
	}
}
