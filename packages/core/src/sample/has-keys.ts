import type { PoseCurves, RayCurves, Vec3Curves } from '../model/recording.ts';

/** Whether any curve of a pose or ray has keys. One that has none is absent. Allocates nothing. */
export function hasKeys(item: PoseCurves | RayCurves): boolean {
	if ('position' in item) {
		return countWords(item.position) + countWords(item.rotation) + item.rotation.w.keys.length > 0;
	}
	return countWords(item.origin) + countWords(item.direction) > 0;
}

function countWords({ x, y, z }: Vec3Curves): number {
	return x.keys.length + y.keys.length + z.keys.length;
}
