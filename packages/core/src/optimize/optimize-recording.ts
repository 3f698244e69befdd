import { fillTolerances, type RunOptions, runSteps, type Tolerances } from '../compare/options.ts';
import { sortCurve } from '../curves/sort.ts';
import { type Curve, createCurve, SIMPLE_STRIDE, selectKeys } from '../model/curve.ts';
import { isSameLayout, type Layout } from '../model/layout.ts';
import { mapSingleCurves, mapVectors, replaceFields, type VectorRole } from '../model/map-curves.ts';
import { listCurves } from '../model/order.ts';
import type { QuatCurves, Recording, Vec3Curves } from '../model/recording.ts';
import { optimizeVector } from './optimize-vector.ts';
import { Workspace } from './workspace.ts';

/** How {@link optimizeRecording} works. */
export interface OptimizeOptions {
	/** How far the result may deviate. Those that are left out keep their {@link TOLERANCE_DEFAULTS}. */
	readonly tolerances?: Tolerances | undefined;
	/**
	 * `'simple'`: linear keys of 8 bytes per component, which MRTK 2.6 and later reads. `'full'`: Hermite keys of 28
	 * bytes, of which smooth motion needs far fewer. Default: as in the layout of the recording, or as its keys are.
	 */
	readonly keys?: Layout['keys'] | undefined;
	/** Rounds values within the tolerances so that the file compresses well, at the cost of more keys. Default false. */
	readonly round?: boolean | undefined;
}

/** {@link OptimizeOptions} with progress and abort. */
export interface OptimizeRunOptions extends OptimizeOptions, RunOptions {}

const RADIANS = Math.PI / 180;

/**
 * Removes keys that the tolerances make redundant: the recording with as few key bytes as we can find. It plays within
 * the tolerances at all times: between keys, outside the keys, and while a hand is not tracked.
 *
 * - Tolerances apply to what plays: distances of positions and origins, angles between rotations and between
 *   directions. Keys stay at key times of the recording (or between them, where it is curved), but their values may
 *   differ.
 * - The curves of a vector get common keys. The first and last key time, wrap modes, jumps (keys at one time, steps)
 *   and the duration stay. Boolean curves lose only keys that repeat the key before; tracks of numbers stay.
 * - These stay, as the same objects: curves with fewer than three keys; vectors with values that are not finite;
 *   rotations and directions that pass near 0; weighted segments with weights outside 0 to 1, or near but not at 1/3;
 *   curves that repeat over different ranges; and everything that would not get smaller.
 * - `keys: 'simple'` changes the layout to 1.1 with simple keys, unless some curve must stay curved.
 *
 * Takes time in proportion to the keys; use {@link optimizeInSteps} on a page. Throws `RangeError` for negative
 * tolerances, `TypeError` for unknown tolerances and unknown `keys`, and the reason of an aborted signal.
 *
 * @example
 * // 300 keys per curve → about 40 that play within 2 mm and 0.2°
 * optimizeRecording(recording, { tolerances: { jointPosition: 0.002 } })
 */
export function optimizeRecording(recording: Recording, options: OptimizeRunOptions = {}): Recording {
	return runSteps(optimizeInSteps(recording, options), options);
}

/**
 * {@link optimizeRecording} in small steps. Each step yields the share that is done, from 0 to 1; the last step returns
 * the recording. Abandon the iterator to cancel.
 */
export function* optimizeInSteps(recording: Recording, options: OptimizeOptions = {}): Generator<number, Recording> {
	const tolerances = fillTolerances(options.tolerances);
	const { keys = findKeys(recording), round = false } = options;
	if (keys !== 'simple' && keys !== 'full') throw new TypeError(`keys: '${keys}' is neither 'simple' nor 'full'`);
	const vectors: { given: readonly Curve[]; role: VectorRole | 'value'; path: string }[] = [];
	let total = 0;
	const add = (given: readonly Curve[], role: VectorRole | 'value', path: string): void => {
		vectors.push({ given, role, path });
		total += given[0]!.count;
	};
	mapVectors(recording, (curves, role, path) => {
		add(listAxes(curves), role, path);
		return curves;
	});
	// A value is optimized as the x of a position.
	const empty = createCurve([]);
	mapSingleCurves(recording, (curve, path) => {
		if (curve.kind === 'float' && !path.startsWith('tracks.')) add([curve, empty, empty], 'value', path);
		return curve;
	});
	const results = new Map<string, readonly Curve[]>();
	const workspace = new Workspace();
	let done = 0;
	for (const { given, role, path } of vectors) {
		const tolerance = pickTolerance(tolerances, role, path);
		const kind = role === 'rotation' || role === 'direction' ? role : 'plain';
		const steps = optimizeVector(given, { role: kind, tolerance, keys, round }, workspace);
		let step = steps.next();
		for (; !step.done; step = steps.next()) yield Math.min(1, (done + step.value) / Math.max(1, total));
		if (step.value !== given) results.set(path, step.value);
		done += given[0]!.count;
	}
	const optimized = mapVectors(recording, (curves, _, path) => {
		const [x = curves.x, y = curves.y, z = curves.z, w] = results.get(path) ?? [];
		if (x === curves.x && y === curves.y && z === curves.z && w === undefined) return curves;
		return { ...curves, x, y, z, ...(w === undefined ? {} : { w }) };
	});
	return withKeys(
		mapSingleCurves(optimized, (curve, path) =>
			curve.kind === 'boolean' ? dropRepeats(curve) : (results.get(path)?.[0] ?? curve),
		),
		keys,
	);
}

function listAxes(curves: Vec3Curves | QuatCurves): readonly Curve[] {
	const { x, y, z } = curves;
	return 'w' in curves ? [x, y, z, curves.w] : [x, y, z];
}

// In meters, or in radians between unit vectors. The angle between unit quaternions is half the angle of the rotation.
function pickTolerance(tolerances: Required<Tolerances>, role: VectorRole | 'value', path: string): number {
	const isHead = path.startsWith('head.');
	switch (role) {
		case 'position':
			return isHead ? tolerances.headPosition : tolerances.jointPosition;
		case 'rotation':
			return ((isHead ? tolerances.headRotationDegrees : tolerances.jointRotationDegrees) / 2) * RADIANS;
		case 'origin':
			return tolerances.gazeOrigin;
		case 'direction':
			return tolerances.gazeDirectionDegrees * RADIANS;
		case 'value':
			return tolerances.value;
	}
}

// Recordings without a layout have full keys if any needs them.
function findKeys(recording: Recording): Layout['keys'] {
	return recording.layout?.keys ?? (hasSimpleKeys(recording) ? 'simple' : 'full');
}

function hasSimpleKeys(recording: Recording): boolean {
	return listCurves(recording).every(({ stride, count }) => stride === 2 || count === 0);
}

// The recording with the layout for its new keys.
function withKeys(recording: Recording, keys: Layout['keys']): Recording {
	const { layout } = recording;
	const isSimple = hasSimpleKeys(recording);
	// Writing chooses the layout of a recording without one.
	if (layout === null || (keys === 'simple' && !isSimple)) return recording;
	const wanted: Layout = { version: keys === 'simple' ? '1.1' : layout.version, keys, markers: layout.markers };
	return isSameLayout(layout, wanted) ? recording : replaceFields(recording, { layout: wanted });
}

/**
 * A boolean curve without keys that repeat the value before, bit for bit; the same curve if there are none. The first
 * and last key stay, and with them duration and repetition.
 */
function dropRepeats(curve: Curve): Curve {
	const sorted = sortCurve(curve);
	const { words, start, count } = sorted;
	const readValue = (key: number): number => words[start + key * SIMPLE_STRIDE + 1]!;
	const kept = selectKeys(sorted, (key) => key === 0 || key + 1 === count || readValue(key) !== readValue(key - 1));
	return kept.count === curve.count ? curve : kept;
}
