import type { Side } from '@handreel/core';
import { measureDistance } from '@handreel/core/internal';
import type { Bounds, Point, SceneNode } from '../probe/types.ts';
import type { HoldMovement } from './hold-movement.ts';
import { measureDistanceToBox, measureLookAngle, type Person } from './person.ts';

/** Defaults of the matchers of objects. */
export const OBJECT_MATCH_DEFAULTS: {
	/** Meters. */
	readonly near: number;
	/** Meters between the object and the hand that holds it. */
	readonly inHand: number;
	/** Degrees between the look and the object. */
	readonly lookedAtDegrees: number;
	/** Meters between a position and the expected one. */
	readonly position: number;
} = { near: 0.02, inHand: 0.05, lookedAtDegrees: 5, position: 0.01 };

/** Meters: an object that moved less is still. Even a hand that rests trembles more. */
const STILL = 1e-5;
/** A held object moves by this part of the hand's movement or more: a lever turns, and things may lag behind. */
const FOLLOWED = 0.05;

/** The result of a matcher. */
export interface ObjectMatch {
	readonly isMatch: boolean;
	readonly message: string;
	/** Where the object was expected. */
	readonly expected?: Point;
}

/** Whether an object is near a point. */
export function matchNear(
	{ path, position }: Pick<SceneNode, 'path' | 'position'>,
	point: Point,
	within: number,
	time: number | null,
): ObjectMatch {
	const distance = measureDistance(position, point);
	const at = time === null ? '' : ` at ${formatTime(time)}`;
	return {
		isMatch: distance <= within,
		message: `${path} is at ${formatPoint(position)}, ${formatLength(distance)} from ${formatPoint(point)}${at} (tolerance ${formatLength(within)})`,
	};
}

/** Whether a hand or controller holds an object: it is closed, at the object, and has taken the object along. */
export function matchInHand(
	{ path }: SceneNode,
	bounds: Bounds,
	person: Person,
	side: Side,
	within: number,
	time: number,
	moved: HoldMovement,
): ObjectMatch {
	const hand = person.sides[side];
	if (hand === null) {
		return {
			isMatch: false,
			message: `the ${side} hand is not tracked at ${formatTime(time)}, so ${path} is not in it`,
		};
	}
	const distance = Math.min(...hand.holdPoints.map((point) => measureDistanceToBox(point, bounds)));
	const state = hand.isHolding ? 'closed' : 'open';
	const isAt = hand.isHolding && distance <= within;
	const isHeld = moved.object >= Math.max(STILL, moved.hand * FOLLOWED);
	const lengths = `the object moved ${formatMillimeters(moved.object)} since the hand closed, the hand ${formatMillimeters(moved.hand)}`;
	const advice = moved.hand < STILL ? '; move the hand before' : '';
	const still = isAt && !isHeld ? `, but does not take it along: ${lengths}${advice}` : '';
	return {
		isMatch: isAt && isHeld,
		message: `the ${side} hand is ${state} and ${formatLength(distance)} from ${path} at ${formatTime(time)} (tolerance ${formatLength(within)})${still}`,
	};
}

/** Whether the person looks at an object. */
export function matchLookedAt(
	{ path }: SceneNode,
	bounds: Bounds,
	person: Person,
	degrees: number,
	time: number,
): ObjectMatch {
	const angle = measureLookAngle(person, bounds);
	return {
		isMatch: angle <= degrees,
		message: `the look passes ${path} by ${angle.toFixed(1)}° at ${formatTime(time)} (tolerance ${degrees}°)`,
	};
}

/** Whether an object is away from where it was first seen. */
export function matchMoved(
	{ path, position, firstPosition }: SceneNode,
	distance: number,
	time: number | null,
): ObjectMatch {
	const moved = measureDistance(position, firstPosition);
	const until = time === null ? '' : ` until ${formatTime(time)}`;
	return {
		isMatch: moved >= distance,
		message: `${path} moved ${formatLength(moved)}${until}, from ${formatPoint(firstPosition)} to ${formatPoint(position)} (expected ${formatLength(distance)})`,
	};
}

function formatPoint(point: Point): string {
	return `[${point.map((value) => Number(value.toFixed(3))).join(', ')}]`;
}

function formatLength(meters: number): string {
	return meters < 1 ? `${(meters * 100).toFixed(1)} cm` : `${meters.toFixed(2)} m`;
}

function formatMillimeters(meters: number): string {
	return `${(meters * 1000).toFixed(2)} mm`;
}

function formatTime(seconds: number): string {
	return `${seconds.toFixed(2)} s`;
}
