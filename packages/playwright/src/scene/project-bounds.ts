import type { Bounds, PageBox } from '../probe/types.ts';

/** Pixels around an object in a picture. */
const MARGIN = 6;

/**
 * Returns where a box of the scene is on the page, or `null` if it is not in view. `viewProjection` takes points to clip
 * coordinates.
 */
export function projectBounds(viewProjection: readonly number[], { min, max }: Bounds, view: PageBox): PageBox | null {
	const places: [x: number, y: number][] = [];
	for (let i = 0; i < 8; i++) {
		const corner = [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2], 1];
		const [x = 0, y = 0, , w = 0] = [0, 1, 2, 3].map((row) =>
			corner.reduce((sum, value, column) => sum + value * viewProjection[column * 4 + row]!, 0),
		);
		if (w <= 0) return null;
		places.push([view.x + (view.width * (1 + x / w)) / 2, view.y + (view.height * (1 - y / w)) / 2]);
	}
	const limit = (value: number, from: number, size: number): number => Math.min(Math.max(value, from), from + size);
	const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
	const left = limit(Math.min(...xs) - MARGIN, view.x, view.width);
	const right = limit(Math.max(...xs) + MARGIN, view.x, view.width);
	const top = limit(Math.min(...ys) - MARGIN, view.y, view.height);
	const bottom = limit(Math.max(...ys) + MARGIN, view.y, view.height);
	if (right - left < 1 || bottom - top < 1) return null;
	return { x: left, y: top, width: right - left, height: bottom - top };
}
