import { type Group, keySign } from './group.ts';
import { createPlace, createTimeline, type Place, placeTime, type Timeline } from './timeline.ts';

/**
 * Groups of straight lines. The segment that each group is in is kept as a value and a slope for each output, so that a
 * sample is `value + slope × time` for all of them, and keys are looked at only when a segment ends.
 */
export class LineTable {
	/** One entry an output; NaN where nothing writes. */
	readonly values: Float64Array;
	readonly slopes: Float64Array;
	/** From when and until when the segment of each group holds. Nothing holds at first. */
	readonly #from: Float64Array;
	readonly #until: Float64Array;
	readonly #timelines: readonly Timeline[];
	readonly #offsets: Int32Array;
	readonly #keys: Int32Array;
	readonly #place: Place = createPlace();
	readonly #defaultWrap: number;

	constructor(groups: readonly Group[], outputs: number, defaultWrap: number) {
		this.values = new Float64Array(outputs).fill(Number.NaN);
		this.slopes = new Float64Array(outputs);
		this.#from = new Float64Array(groups.length).fill(Number.NaN);
		this.#until = new Float64Array(groups.length);
		this.#timelines = groups.map((group) => createTimeline(copyRows(group), group.curves.length + 1, group.curves[0]!));
		this.#offsets = Int32Array.from(groups, (group) => group.offset);
		this.#keys = new Int32Array(groups.length);
		this.#defaultWrap = defaultWrap;
	}

	/** Brings values and slopes to a time. */
	seek(time: number): void {
		const from = this.#from;
		const until = this.#until;
		for (let g = 0; g < from.length; g++) {
			if (!(time > from[g]! && time < until[g]!)) this.#locate(g, time);
		}
	}

	#locate(g: number, time: number): void {
		const timeline = this.#timelines[g]!;
		const { values, slopes } = this;
		const { rows, stride } = timeline;
		const place = this.#place;
		placeTime(timeline, time, this.#defaultWrap, this.#keys[g]!, place);
		const { key, keyTime, isHeld } = place;
		this.#keys[g] = key;
		this.#from[g] = place.from;
		this.#until[g] = place.until;
		const at = this.#offsets[g]!;
		const left = key * stride + 1;
		// At a key its own bits: a slope of −0 times the time is −0, and adding −0 changes nothing. A range is open on
		// its left side, so that the next sample looks again.
		if (isHeld || time === keyTime) {
			const flat = time < 0 ? 0 : -0;
			for (let c = 0; c < stride - 1; c++) {
				values[at + c] = place.isNowhere ? Number.NaN : (rows[left + c] ?? 0);
				slopes[at + c] = flat;
			}
			return;
		}
		const right = left + stride;
		const scale = 1 / (rows[right - 1]! - rows[left - 1]!);
		for (let c = 0; c < stride - 1; c++) {
			const value = rows[left + c]!;
			const slope = (rows[right + c]! - value) * scale;
			slopes[at + c] = slope;
			values[at + c] = value - slope * keyTime;
		}
	}
}

// Time and values of each key side by side, signs applied: two neighbouring keys lie in one or two cache lines.
function copyRows(group: Group): Float32Array {
	const { curves, flips, signs } = group;
	const { keys: firstKeys, stride } = curves[0]!;
	const count = firstKeys.length / stride;
	const size = curves.length + 1;
	const rows = new Float32Array(count * size);
	for (let i = 0; i < count; i++) rows[i * size] = firstKeys[i * stride]!;
	for (let c = 0; c < curves.length; c++) {
		const { keys } = curves[c]!;
		const sign = signs[c]!;
		for (let i = 0, from = 1, to = c + 1; i < count; i++, from += stride, to += size) {
			rows[to] = keys[from]! * (flips === null ? sign : keySign(group, c, i));
		}
	}
	return rows;
}
