import type { PoseCurves, RayCurves, Vec3Curves } from '../model/recording.ts';

/** Whether any curve of a pose or ray has keys. One that has none is absent. Allocates nothing. */
export function hasKeys(item: PoseCurves | RayCurves): boolean {
	if ('position' in item) {
		return countKeys(item.position) + countKeys(item.rotation) + item.rotation.w.count > 0;
	}
	return countKeys(item.origin) + countKeys(item.direction) > 0;
}

function countKeys({ x, y, z }: Vec3Curves): number {
	return x.count + y.count + z.count;
}
