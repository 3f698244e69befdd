import { invertQuaternion, rotateVector } from '@handreel/core';
import type { Person } from './person.ts';
import type { Bounds, Point } from './scene-probe.ts';

/** A rectangle on the page in CSS pixels. */
export interface PageBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Pixels around an object in a picture. */
const MARGIN = 6;
/** Meters in front of the eyes from which on objects are drawn. */
const NEAR = 0.05;

/** Returns where a box of the scene is on the page, or `null` if it is not in view. */
export function projectBounds(
	person: Person,
	{ min, max }: Bounds,
	view: PageBox,
	fieldOfViewDegrees: number,
): PageBox | null {
	const inverse = invertQuaternion(person.headRotation, [] as number[]);
	const focal = view.height / 2 / Math.tan((fieldOfViewDegrees * Math.PI) / 360);
	const places: [x: number, y: number][] = [];
	for (let i = 0; i < 8; i++) {
		const corner: Point = [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]];
		const [x = 0, y = 0, z = 0] = rotateVector(
			inverse,
			corner.map((value, axis) => value - person.head[axis]!),
			[] as number[],
		);
		if (z > -NEAR) return null;
		places.push([view.x + view.width / 2 + (x / -z) * focal, view.y + view.height / 2 - (y / -z) * focal]);
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
