import { measureDistance } from '@handreel/core/internal';
import type { Point } from '../probe/types.ts';
import type { PersonSide } from './person.ts';

/** Meters that an object and a hand have moved since the hand closed. */
export interface HoldMovement {
	readonly object: number;
	readonly hand: number;
}

/** Seconds to look back. */
const MAX_SECONDS = 10;

interface TraceScope {
	handreel?: {
		trace: {
			readonly frameCount: number;
			read(
				start: number,
				end: number,
			): { readonly objects: readonly (readonly { readonly name: string; readonly position: Point }[])[] };
		} | null;
	};
}

/** Lists where a hand was in each frame since it closed: its wrist, because fingers move while they close, or its grip. */
export function listHeld(sideAt: (time: number) => PersonSide | null, time: number, frameRate: number): Point[] {
	const places: Point[] = [];
	for (let i = 0; i <= MAX_SECONDS * frameRate && i / frameRate <= time; i++) {
		const side = sideAt(time - i / frameRate);
		if (!side?.isHolding) break;
		places.unshift(side.fingers[0]?.[0] ?? side.holdPoints[0]!);
	}
	return places;
}

/** Returns the places of an object in the last frames of the trace, as far as it was watched. Runs in the page. */
export function readObjectPath({ name, count }: { name: string; count: number }): Point[] {
	const trace = (globalThis as TraceScope).handreel?.trace;
	if (!trace) return [];
	const { objects } = trace.read(Math.max(0, trace.frameCount - count), trace.frameCount);
	return objects.flatMap((list) => list.filter((object) => object.name === name).map(({ position }) => position));
}

/** Returns the largest distance from the first place. */
export function measureSpread(places: readonly Point[]): number {
	return Math.max(0, ...places.map((place) => measureDistance(place, places[0]!)));
}
