import { evaluateScaled, findSegment } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, keyTime } from '../model/curve.ts';

/** A boolean curve that remembers until when its value holds. */
export class StateTrack {
	readonly #curve: Curve;
	readonly #defaultWrap: number;
	#value = false;
	#from: number = Number.NaN;
	#until: number = Number.NaN;

	constructor(curve: Curve, defaultWrap: number) {
		this.#curve = sortCurve(curve);
		this.#defaultWrap = defaultWrap;
	}

	/** Whether the curve is true at a time. */
	sample(time: number): boolean {
		if (time >= this.#from && time < this.#until) return this.#value;
		this.#value = evaluateScaled(this.#curve, time, this.#defaultWrap, 1) > 0.5;
		// Between two keys the value holds until the second one. Outside of all keys it is found at once anyway.
		const key = findSegment(this.#curve, time, this.#defaultWrap);
		const until = keyTime(this.#curve, key + 1);
		this.#from = time;
		this.#until = key >= 0 && time > keyTime(this.#curve, key) && time < until ? until : time;
		return this.#value;
	}
}
