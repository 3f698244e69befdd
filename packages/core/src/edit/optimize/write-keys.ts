import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../../model/curve.ts';
import type { Knots } from './knots.ts';
import { type Track, WIDTH } from './track.ts';

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/**
 * The curve of one component of the knots, with the wrap modes of the curve that it replaces. Knots with slopes become
 * full keys without weights; a straight segment among them has the weights 0 that make one.
 */
export function writeKeys(given: Curve, component: number, { times }: Track, knots: Knots): Curve {
	const { count, vertices, values, inSlopes, outSlopes } = knots;
	const stride = inSlopes === null ? SIMPLE_STRIDE : FULL_STRIDE;
	const floats = new Float32Array(count * stride);
	const words = new Uint32Array(floats.buffer);
	for (let i = 0, to = 0, from = component; i < count; i++, to += stride, from += WIDTH) {
		const time = times[vertices[i]!]!;
		floats[to] = time;
		floats[to + 1] = values[from]!;
		if (inSlopes === null || outSlopes === null) continue;
		const isLineBefore = i > 0 && Number.isNaN(inSlopes[from]!);
		const isLineAfter = i + 1 < count && Number.isNaN(outSlopes[from]!);
		floats[to + 2] = i > 0 && !isLineBefore ? inSlopes[from]! : 0;
		floats[to + 3] = i + 1 < count && !isLineAfter ? outSlopes[from]! : 0;
		words[to + 6] = (isLineBefore ? WEIGHTED_IN : 0) | (isLineAfter ? WEIGHTED_OUT : 0);
	}
	const { kind, preWrap, postWrap } = given;
	return { kind, count, stride, start: 0, floats, words, preWrap, postWrap };
}
