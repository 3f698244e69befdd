import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import { type Knots, WIDTH } from './knots.ts';
import type { LineKeys } from './line-keys.ts';
import { listRuns, type Runs, readTime } from './runs.ts';
import type { Track } from './track.ts';

const WEIGHTED_IN = 1;
const WEIGHTED_OUT = 2;

/** Curves of straight lines, like {@link writeKnots}. */
export function writeLines(given: readonly Curve[], { isHeld }: Track, keys: LineKeys): Curve[] {
	const runs = listRuns(keys, given.length);
	return writeCurves(given, isHeld, keys.count, SIMPLE_STRIDE, ({ floats, start }, c) => {
		floats.set(runs[c]!.subarray(0, keys.count * SIMPLE_STRIDE), start);
	});
}

/**
 * The curves of the knots, side by side in one buffer, with the wrap modes of the curves that they replace; those that are
 * held stay. Knots become full keys without weights; a straight segment among them has the weights 0 that make one.
 */
export function writeKnots(given: readonly Curve[], track: Track, knots: Knots): Curve[] {
	return writeCurves(given, track.isHeld, knots.count, FULL_STRIDE, (curve, c) => writeFull(curve, c, track, knots));
}

function writeCurves(
	given: readonly Curve[],
	isHeld: readonly boolean[],
	count: number,
	stride: Curve['stride'],
	write: (curve: Curve, component: number) => void,
): Curve[] {
	const moving = given.filter((_, c) => !isHeld[c]).length;
	const floats = new Float32Array(moving * count * stride);
	const words = new Uint32Array(floats.buffer);
	let start = 0;
	return given.map((held, c) => {
		if (isHeld[c]) return held;
		const { kind, preWrap, postWrap } = held;
		const curve: Curve = { kind, count, stride, start, floats, words, preWrap, postWrap };
		write(curve, c);
		start += count * stride;
		return curve;
	});
}

function writeFull(
	{ floats, words, start }: Curve,
	component: number,
	track: Runs,
	{ count, vertices, values, inSlopes, outSlopes }: Knots,
): void {
	for (let i = 0, to = start, from = component; i < count; i++, to += FULL_STRIDE, from += WIDTH) {
		const before = i > 0 ? inSlopes[from]! : 0;
		const after = i + 1 < count ? outSlopes[from]! : 0;
		floats[to] = readTime(track, vertices[i]!);
		floats[to + 1] = values[from]!;
		floats[to + 2] = Number.isNaN(before) ? 0 : before;
		floats[to + 3] = Number.isNaN(after) ? 0 : after;
		words[to + 6] = (Number.isNaN(before) ? WEIGHTED_IN : 0) | (Number.isNaN(after) ? WEIGHTED_OUT : 0);
	}
}
