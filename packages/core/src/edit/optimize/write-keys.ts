import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../../model/curve.ts';
import { type Knots, WIDTH } from './knots.ts';
import type { Track } from './track.ts';

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;
// Where a curve starts that is held, and one that a vector of three does not have.
const NONE = -1;

/**
 * The curves of the knots, side by side in one buffer, with the wrap modes of the curves that they replace; those that are
 * held stay. Knots with slopes become full keys without weights; a straight segment among them has the weights 0
 * that make one.
 */
export function writeKeys(given: readonly Curve[], { times, isHeld }: Track, knots: Knots): Curve[] {
	const { count } = knots;
	const stride = knots.inSlopes === null ? SIMPLE_STRIDE : FULL_STRIDE;
	const starts: number[] = [];
	let size = 0;
	for (let c = 0; c < given.length; c++) {
		starts.push(isHeld[c] ? NONE : size);
		if (!isHeld[c]) size += count * stride;
	}
	const floats = new Float32Array(size);
	const words = new Uint32Array(floats.buffer);
	if (stride === SIMPLE_STRIDE) {
		const [x = NONE, y = NONE, z = NONE, w = NONE] = starts;
		writeSimple(floats, x, y, z, w, times, knots);
	}
	return given.map((curve, c) => {
		const start = starts[c]!;
		if (start === NONE) return curve;
		if (stride === FULL_STRIDE) writeFull(floats, words, start, c, times, knots);
		const { kind, preWrap, postWrap } = curve;
		return { kind, count, stride, start, floats, words, preWrap, postWrap };
	});
}

function writeSimple(
	floats: Float32Array,
	x: number,
	y: number,
	z: number,
	w: number,
	times: Float64Array,
	{ count, vertices, values }: Knots,
): void {
	for (let i = 0, to = 0, from = 0; i < count; i++, to += SIMPLE_STRIDE, from += WIDTH) {
		const time = times[vertices[i]!]!;
		if (x !== NONE) {
			floats[x + to] = time;
			floats[x + to + 1] = values[from]!;
		}
		if (y !== NONE) {
			floats[y + to] = time;
			floats[y + to + 1] = values[from + 1]!;
		}
		if (z !== NONE) {
			floats[z + to] = time;
			floats[z + to + 1] = values[from + 2]!;
		}
		if (w !== NONE) {
			floats[w + to] = time;
			floats[w + to + 1] = values[from + 3]!;
		}
	}
}

function writeFull(
	floats: Float32Array,
	words: Uint32Array,
	start: number,
	component: number,
	times: Float64Array,
	{ count, vertices, values, inSlopes, outSlopes }: Knots,
): void {
	for (let i = 0, to = start, from = component; i < count; i++, to += FULL_STRIDE, from += WIDTH) {
		const before = i > 0 ? inSlopes![from]! : 0;
		const after = i + 1 < count ? outSlopes![from]! : 0;
		floats[to] = times[vertices[i]!]!;
		floats[to + 1] = values[from]!;
		floats[to + 2] = Number.isNaN(before) ? 0 : before;
		floats[to + 3] = Number.isNaN(after) ? 0 : after;
		words[to + 6] = (Number.isNaN(before) ? WEIGHTED_IN : 0) | (Number.isNaN(after) ? WEIGHTED_OUT : 0);
	}
}
