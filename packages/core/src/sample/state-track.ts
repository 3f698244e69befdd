import { sortCurve } from '../curves/sort.ts';
import { type Curve, keyValue } from '../model/curve.ts';
import { createPlace, createTimeline, type Place, placeTime, type Timeline } from './timeline.ts';

/** A boolean curve that remembers how long its value holds. */
export class StateTrack {
	readonly #curve: Curve;
	readonly #timeline: Timeline;
	readonly #defaultWrap: number;
	readonly #place: Place = createPlace();

	constructor(curve: Curve, defaultWrap: number) {
		this.#curve = sortCurve(curve);
		this.#timeline = createTimeline(this.#curve);
		this.#defaultWrap = defaultWrap;
		this.#place.from = Number.NaN;
	}

	/** Whether the curve is true at a time. */
	sample(time: number): boolean {
		const place = this.#place;
		if (!(time >= place.from && time < place.until)) {
			placeTime(this.#timeline, time, this.#defaultWrap, place.key, place);
		}
		// Without keys, and at no time, there is nothing that could be true.
		return !place.isNowhere && keyValue(this.#curve, place.key) > 0.5;
	}
}
