import { evaluateScaled, findSegment } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, getKeyTime, isTrueValue } from '../model/curve.ts';
import { isRepeatingWrap } from '../model/wrap-mode.ts';

/** A boolean curve that remembers how long its value holds. */
export class SampledState {
	readonly #curve: Curve;
	readonly #defaultWrap: number;
	#value = false;
	#from: number = Number.NaN;
	#until: number = Number.NaN;

	constructor(curve: Curve, defaultWrap: number) {
		this.#curve = sortCurve(curve);
		this.#defaultWrap = defaultWrap;
	}

	/** The end of the time in which the last result holds. */
	get until(): number {
		return this.#until;
	}

	/** Returns whether the curve is true at a time. */
	sample(time: number): boolean {
		if (time >= this.#from && time < this.#until) return this.#value;
		const { preWrap, postWrap, count } = this.#curve;
		this.#value = isTrueValue(evaluateScaled(this.#curve, time, this.#defaultWrap, 1));
		this.#from = time;
		this.#until = time;
		if (!Number.isFinite(time)) return this.#value;
		const key = findSegment(this.#curve, time, this.#defaultWrap);
		const first = getKeyTime(this.#curve, 0);
		const last = getKeyTime(this.#curve, count - 1);
		// Between two keys the value holds until the second key; outside all keys it holds unless the curve repeats.
		if (key >= 0 && time > first && time < last) this.#until = getKeyTime(this.#curve, key + 1);
		else if (time < first && !isRepeatingWrap(preWrap, this.#defaultWrap)) this.#until = first;
		else if (time > last && !isRepeatingWrap(postWrap, this.#defaultWrap)) this.#until = Number.POSITIVE_INFINITY;
		return this.#value;
	}
}
