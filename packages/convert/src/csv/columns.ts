import { JOINT_NAMES, type JointName, type Side, SPACES, type SpaceName, type SpaceSigns } from '@handreel/core';

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
	/** The kind of vector that the value is a component of, and its index there; `null` for a state. */
	readonly axis: Axis | null;
}

/** The column that names the space. */
export const SPACE_COLUMN = 'space';
/** The column with the names of markers. */
export const MARKER_COLUMN = 'marker';

type Axis = readonly [kind: keyof SpaceSigns, index: number];
type Component = readonly [name: string, path: string, axis: Axis];

const POSE: readonly Component[] = [
	['px_m', 'position.x', ['vector', 0]],
	['py_m', 'position.y', ['vector', 1]],
	['pz_m', 'position.z', ['vector', 2]],
	['qx', 'rotation.x', ['rotation', 0]],
	['qy', 'rotation.y', ['rotation', 1]],
	['qz', 'rotation.z', ['rotation', 2]],
	['qw', 'rotation.w', ['rotation', 3]],
];
const RAY: readonly Component[] = [
	['ox_m', 'origin.x', ['vector', 0]],
	['oy_m', 'origin.y', ['vector', 1]],
	['oz_m', 'origin.z', ['vector', 2]],
	['dx', 'direction.x', ['vector', 0]],
	['dy', 'direction.y', ['vector', 1]],
	['dz', 'direction.z', ['vector', 2]],
];

/** Returns the factor, 1 or −1, between a value in a file and in a table of the given space. */
export function getColumnSign({ axis }: Column, space: SpaceName): number {
	return axis === null ? 1 : SPACES[space][axis[0]][axis[1]]!;
}

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
			axis: null,
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
	return components.map(([component, componentPath, axis], offset) => ({
		name: `${name}_${component}`,
		path: `${path}.${componentPath}`,
		source,
		offset,
		axis,
	}));
}
