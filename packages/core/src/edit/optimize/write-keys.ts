import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../../model/curve.ts';
import { type Knots, WIDTH } from './knots.ts';
import type { Track } from './track.ts';

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/**
 * The curves of the knots, side by side in one buffer, with the wrap modes of the curves that they replace; those that are
 * held stay. Knots with slopes become full keys without weights; a straight segment among them has the weights 0
 * that make one.
 */
export function writeKeys(given: readonly Curve[], { times, isHeld }: Track, knots: Knots): Curve[] {
	const { count } = knots;
	const stride = knots.inSlopes === null ? SIMPLE_STRIDE : FULL_STRIDE;
	const floats = new Float32Array(count * stride * isHeld.filter((held) => !held).length);
	const words = new Uint32Array(floats.buffer);
	let next = 0;
	return given.map((curve, c) => {
		if (isHeld[c]) return curve;
		const start = next;
		next += count * stride;
		if (stride === SIMPLE_STRIDE) writeSimple(floats, start, c, times, knots);
		else writeFull(floats, words, start, c, times, knots);
		const { kind, preWrap, postWrap } = curve;
		return { kind, count, stride, start, floats, words, preWrap, postWrap };
	});
}

function writeSimple(
	floats: Float32Array,
	start: number,
	component: number,
	times: Float64Array,
	{ count, vertices, values }: Knots,
): void {
	for (let i = 0, to = start, from = component; i < count; i++, to += SIMPLE_STRIDE, from += WIDTH) {
		floats[to] = times[vertices[i]!]!;
		floats[to + 1] = values[from]!;
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
