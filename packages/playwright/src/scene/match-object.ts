import { measureDistance, type Side } from '@handreel/core';
import { measureDistanceToBox, measureLookAngle, type Person } from './person.ts';
import type { Bounds, Point, SceneNode } from './scene-probe.ts';

/** Defaults of the matchers of objects. */
export const OBJECT_MATCH_DEFAULTS: {
	/** Meters. */
	readonly near: number;
	/** Meters between the object and the hand that holds it. */
	readonly inHand: number;
	/** Degrees between the look and the object. */
	readonly lookedAtDegrees: number;
} = { near: 0.02, inHand: 0.05, lookedAtDegrees: 5 };

/** The result of a matcher. */
export interface ObjectMatch {
	readonly isMatch: boolean;
	readonly message: string;
}

/** Whether an object is near a point. */
export function matchNear({ path, position }: SceneNode, point: Point, within: number, time: number): ObjectMatch {
	const distance = measureDistance(position, point);
	return {
		isMatch: distance <= within,
		message: `${path} is at ${formatPoint(position)}, ${formatLength(distance)} from ${formatPoint(point)} at ${formatTime(time)} (tolerance ${formatLength(within)})`,
	};
}

/** Whether a hand or controller holds an object: it is closed, and at the object. */
export function matchInHand(
	{ path }: SceneNode,
	bounds: Bounds,
	person: Person,
	side: Side,
	within: number,
	time: number,
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
	return {
		isMatch: hand.isHolding && distance <= within,
		message: `the ${side} hand is ${state} and ${formatLength(distance)} from ${path} at ${formatTime(time)} (tolerance ${formatLength(within)})`,
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
export function matchMoved({ path, position, firstPosition }: SceneNode, distance: number, time: number): ObjectMatch {
	const moved = measureDistance(position, firstPosition);
	return {
		isMatch: moved >= distance,
		message: `${path} moved ${formatLength(moved)} until ${formatTime(time)}, from ${formatPoint(firstPosition)} to ${formatPoint(position)} (expected ${formatLength(distance)})`,
	};
}

function formatPoint(point: Point): string {
	return `[${point.map((value) => Number(value.toFixed(3))).join(', ')}]`;
}

function formatLength(meters: number): string {
	return meters < 1 ? `${(meters * 100).toFixed(1)} cm` : `${meters.toFixed(2)} m`;
}

function formatTime(seconds: number): string {
	return `${seconds.toFixed(2)} s`;
}
