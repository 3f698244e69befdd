import type { Side } from '@handreel/core';
import { findPoint, type LiveTarget } from '../perform/live-target.ts';
import type { Point } from '../probe/types.ts';
import { explainPick } from '../scene/explain-pick.ts';
import { describeSteps, findNodes, type ObjectQuery } from '../scene/find-node.ts';
import {
	matchInHand,
	matchLookedAt,
	matchMoved,
	matchNear,
	OBJECT_MATCH_DEFAULTS,
	type ObjectMatch,
} from '../scene/match-object.ts';
import { SceneObject } from '../scene/scene-object.ts';
import { XRObject } from '../scene/xr-object.ts';

/** Paths in a message. */
const MAX_LISTED = 10;

/**
 * What can be checked of an object, by the names of the matchers. Each looks once, and throws `Error` if the object is not
 * there.
 */
export const OBJECT_CHECKS = {
	/** Whether an object is in view and not covered. */
	async toBeVisible(object: SceneObject): Promise<ObjectMatch> {
		const { node, pick } = await object.pick();
		return { isMatch: pick.visiblePixels > 0, message: explainPick(object.label(node), pick) };
	},
	/** Whether the camera shows the place of an object, covered or not. */
	async toBeInView(object: SceneObject): Promise<ObjectMatch> {
		const { node, pick } = await object.pick();
		return { isMatch: pick.box !== null, message: explainPick(object.label(node), pick) };
	},
	/** Whether an object is at a position. */
	async toHavePosition(
		object: SceneObject,
		point: Point,
		within: number = OBJECT_MATCH_DEFAULTS.position,
	): Promise<ObjectMatch> {
		const position = await object.position();
		const distance = Math.hypot(...position.map((value, i) => value - point[i]!));
		const message = `${object.name} is at ${formatPoint(position)}, ${distance.toFixed(3)} m from ${formatPoint(point)} (tolerance ${within} m)`;
		return { isMatch: distance <= within, message, expected: point };
	},
	/** Whether the material of an object has a color. */
	async toHaveColor(object: SceneObject, color: string | RegExp): Promise<ObjectMatch> {
		const { color: own, path } = await object.node();
		const isMatch = typeof color === 'string' ? own === color.toLowerCase() : own !== undefined && color.test(own);
		return {
			isMatch,
			message: `${path} has ${own === undefined ? 'no color' : `the color ${own}`}, not ${String(color)}`,
		};
	},
	/** Whether so many objects match. */
	async toHaveCount(object: SceneObject, count: number): Promise<ObjectMatch> {
		const nodes = await object.nodes();
		const paths = nodes.slice(0, MAX_LISTED).map(({ path }) => `\n  ${path}`);
		return {
			isMatch: nodes.length === count,
			message: `${object.name} matches ${nodes.length} objects, expected ${count}${paths.join('')}`,
		};
	},
	/** Whether an object contains another. */
	async toContainObject(object: SceneObject, query: ObjectQuery): Promise<ObjectMatch> {
		const [list, outer] = [await object.scene.list(), await object.node()];
		const steps = [
			{ kind: 'match', query } as const,
			{ kind: 'within', steps: [{ kind: 'match', query: ({ id }: { id: number }) => id === outer.id }] } as const,
		];
		const nodes = await findNodes(list, steps, object.scene.helpers);
		const inside = list.nodes.filter(({ parent }) => parent === outer.id).map(({ path }) => path);
		const message = `${outer.path} contains ${nodes.length} matches of ${describeSteps([steps[0]!])}; directly in it: ${inside.slice(0, MAX_LISTED).join(', ') || 'nothing'}`;
		return { isMatch: nodes.length > 0, message };
	},
	/** Whether an object is near a point or another object. */
	async toBeNear(
		object: SceneObject,
		target: LiveTarget | SceneObject,
		within: number = OBJECT_MATCH_DEFAULTS.near,
	): Promise<ObjectMatch> {
		const point = target instanceof SceneObject ? await target.now.center() : await findPoint(target);
		const path = object.label(await object.node());
		const match = matchNear({ path, position: await object.position() }, point, within, findTime(object));
		if (object instanceof XRObject) object.expectAt(match.isMatch ? null : point);
		return { ...match, expected: point };
	},
	/** Whether an object is at least some meters away from where it was on entering, or when it was first looked up. */
	async toHaveMoved(object: SceneObject, meters: number): Promise<ObjectMatch> {
		return matchMoved(await object.node(), meters, findTime(object));
	},
	/** Whether a closed hand, or a controller with a pressed button, is at an object and takes it along. */
	async toBeInHand(object: XRObject, side: Side): Promise<ObjectMatch> {
		const [node, bounds, person] = [await object.node(), await object.bounds(), await object.person()];
		const moved = await object.measureHold(side);
		const { time } = object.session;
		return matchInHand(node, bounds, person, side, OBJECT_MATCH_DEFAULTS.inHand, time, moved);
	},
	/** Whether eyes, or else the head, look at an object. */
	async toBeLookedAt(object: XRObject): Promise<ObjectMatch> {
		const [node, bounds, person] = [await object.node(), await object.bounds(), await object.person()];
		return matchLookedAt(node, bounds, person, OBJECT_MATCH_DEFAULTS.lookedAtDegrees, object.session.time);
	},
} as const;

// Scenes in real time have no time of a recording.
function findTime(object: SceneObject): number | null {
	return object instanceof XRObject ? object.session.time : null;
}

function formatPoint(point: Point): string {
	return `[${point.map((value) => Number(value.toFixed(3))).join(', ')}]`;
}
