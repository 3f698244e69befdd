import {
	type ButtonCurves,
	type ControllerParts,
	type Curve,
	createCurve,
	type HandParts,
	JOINT_NAMES,
	type PoseParts,
	type RecordingParts,
	type Side,
} from '@handreel/core';

/** Returns the parts of a recording that the curves of a table make up. The curves have the paths of their columns. */
export function buildParts(curves: ReadonlyMap<string, Curve>): RecordingParts {
	const paths = [...curves.keys()];
	const has = (part: string): boolean => paths.some((path) => path.startsWith(part));
	// The curves of an object that have columns.
	const pick = (path: string, names: readonly string[]): Record<string, Curve> => {
		const found = names.map((name) => [name, curves.get(`${path}.${name}`)] as const);
		return Object.fromEntries(found.filter((entry): entry is [string, Curve] => entry[1] !== undefined));
	};
	const pose = (path: string): PoseParts => ({
		position: pick(`${path}.position`, ['x', 'y', 'z']),
		rotation: pick(`${path}.rotation`, ['x', 'y', 'z', 'w']),
	});
	const hand = (side: Side): HandParts => {
		const path = `hands.${side}`;
		return {
			...pick(path, ['tracked', 'pinching', 'pinchStrength']),
			joints: Object.fromEntries(JOINT_NAMES.map((name) => [name, pose(`${path}.joints.${name}`)])),
			aim: has(`${path}.aim`) ? pose(`${path}.aim`) : null,
		};
	};
	const controller = (side: Side): ControllerParts | null => {
		const path = `controllers.${side}`;
		if (!has(path)) return null;
		const button = (index: number): Partial<ButtonCurves> =>
			pick(`${path}.buttons.${index}`, ['pressed', 'touched', 'value']);
		const axis = (index: number): Curve => curves.get(`${path}.axes.${index}`) ?? createCurve([]);
		return {
			...pick(path, ['tracked']),
			grip: pose(`${path}.grip`),
			aim: pose(`${path}.aim`),
			buttons: Array.from({ length: countItems(paths, `${path}.buttons.`) }, (_, i) => button(i)),
			axes: Array.from({ length: countItems(paths, `${path}.axes.`) }, (_, i) => axis(i)),
		};
	};
	return {
		head: has('head') ? pose('head') : null,
		hands: has('hands') ? { left: hand('left'), right: hand('right') } : null,
		gaze: has('gaze')
			? { origin: pick('gaze.origin', ['x', 'y', 'z']), direction: pick('gaze.direction', ['x', 'y', 'z']) }
			: null,
		controllers: has('controllers') ? { left: controller('left'), right: controller('right') } : null,
	};
}

// The length of a list whose last item with a column has the highest index.
function countItems(paths: readonly string[], list: string): number {
	const indices = paths
		.filter((path) => path.startsWith(list))
		.map((path) => Number.parseInt(path.slice(list.length), 10));
	return Math.max(-1, ...indices) + 1;
}
