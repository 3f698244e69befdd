import { Knots, WIDTH } from './knots.ts';

/** Memory that one vector after the other is worked on in. */
export class Desk {
	#knots: Knots | undefined;
	#times = new Float64Array(0);
	#rows = new Float64Array(0);

	/** No knots yet, but room for so many. What was there before is gone. */
	knots(capacity: number, hasSlopes: boolean): Knots {
		const known = this.#knots;
		const fits = known !== undefined && known.vertices.length >= capacity && (known.inSlopes !== null) === hasSlopes;
		const knots = fits ? known : new Knots(capacity, hasSlopes);
		knots.count = 0;
		this.#knots = knots;
		return knots;
	}

	/** Room for the times and the values of so many vertices. What was there before is overwritten. */
	path(count: number): { readonly times: Float64Array; readonly rows: Float64Array } {
		if (this.#times.length < count) {
			this.#times = new Float64Array(count);
			this.#rows = new Float64Array(count * WIDTH);
		}
		return { times: this.#times.subarray(0, count), rows: this.#rows.subarray(0, count * WIDTH) };
	}
}
