import { HAND_ANGLES, readShape } from '@handreel/core/internal';

// What hands can do, in degrees. The ranges are those of tracked hands, a little widened: trackers exaggerate.

/** Lowest and highest flexion and abduction of the first joint, then flexion of the second and the third, per finger. */
const RANGES = [
	[0, 60, 0, 55, -10, 50, -20, 65],
	[-20, 90, -18, 18, -5, 110, -12, 75],
	[-20, 90, -14, 14, -5, 110, -12, 75],
	[-20, 90, -20, 12, -5, 110, -12, 75],
	[-20, 90, -30, 18, -5, 110, -12, 75],
];

/** The lowest angles. */
export const LOWEST: readonly number[] = /* @__PURE__ */ RANGES.flatMap((row) => row.filter((_, i) => i % 2 === 0));
/** The highest angles. */
export const HIGHEST: readonly number[] = /* @__PURE__ */ RANGES.flatMap((row) => row.filter((_, i) => i % 2 === 1));

/** The angles of a hand at rest. */
export const REST: Float64Array = /* @__PURE__ */ readShape('rest');

/** Moves angles into their ranges. */
export function clampAngles(angles: Float64Array): void {
	for (let i = 0; i < HAND_ANGLES; i++) angles[i] = Math.min(HIGHEST[i]!, Math.max(LOWEST[i]!, angles[i]!));
}
