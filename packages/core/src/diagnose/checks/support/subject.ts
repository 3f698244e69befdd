import { isSorted, toSorted } from '../../../curves/sort.ts';
import type { Curve } from '../../../model/curve.ts';
import { JOINT_NAMES, type JointName } from '../../../model/joints.ts';
import {
	type ControllerCurves,
	type HandCurves,
	type PoseCurves,
	type QuatCurves,
	type Recording,
	SIDES,
	type Side,
	type Vec3Curves,
} from '../../../model/recording.ts';
import { createTracking, type Tracking } from './tracking.ts';

/** A curve and its path. */
export interface PlacedCurve {
	readonly path: string;
	readonly curve: Curve;
}

/** Curves that belong together: a vector, a quaternion, or a single curve. */
export interface CurveGroup {
	readonly path: string;
	readonly role: 'position' | 'rotation' | 'origin' | 'direction' | 'state' | 'value';
	readonly joint: JointName | null;
	readonly curves: readonly PlacedCurve[];
	/** When the hand or controller was tracked; `null` for everything else. */
	readonly tracking: Tracking | null;
	/** The values that make sense, lowest and highest; `null` if there are no limits. */
	readonly range: ValueRange | null;
	/** The keys as rows, or `null` if the curves have different key times. */
	readonly rows: KeyRows | null;
}

/** The lowest and the highest value that makes sense. */
export type ValueRange = readonly [min: number, max: number];

/** The keys of curves with the same key times, in time order. */
export interface KeyRows {
	readonly times: Float32Array;
	/** One row of values per time. */
	readonly values: Float32Array;
	readonly width: number;
	/** Whether row i is key i in file order. */
	readonly isFileOrder: boolean;
	/** Whether every row is later than the row before. */
	readonly isIncreasing: boolean;
}

/** A hand and its joints. */
export interface HandSubject {
	readonly side: Side;
	readonly path: string;
	readonly hand: HandCurves;
	readonly tracking: Tracking;
	/** Positions and rotations of all joints. */
	readonly groups: readonly CurveGroup[];
	/** Position and rotation of the pointing ray; empty if there is none. */
	readonly aim: readonly CurveGroup[];
}

/** A controller. */
export interface ControllerSubject {
	readonly path: string;
	/** Positions and rotations of grip and pointing ray. */
	readonly groups: readonly CurveGroup[];
}

/** A recording, prepared for the checks. */
export interface Subject {
	readonly recording: Recording;
	/** All curves, in groups. */
	readonly groups: readonly CurveGroup[];
	readonly hands: readonly HandSubject[];
	readonly controllers: readonly ControllerSubject[];
}

/** Prepares a recording for the checks. */
export function createSubject(recording: Recording): Subject {
	const { head, hands, gaze } = recording;
	const arena = new Arena();
	const groups: CurveGroup[] = head === null ? [] : placePose(arena, 'head', head, null, null);
	const handSubjects: HandSubject[] = [];
	if (hands !== null) {
		for (const side of SIDES) {
			const hand = hands[side];
			const path = `hands.${side}`;
			const tracking = createTracking(hand.tracked);
			const paths = listJointPaths(side);
			const joints: CurveGroup[] = [];
			for (const joint of JOINT_NAMES) {
				const { position, rotation } = hand.joints[joint];
				joints.push(
					placeNamed(arena, paths[joint].position, 'position', position, joint, tracking),
					placeNamed(arena, paths[joint].rotation, 'rotation', rotation, joint, tracking),
				);
			}
			groups.push(
				placeState(arena, `${path}.tracked`, hand.tracked),
				placeState(arena, `${path}.pinching`, hand.pinching),
				...joints,
			);
			const aim = hand.aim === null ? [] : placePose(arena, `${path}.aim`, hand.aim, null, tracking);
			groups.push(...aim);
			if (hand.pinchStrength !== null)
				groups.push(placeValue(arena, `${path}.pinchStrength`, hand.pinchStrength, FRACTION));
			handSubjects.push({ side, path, hand, tracking, groups: joints, aim });
		}
	}
	if (gaze !== null) {
		groups.push(placeVector(arena, 'gaze.origin', 'origin', gaze.origin, null, null));
		groups.push(placeVector(arena, 'gaze.direction', 'direction', gaze.direction, null, null));
	}
	const controllers: ControllerSubject[] = [];
	for (const side of SIDES) {
		const controller = recording.controllers?.[side];
		if (controller) controllers.push(placeController(arena, `controllers.${side}`, controller, groups));
	}
	for (const track of recording.tracks) {
		const path = `tracks.${track.name}`;
		if (track.kind === 'pose') groups.push(...placePose(arena, path, track, null, null));
		else if (track.kind === 'scalar') groups.push(placeValue(arena, `${path}.value`, track.value, null));
		else if (track.kind === 'boolean') groups.push(placeState(arena, `${path}.value`, track.value));
	}
	return { recording, groups, hands: handSubjects, controllers };
}

/** The range of buttons and pinches. */
const FRACTION: ValueRange = [0, 1];
/** The range of thumbsticks and touchpads. */
const AXIS: ValueRange = [-1, 1];

// Adds all curves of a controller to the groups.
function placeController(
	arena: Arena,
	path: string,
	controller: ControllerCurves,
	groups: CurveGroup[],
): ControllerSubject {
	const { tracked, grip, aim, buttons, axes } = controller;
	const tracking = createTracking(tracked);
	const poses = [
		...placePose(arena, `${path}.grip`, grip, null, tracking),
		...placePose(arena, `${path}.aim`, aim, null, tracking),
	];
	groups.push(placeState(arena, `${path}.tracked`, tracked), ...poses);
	buttons.forEach(({ pressed, touched, value }, i) => {
		const button = `${path}.buttons.${i}`;
		groups.push(placeState(arena, `${button}.pressed`, pressed), placeState(arena, `${button}.touched`, touched));
		groups.push(placeValue(arena, `${button}.value`, value, FRACTION));
	});
	axes.forEach((axis, i) => {
		groups.push(placeValue(arena, `${path}.axes.${i}`, axis, AXIS));
	});
	return { path, groups: poses };
}

/** The place of a row in the file, if rows are in file order. */
export function locateRow(group: CurveGroup, row: number): { at?: { path: string; key: number } } {
	const path = group.curves[0]?.path;
	return path !== undefined && group.rows?.isFileOrder ? { at: { path, key: row } } : {};
}

/** Lists the curves of a group with different key times, and how many curves have the times of each. */
export function listTimeCurves({ curves, rows }: CurveGroup): Array<PlacedCurve & { readonly shares: number }> {
	const some = rows === null ? curves : curves.slice(0, 1);
	return some.map(({ path, curve }) => ({ path, curve, shares: curves.length / some.length }));
}

/** Whether curves have the same key times after sorting. */
export function hasSameTimes(curves: readonly Curve[]): boolean {
	return curves.every(({ count }) => count === 0) || haveEqualTimes(curves.map(toSorted));
}

// Whether sorted curves have the same key times.
function haveEqualTimes(curves: readonly Curve[]): boolean {
	const first = curves[0];
	if (first === undefined) return true;
	return curves.every((other) => {
		if (other === first) return true;
		if (other.count !== first.count) return false;
		for (let i = 0; i < first.count; i++) {
			if (other.floats[other.start + i * other.stride] !== first.floats[first.start + i * first.stride]) return false;
		}
		return true;
	});
}

function placePose(
	arena: Arena,
	path: string,
	pose: PoseCurves,
	joint: JointName | null,
	tracking: Tracking | null,
): CurveGroup[] {
	return (['position', 'rotation'] as const).map((role) =>
		placeVector(arena, `${path}.${role}`, role, pose[role], joint, tracking),
	);
}

function placeVector(
	arena: Arena,
	path: string,
	role: CurveGroup['role'],
	vector: Vec3Curves,
	joint: JointName | null,
	tracking: Tracking | null,
): CurveGroup {
	return placeNamed(arena, nameVector(path, 'w' in vector), role, vector, joint, tracking);
}

/** The path of a vector and the paths of its axes. */
interface VectorPaths {
	readonly path: string;
	readonly axes: readonly string[];
}

function nameVector(path: string, hasW: boolean): VectorPaths {
	return { path, axes: (hasW ? ['x', 'y', 'z', 'w'] : ['x', 'y', 'z']).map((axis) => `${path}.${axis}`) };
}

type JointPaths = Readonly<Record<JointName, { readonly position: VectorPaths; readonly rotation: VectorPaths }>>;

// Spelling the paths of all joints takes longer than most checks.
const jointPaths: Partial<Record<Side, JointPaths>> = {};

function listJointPaths(side: Side): JointPaths {
	jointPaths[side] ??= Object.fromEntries(
		JOINT_NAMES.map((joint) => {
			const path = `hands.${side}.joints.${joint}`;
			return [
				joint,
				{ position: nameVector(`${path}.position`, false), rotation: nameVector(`${path}.rotation`, true) },
			];
		}),
	) as JointPaths;
	return jointPaths[side];
}

function placeNamed(
	arena: Arena,
	{ path, axes: [x = '', y = '', z = '', w = ''] }: VectorPaths,
	role: CurveGroup['role'],
	vector: Vec3Curves | QuatCurves,
	joint: JointName | null,
	tracking: Tracking | null,
): CurveGroup {
	const curves: PlacedCurve[] = [
		{ path: x, curve: vector.x },
		{ path: y, curve: vector.y },
		{ path: z, curve: vector.z },
	];
	if ('w' in vector) curves.push({ path: w, curve: vector.w });
	return placeGroup(arena, path, role, joint, curves, tracking);
}

function placeState(arena: Arena, path: string, curve: Curve): CurveGroup {
	return placeGroup(arena, path, 'state', null, [{ path, curve }], null);
}

function placeValue(arena: Arena, path: string, curve: Curve, range: ValueRange | null): CurveGroup {
	return { ...placeGroup(arena, path, 'value', null, [{ path, curve }], null), range };
}

function placeGroup(
	arena: Arena,
	path: string,
	role: CurveGroup['role'],
	joint: JointName | null,
	curves: readonly PlacedCurve[],
	tracking: Tracking | null,
): CurveGroup {
	return {
		path,
		role,
		joint,
		curves,
		tracking,
		range: null,
		rows: createRows(
			curves.map(({ curve }) => curve),
			arena,
		),
	};
}

function createRows(given: readonly Curve[], arena: Arena): KeyRows | null {
	const isOrdered = isInStep(given);
	const curves = isOrdered ? given : given.map(toSorted);
	if (!isOrdered && !haveEqualTimes(curves)) return null;
	const count = curves[0]?.count ?? 0;
	const width = curves.length;
	const times = arena.take(count);
	const values = arena.take(count * width);
	let isIncreasing = true;
	for (let column = 0; column < width; column++) {
		const { floats, start, stride } = curves[column]!;
		for (let i = 0, from = start, to = column; i < count; i++, from += stride, to += width) {
			if (column === 0) {
				const time = floats[from]!;
				times[i] = time;
				isIncreasing &&= i === 0 || time > times[i - 1]!;
			}
			values[to] = floats[from + 1]!;
		}
	}
	return { times, values, width, isFileOrder: curves.every((curve, i) => curve === given[i]), isIncreasing };
}

// Whether curves are sorted and have the same key times. The usual case, in a single pass over each curve.
function isInStep(curves: readonly Curve[]): boolean {
	const [first] = curves;
	if (first === undefined) return true;
	if (!isSorted(first)) return false;
	for (let c = 1; c < curves.length; c++) {
		const { floats, start, stride, count } = curves[c]!;
		if (count !== first.count) return false;
		for (let i = 0, at = start, from = first.start; i < count; i++, at += stride, from += first.stride) {
			if (floats[at] !== first.floats[from]) return false;
		}
	}
	return true;
}

/** Floats of an arena that are allocated at once. */
const ARENA_SIZE = 32_768;

/** Arrays that share memory. A recording has hundreds of rows, and engines allocate memory for each separate array. */
class Arena {
	#floats = new Float32Array(0);
	#end = 0;

	/** Takes an array of zeros. */
	take(length: number): Float32Array {
		if (this.#end + length > this.#floats.length) {
			this.#floats = new Float32Array(Math.max(length, ARENA_SIZE));
			this.#end = 0;
		}
		const start = this.#end;
		this.#end += length;
		return this.#floats.subarray(start, this.#end);
	}
}
