import { SIMPLE_STRIDE } from '../model/curve.ts';
import { Knots, WIDTH } from './knots.ts';
import { LineKeys } from './line-keys.ts';
import type { Runs } from './runs.ts';

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
