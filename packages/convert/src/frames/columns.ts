import {
	iterateCurves,
	JOINT_NAMES,
	JOINT_SETS,
	type JointName,
	type JointSetName,
	type Recording,
	SIDES,
	type Side,
	SPACES,
	type SpaceName,
} from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS } from '@handreel/core/internal';

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
		| { readonly section: 'state'; readonly side: Side; readonly state: 'tracked' | 'pinching' }
		| { readonly section: 'hand'; readonly side: Side; readonly part: 'aim' | 'pinchStrength' }
		| { readonly section: 'controller'; readonly side: Side; readonly part: ControllerPart };
	/** The kind of its curve. */
	readonly kind: 'float' | 'boolean';
	/** The index among the seven floats of a pose, the six floats of a ray, the buttons or the axes. */
	readonly offset: number;
	/** The kind of vector that the value is a component of, and its index there; `null` for other values. */
	readonly axis: Axis | null;
}

/** A field of core's `ControllerSample`. */
type ControllerPart = 'tracked' | 'grip' | 'aim' | 'pressed' | 'touched' | 'values' | 'axes';

/** The column with the times of a table, in seconds. Every table has it. */
export const TIME_COLUMN = 'time_s';
/** The column that names the space. */
export const SPACE_COLUMN = 'space';
/** The column with the names of markers. */
export const MARKER_COLUMN = 'marker';

type Axis = readonly [kind: 'vector' | 'rotation', index: number];
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

/** Returns the path of the value in a file that becomes a value in a table of the given space. */
export function getFilePath({ path, axis }: Column, space: SpaceName): string {
	return axis === null ? path : `${path.slice(0, -1)}${'xyzw'[SPACES[space].axes[axis[1]]!]}`;
}

/** Lists all possible columns in order, apart from time, space and marker. */
export function listColumns(): Column[] {
	return [
		...listComponents('head', 'head', POSE, { section: 'head' }),
		...listHand('left'),
		...listHand('right'),
		...listComponents('gaze', 'gaze', RAY, { section: 'gaze' }),
		...SIDES.flatMap(listHandExtras),
		...SIDES.flatMap(listController),
	];
}

/** Lists the columns of {@link listColumns} without a joint, and those of the joints of a set in its order. */
export function listSetColumns(joints: JointSetName | undefined): Column[] {
	const columns = listColumns();
	if (joints === undefined) return columns;
	// A set may have a joint twice, and joints that recordings lack.
	const order = [...new Set(JOINT_SETS[joints].joints.flatMap(({ joint }) => joint ?? []))];
	const chosen = new Map(
		SIDES.map((side) => [side, order.flatMap((name) => columns.filter((column) => isJoint(column, side, name)))]),
	);
	return columns.flatMap((column) => {
		if (column.source.section !== 'joint') return [column];
		// All joints of a hand follow at the place of the first.
		const { side, joint } = column.source;
		return joint === 0 && column.offset === 0 ? chosen.get(side)! : [];
	});
}

function isJoint({ source }: Column, side: Side, name: JointName): boolean {
	return source.section === 'joint' && source.side === side && JOINT_NAMES[source.joint] === name;
}

/**
 * Lists the columns of a recording: those with keys. All values of a pose or ray have columns if any has keys. Given a joint set,
 * hands have its joints only, in its order.
 */
export function listPresent(recording: Recording, joints?: JointSetName): Column[] {
	const groups = new Set<string>();
	for (const [path, curve] of iterateCurves(recording)) if (curve.count > 0) groups.add(getGroup(path));
	return listSetColumns(joints).filter(({ path }) => groups.has(getGroup(path)));
}

/** Returns the path of the pose or ray that a value is part of: `head` for `head.position.x`; otherwise the path itself. */
export function getGroup(path: string): string {
	return path.replace(/\.(position|rotation|origin|direction)\.[xyzw]$/, '');
}

function listHand(side: Side): Column[] {
	const states = (['tracked', 'pinching'] as const).map(
		(state): Column => ({
			name: `${side}_${state}`,
			path: `hands.${side}.${state}`,
			source: { section: 'state', side, state },
			kind: 'boolean',
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
		kind: 'float',
		offset,
		axis,
	}));
}

function listHandExtras(side: Side): Column[] {
	const path = `hands.${side}`;
	return [
		...listComponents(`${side}_aim`, `${path}.aim`, POSE, { section: 'hand', side, part: 'aim' }),
		{
			name: `${side}_pinchStrength`,
			path: `${path}.pinchStrength`,
			source: { section: 'hand', side, part: 'pinchStrength' },
			kind: 'float',
			offset: 0,
			axis: null,
		},
	];
}

function listController(side: Side): Column[] {
	const prefix = `${side}_controller`;
	const path = `controllers.${side}`;
	const source = (part: ControllerPart): Column['source'] => ({ section: 'controller', side, part });
	const single = (name: string, place: string, part: ControllerPart, kind: Column['kind'], offset = 0): Column => ({
		name: `${prefix}_${name}`,
		path: `${path}.${place}`,
		source: source(part),
		kind,
		offset,
		axis: null,
	});
	const buttons = Array.from({ length: MAX_BUTTONS }, (_, i) => [
		single(`button${i}_pressed`, `buttons.${i}.pressed`, 'pressed', 'boolean', i),
		single(`button${i}_touched`, `buttons.${i}.touched`, 'touched', 'boolean', i),
		single(`button${i}_value`, `buttons.${i}.value`, 'values', 'float', i),
	]);
	return [
		single('tracked', 'tracked', 'tracked', 'boolean'),
		...listComponents(`${prefix}_grip`, `${path}.grip`, POSE, source('grip')),
		...listComponents(`${prefix}_aim`, `${path}.aim`, POSE, source('aim')),
		...buttons.flat(),
		...Array.from({ length: MAX_AXES }, (_, i) => single(`axis${i}`, `axes.${i}`, 'axes', 'float', i)),
	];
}
