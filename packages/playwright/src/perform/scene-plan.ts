import type {
	MoveOptions,
	PerformedSide,
	Performer,
	ReachMoveOptions,
	ScrollOptions,
	TimedOptions,
} from '@handreel/core/perform';
import type { Rig } from '../scene/rig.ts';
import { hasObject, type LiveTarget, placePoints, resolveArguments } from './live-target.ts';

/** A side of a {@link ScenePerformer}: its verbs take objects of the scene, too. */
export interface SceneSide {
	reach(target: LiveTarget, options?: ReachMoveOptions): this;
	moveTo(target: LiveTarget, options?: Omit<MoveOptions, 'around'> & { readonly around?: LiveTarget }): this;
	pinch(target?: LiveTarget): this;
	grab(target?: LiveTarget): this;
	poke(target: LiveTarget, options?: TimedOptions): this;
	pointAt(target: LiveTarget, options?: TimedOptions): this;
	throwTo(target: LiveTarget, options?: TimedOptions): this;
	scroll(target: LiveTarget, options?: ScrollOptions): this;
}

/** A performer in a scene. Points are in the space of the scene. */
export type ScenePerformer = Performer & {
	readonly left: PerformedSide & SceneSide;
	readonly right: PerformedSide & SceneSide;
	lookAt(target: LiveTarget): ScenePerformer;
	walkTo(target: LiveTarget, options?: { readonly facing?: LiveTarget }): ScenePerformer;
	turnTo(target: LiveTarget): ScenePerformer;
};

type Method = (...args: readonly unknown[]) => unknown;

/** A plan of a performer in a scene. */
export interface ScenePlan {
	readonly performer: ScenePerformer;
	/** Finds the objects, and makes the calls that wait for them. */
	finish(): Promise<void>;
}

/**
 * Lets a performer take objects of the scene. Objects are found later, so calls from the first with an object on wait for
 * {@link ScenePlan.finish}, in their order. Meanwhile times are unknown: reading them throws `Error`.
 */
export function createScenePlan(performer: Performer, rig: Rig): ScenePlan {
	const waiting: (() => Promise<void>)[] = [];
	const originals = new WeakMap<object, object>();
	const unwrap = (arg: unknown): unknown => originals.get(arg as object) ?? arg;
	const wrap = <T extends object>(target: T, inner: Readonly<Record<PropertyKey, object>> = {}): T => {
		const proxy: T = new Proxy(target, {
			get(_, name) {
				if (Object.hasOwn(inner, name)) return inner[name];
				const value: unknown = Reflect.get(target, name, target);
				const isLate = waiting.length > 0;
				if (isLate && (name === 'time' || name === 'duration')) {
					throw new Error(`${name}: not known before the objects of earlier calls are found; read it before them`);
				}
				if (typeof value !== 'function') return value;
				return (...args: readonly unknown[]): unknown => {
					const call = (resolved: readonly unknown[]): unknown => (value as Method).apply(target, resolved.map(unwrap));
					if (isLate || args.some(hasObject)) {
						waiting.push(async () => void call(await resolveArguments(name, args, rig)));
						return proxy;
					}
					const result = call(args.map((arg) => (originals.has(arg as object) ? arg : placePoints(arg, rig))));
					return result === target ? proxy : result;
				};
			},
		});
		originals.set(proxy, target);
		return proxy;
	};
	const sides = { left: wrap(performer.left), right: wrap(performer.right) };
	return {
		performer: wrap(performer, sides) as ScenePerformer,
		async finish() {
			for (const call of waiting) await call();
			waiting.length = 0;
		},
	};
}
