import { SIDES, type Side } from '@handreel/core';
import { measureDistance } from '@handreel/core/internal';
import type { Bounds, Point } from '../probe/types.ts';
import { measureDistanceToBox, type Person } from '../scene/person.ts';

/** What a hand did to an object just before something changed. */
export interface Cause {
	readonly side: Side;
	/** A fingertip in the object, a pinch or button at it, or a pinch or button while the ray pointed at it. */
	readonly kind: 'poke' | 'press' | 'point';
	/** The object that was meant. */
	readonly id: number;
	readonly path: string;
	/** Where the head was, in the scene. */
	readonly head: Point;
}

/** An object with its box in the scene. */
export interface BoxedObject {
	readonly id: number;
	readonly path: string;
	readonly bounds: Bounds;
}

/** Meters between a fingertip and what it touches, and between a closed hand and what it presses. */
const TOUCH = 0.01;
const PRESS = 0.05;

/** Lists what hands may have done at a moment, most likely first. `pressed`: the sides that have pinched or pressed just now. */
export function listCauses(
	{ sides, head }: Person,
	objects: readonly BoxedObject[],
	pressed: ReadonlySet<Side>,
): Cause[] {
	return SIDES.flatMap((side) => {
		const own = sides[side];
		if (own === null) return [];
		const list = (kind: Cause['kind'], found: readonly BoxedObject[]): Cause[] =>
			found.map(({ id, path }) => ({ side, kind, id, path, head }));
		if (pressed.has(side)) {
			const { ray } = own;
			return [
				...list('press', listNear(own.holdPoints, objects, PRESS)),
				...(ray === null ? [] : list('point', listHit(ray, objects))),
			];
		}
		const [wrist, tip] = [own.fingers[1]?.[0], own.fingers[1]?.at(-1)];
		if (wrist === undefined || tip === undefined) return [];
		// What contains the whole hand shows it, or is around it.
		const apart = objects.filter(({ bounds }) => measureDistanceToBox(wrist, bounds) > 0);
		return list('poke', listNear([tip], apart, TOUCH));
	});
}

// The smallest first: a room contains everything.
function listNear(points: readonly Point[], objects: readonly BoxedObject[], within: number): BoxedObject[] {
	return objects
		.filter(({ bounds }) => points.some((point) => measureDistanceToBox(point, bounds) <= within))
		.sort((a, b) => measureDistance(a.bounds.min, a.bounds.max) - measureDistance(b.bounds.min, b.bounds.max));
}

// What contains the start of the ray is around the person.
function listHit(
	{ origin, direction }: { origin: Point; direction: Point },
	objects: readonly BoxedObject[],
): BoxedObject[] {
	return objects
		.map((object) => ({ object, distance: measureHit(origin, direction, object.bounds) }))
		.filter(({ distance }) => distance > 0)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, 1)
		.map(({ object }) => object);
}

// Meters along a ray to a box; 0 from inside or if it misses.
function measureHit(origin: Point, direction: Point, { min, max }: Bounds): number {
	let [near, far] = [0, Number.POSITIVE_INFINITY];
	for (const i of [0, 1, 2] as const) {
		const [a, b] = [(min[i] - origin[i]) / direction[i], (max[i] - origin[i]) / direction[i]];
		// Along a side of the box both are not numbers.
		if (Number.isNaN(a) || Number.isNaN(b)) continue;
		near = Math.max(near, Math.min(a, b));
		far = Math.min(far, Math.max(a, b));
	}
	return near <= far ? near : 0;
}
