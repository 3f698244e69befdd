import type { Group } from './group.ts';
import { writeDirection, writeRotation } from './normalize.ts';
import { createPlace, createTimeline, type Place, placeTime, type Timeline } from './timeline.ts';

const ONE = 0;
const THREE = 1;
const FOUR = 2;
const ROTATION = 3;
const DIRECTION = 4;

/** Words at the start of each group's state: from when, until when it holds, and the time of its left key. */
export const STATE_HEAD = 3;

/**
 * Groups of one kind, with the segment that each is in turned into coefficients. A sample checks for each group that
 * its segment still holds and looks for another one only if not.
 */
export abstract class Bank {
	/** Coefficients of the current segment, `size` words a group. Nothing holds at first. */
	protected readonly state: Float64Array;
	protected readonly size: number;
	protected readonly shapes: Uint8Array;
	protected readonly offsets: Int32Array;
	readonly #groups: readonly Group[];
	readonly #timelines: readonly Timeline[];
	readonly #keys: Int32Array;
	readonly #place: Place = createPlace();
	readonly #defaultWrap: number;

	constructor(groups: readonly Group[], size: number, defaultWrap: number) {
		this.size = size;
		this.state = new Float64Array(groups.length * size);
		for (let g = 0; g < groups.length; g++) this.state[g * size] = Number.NaN;
		this.shapes = Uint8Array.from(groups, shapeOf);
		this.offsets = Int32Array.from(groups, (group) => group.offset);
		this.#groups = groups;
		this.#timelines = groups.map(({ curves }) => createTimeline(curves[0]!));
		this.#keys = new Int32Array(groups.length);
		this.#defaultWrap = defaultWrap;
	}

	/** Writes the values of all groups at a time; offsets count from `base`. */
	abstract sample(time: number, out: Float32Array, base: number): void;

	/** Computes the coefficients of a segment; `at` is where they start. */
	protected abstract fill(group: Group, place: Place, at: number): void;

	/** Brings the state of a group to a time. */
	protected locate(g: number, time: number): void {
		const place = this.#place;
		placeTime(this.#timelines[g]!, time, this.#defaultWrap, this.#keys[g]!, place);
		this.#keys[g] = place.key;
		const at = g * this.size;
		this.state[at] = place.from;
		this.state[at + 1] = place.until;
		this.state[at + 2] = place.keyTime;
		this.fill(this.#groups[g]!, place, at + STATE_HEAD);
	}
}

/** Writes the values of a group in its shape. */
export function writeShape(
	out: Float32Array,
	offset: number,
	shape: number,
	x: number,
	y: number,
	z: number,
	w: number,
): void {
	if (shape === ROTATION) writeRotation(out, offset, x, y, z, w);
	else if (shape === DIRECTION) writeDirection(out, offset, x, y, z);
	else {
		out[offset] = x;
		if (shape === ONE) return;
		out[offset + 1] = y;
		out[offset + 2] = z;
		if (shape === FOUR) out[offset + 3] = w;
	}
}

function shapeOf({ role, curves }: Group): number {
	if (role === 'rotation') return ROTATION;
	if (role === 'direction') return DIRECTION;
	return curves.length === 1 ? ONE : curves.length === 3 ? THREE : FOUR;
}
