import { JOINT_NAMES, type JointName, type Side } from '@handreel/core';

/** A column that holds one value of a frame. */
export interface Column {
	/** The name in the first row: subject, component and, if it has one, unit. */
	readonly name: string;
	/** The path in the model. */
	readonly path: string;
	readonly source:
		| { readonly section: 'head' }
		| { readonly section: 'gaze' }
		| { readonly section: 'joint'; readonly side: Side; readonly joint: number }
		| { readonly section: 'state'; readonly side: Side; readonly state: 'tracked' | 'pinching' };
	/** The index among the seven floats of a pose or six floats of a ray. */
	readonly offset: number;
	/** −1 if the value has the opposite sign in WebXR's space. */
	readonly webxrSign: 1 | -1;
}

/** The column that names the space. */
export const SPACE_COLUMN = 'space';
/** The column with the names of markers. */
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

/** Lists all possible columns in order, apart from time, space and marker. */
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
