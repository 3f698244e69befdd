import { JOINT_NAMES, type JointName, type Side } from '@handreel/core';

/** A column that holds one value of a frame. */
export interface Column {
	/** The heading: what, which component, and the unit of what has one. */
	readonly name: string;
	/** The place in the model. */
	readonly path: string;
	readonly source:
		| { readonly section: 'head' }
		| { readonly section: 'gaze' }
		| { readonly section: 'joint'; readonly side: Side; readonly joint: number }
		| { readonly section: 'state'; readonly side: Side; readonly state: 'tracked' | 'pinching' };
	/** Which of the seven or six floats of a pose or ray. */
	readonly offset: number;
	/** −1 where WebXR's space has the other sign. */
	readonly webxrSign: 1 | -1;
}

/** The heading of the column that names the space. */
export const SPACE_COLUMN = 'space';
/** The heading of the markers' names. */
export const MARKER_COLUMN = 'marker';

type Component = readonly [name: string, path: string, webxrSign: 1 | -1];

const POSE: readonly Component[] = [
	['px_m', 'position.x', 1],
	['py_m', 'position.y', 1],
	['pz_m', 'position.z', -1],
	['qx', 'rotation.x', -1],
	['qy', 'rotation.y', -1],
	['qz', 'rotation.z', 1],
	['qw', 'rotation.w', 1],
];
const RAY: readonly Component[] = [
	['ox_m', 'origin.x', 1],
	['oy_m', 'origin.y', 1],
	['oz_m', 'origin.z', -1],
	['dx', 'direction.x', 1],
	['dy', 'direction.y', 1],
	['dz', 'direction.z', -1],
];

/** Every column that there can be besides time, space and marker, in the order in which they are written. */
export function listColumns(): Column[] {
	return [
		...listComponents('head', 'head', POSE, { section: 'head' }),
		...listHand('left'),
		...listHand('right'),
		...listComponents('gaze', 'gaze', RAY, { section: 'gaze' }),
	];
}

function listHand(side: Side): Column[] {
	const states = (['tracked', 'pinching'] as const).map(
		(state): Column => ({
			name: `${side}_${state}`,
			path: `hands.${side}.${state}`,
			source: { section: 'state', side, state },
			offset: 0,
			webxrSign: 1,
		}),
	);
	const joints = JOINT_NAMES.flatMap((name: JointName, joint) =>
		listComponents(`${side}_${name}`, `hands.${side}.joints.${name}`, POSE, { section: 'joint', side, joint }),
	);
	return [...states, ...joints];
}

function listComponents(
	name: string,
	path: string,
	components: readonly Component[],
	source: Column['source'],
): Column[] {
	return components.map(([component, componentPath, webxrSign], offset) => ({
		name: `${name}_${component}`,
		path: `${path}.${componentPath}`,
		source,
		offset,
		webxrSign,
	}));
}
