import type { Curve, PoseCurves, RayCurves } from '@handreel/core';

/** Whether any curve of a pose or ray has a key. */
export function hasKeys(item: PoseCurves | RayCurves): boolean {
	return Object.values(item).some((vector: object) => Object.values(vector).some((curve: Curve) => curve.count > 0));
}
