import type { ObjectPlace, SceneNode, ScenePick } from '../probe/types.ts';
import { markPick } from './draw-screen.ts';
import { explainPick } from './explain-pick.ts';
import type { SceneObject } from './scene-object.ts';
import { callProbe, callProbes, NO_PROBE, type ScenePage } from './scene-page.ts';

/** Options of actions. */
export interface ActionOptions {
	/** Where on the object: its middle, its upper edge, or a point of the scene in meters. Default `'center'`. */
	readonly at?: ObjectPlace | undefined;
	/** Acts even if the object is covered, where it would be. Default false. */
	readonly force?: boolean | undefined;
	/** Milliseconds to wait for an object that can be acted on. Default: that of the scene. */
	readonly timeout?: number | undefined;
	/** Keys that are held meanwhile. */
	readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[] | undefined;
}

/** Options of clicks and drags. */
export interface PointerOptions extends ActionOptions {
	/** Default `'left'`. */
	readonly button?: 'left' | 'right' | 'middle' | undefined;
	/** Milliseconds between pressing and releasing. Default 0. */
	readonly delay?: number | undefined;
}

/** The point of an object at which the mouse is. */
export interface Aimed {
	readonly page: ScenePage;
	readonly node: SceneNode;
	readonly x: number;
	readonly y: number;
}

/** Why `force` helps. */
const FORCED: ReadonlySet<ScenePick['reason']> = new Set(['covered', 'intercepted', 'empty', 'hidden'] as const);
/** Pixels per millisecond: slower things stand still. */
const STILL = 0.02;
/** Frames in which cameras may come to rest, as those with damping do. */
const REST_FRAMES = 12;
/** Milliseconds until an action arrives. */
const LEAD = 20;

/**
 * Waits until a point of an object can be seen, moves the mouse there, waits for a frame, and acts if the object is still
 * there. What moves is met where it will be.
 */
export async function act(
	object: SceneObject,
	title: string,
	{
		at = 'center',
		force = false,
		timeout = object.scene.timeout,
		modifiers = [],
		isTouch = false,
	}: ActionOptions & { readonly isTouch?: boolean },
	work: (aimed: Aimed) => Promise<void>,
): Promise<void> {
	const { scene } = object;
	const { page, frame } = scene;
	const end = Date.now() + timeout;
	let reason = '';
	let seen: { node: SceneNode; pick: ScenePick } | null = null;
	let moving = 0;
	const target = object.now;
	scene.lastUsed = object;
	for (;;) {
		const node = await target.node().catch((error: Error) => {
			reason = error.message;
			if (reason.includes(NO_PROBE)) throw new Error(`scene.${object.name}.${title}: ${reason}`);
			return null;
		});
		if (node !== null) {
			const { pick, velocity } = await callProbe(frame, 'aim', object.reference(node), at);
			seen = { node, pick };
			reason = explainPick(object.label(node), pick);
			const speed = Math.hypot(...velocity);
			const isStill = speed < STILL || moving >= REST_FRAMES;
			if (pick.reason === 'outside') await callProbe(frame, 'scrollTo', node.id, pick.x, pick.y);
			else if (pick.reason === null && !isStill) {
				moving++;
				continue;
			} else if (pick.reason === null || (force && pick.canvas !== null && pick.reason !== 'off-screen')) {
				const lead = speed < STILL ? 0 : LEAD;
				const [x, y] = [pick.x + velocity[0] * lead, pick.y + velocity[1] * lead];
				if (!isTouch) await page.mouse.move(x, y);
				// The page hovers, and may move its camera.
				const [, isShown] = await callProbes(frame, [['nextFrame'], ['shows', object.reference(node), x, y]]);
				if (force || isShown) {
					for (const key of modifiers) await page.keyboard.down(key as never);
					try {
						await work({ page, node, x, y });
					} finally {
						for (const key of modifiers) await page.keyboard.up(key as never);
					}
					return;
				}
				reason = `${object.label(node)} moved away from the mouse at ${Math.round(x)}, ${Math.round(y)}, by ${Math.round(speed * 1000)} pixels per second`;
			}
		}
		if (Date.now() > end) break;
		await callProbe(frame, 'nextFrame');
	}
	const { reason: cause = null, canvas = null } = seen?.pick ?? {};
	const advice = canvas !== null && FORCED.has(cause) ? '; force: true acts anyway' : '';
	const message = `scene.${object.name}.${title}: ${reason} (waited ${timeout} ms)${advice}`;
	await scene.noteFailure(message, seen === null ? [] : markPick(object.label(seen.node), seen.pick));
	throw new Error(message);
}
