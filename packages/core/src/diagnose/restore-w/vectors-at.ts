import { evaluateCurveAt } from '../../curves/evaluate.ts';
import type { Vec3Curves } from '../../model/recording.ts';

/** A vector at many times, by axis; `null` if it has no keys. */
export function vectorsAt({ x, y, z }: Vec3Curves, times: Float64Array): Float64Array[] | null {
	if (x.count === 0 || y.count === 0 || z.count === 0) return null;
	return [x, y, z].map((curve) => evaluateCurveAt(curve, times, new Float64Array(times.length)));
}
