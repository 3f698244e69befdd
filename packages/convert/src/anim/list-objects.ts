import { type Curve, JOINT_NAMES, type PoseCurves, type Recording, SIDES } from '@handreel/core';
import { hasKeys } from '@handreel/core/internal';
import type { AnimOptions } from './options.ts';

/** An object of a scene that moves. */
export interface MovingObject {
	/** The path in the model. */
	readonly part: string;
	/** The path in the scene. */
	readonly path: string;
	readonly pose: PoseCurves;
}

/** An object of a scene that is active while something is tracked. */
export interface ActiveObject {
	readonly part: string;
	readonly path: string;
	readonly tracked: Curve;
}

/** The objects that a clip animates. */
export interface AnimatedObjects {
	readonly moving: readonly MovingObject[];
	readonly active: readonly ActiveObject[];
}

/** Lists the objects that a clip animates. Throws `TypeError` for paths that do not exist or are not text. */
export function listObjects(
	{ head, hands, controllers, tracks }: Recording,
	{ paths = {} }: AnimOptions,
): AnimatedObjects {
	const known = new Set<string>();
	const find = (name: string, usual: string): string => {
		known.add(name);
		return paths[name] ?? usual;
	};
	const moving: MovingObject[] = [];
	const active: ActiveObject[] = [];
	const add = (part: string, name: string, usual: string, pose: PoseCurves | null): void => {
		const path = find(name, usual);
		if (pose !== null && hasKeys(pose)) moving.push({ part, path, pose });
	};
	add('head', 'head', 'head', head);
	for (const side of SIDES) {
		const parent = find(side, side);
		const hand = hands?.[side];
		for (const name of JOINT_NAMES.slice(1)) {
			add(`hands.${side}.joints.${name}`, `${side}_${name}`, `${parent}/${name}`, hand?.joints[name] ?? null);
		}
		add(`hands.${side}.aim`, `${side}_aim`, `${parent}/aim`, hand?.aim ?? null);
		if (hand !== undefined && hand.tracked.count > 0)
			active.push({ part: `hands.${side}.tracked`, path: parent, tracked: hand.tracked });
	}
	for (const side of SIDES) {
		const parent = find(`${side}_controller`, `${side}_controller`);
		const controller = controllers?.[side] ?? null;
		for (const name of ['grip', 'aim'] as const) {
			const part = `controllers.${side}.${name}`;
			add(part, `${side}_controller_${name}`, `${parent}/${name}`, controller?.[name] ?? null);
		}
		if (controller !== null && controller.tracked.count > 0)
			active.push({ part: `controllers.${side}.tracked`, path: parent, tracked: controller.tracked });
	}
	for (const track of tracks) if (track.kind === 'pose') add(`tracks.${track.name}`, track.name, track.name, track);
	for (const [name, path] of Object.entries(paths)) {
		if (!known.has(name)) throw new TypeError(`paths.${name}: there is no such part; use names such as left_indexTip`);
		if (typeof path !== 'string') throw new TypeError(`paths.${name}: must be text`);
	}
	return { moving, active };
}
