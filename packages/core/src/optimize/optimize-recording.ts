import { type RunOptions, runSteps } from '../compare/run-steps.ts';
import { fillTolerances, type Tolerances } from '../compare/tolerances.ts';
import { sortCurve } from '../curves/sort.ts';
import { assembleRecording } from '../model/create-recording.ts';
import { type Curve, SIMPLE_STRIDE, selectKeys } from '../model/curve.ts';
import { isSameLayout, type Layout } from '../model/layout.ts';
import { mapCurves, mapVectors, type VectorRole } from '../model/map-curves.ts';
import { listCurves } from '../model/order.ts';
import type { QuatCurves, Recording, Vec3Curves } from '../model/recording.ts';
import { optimizeVector } from './optimize-vector.ts';
import { Desk } from './workspace.ts';

/** What an optimised recording shall look like. */
export interface OptimizeOptions {
	/** How far the result may deviate. Those that are left out keep their {@link TOLERANCE_DEFAULTS}. */
	readonly tolerances?: Tolerances;
	/**
	 * Simple keys: straight lines of 8 bytes a key and component, which MRTK 2.6 and later reads. Full keys: Hermite
	 * segments of 28 bytes, of which smooth motion needs far fewer. Default: as in the recording's layout.
	 */
	readonly keys?: Layout['keys'];
	/** Rounds values within the tolerance so that the file compresses well; it has more keys then. Default false. */
	readonly round?: boolean;
}

/** How {@link optimizeRecording} runs. */
export interface OptimizeRunOptions extends OptimizeOptions, RunOptions {}

const RADIANS = Math.PI / 180;

/**
 * A recording with as few key bytes as we can find such that it plays within the tolerances, at any time: between keys,
 * before the first and after the last one, and while a hand is not tracked.
 *
 * - Measured is what is played: the distance of positions and origins, the angle between rotations and between directions,
 *   these at unit length. Keys stand at times at which the recording has keys (or, where it is curved, between them), but
 *   their values need not be its values.
 * - The curves of a vector get common keys. First and last time of its keys stay, and so do wrap modes, jumps (keys at one
 *   time, steps), and the duration. Boolean curves lose only keys that repeat the one before.
 * - Left as they are, and the same objects: curves with fewer than three keys; vectors with values that are not numbers;
 *   rotations and directions that pass near 0; weighted segments with weights outside 0 to 1, and near 1/3 but not at it;
 *   curves that repeat over different ranges; and everything that would not get smaller.
 * - The layout says which keys there are: `keys: 'simple'` makes 1.1 with simple keys of the layout, unless some curve had
 *   to stay curved.
 *
 * Takes time in proportion to the keys. For long recordings on a page see {@link optimizeInSteps}. Throws `RangeError`
 * for tolerances below 0, `TypeError` for unknown ones and other `keys`, and the reason of an aborted signal.
 */
export function optimizeRecording(recording: Recording, options: OptimizeRunOptions = {}): Recording {
	return runSteps(optimizeInSteps(recording, options), options);
}

/**
 * {@link optimizeRecording} in small steps, for those who want to do something else between them: each step yields the
 * share that is done, the last one returns the recording. Whoever stops asking has stopped the work.
 */
export function* optimizeInSteps(recording: Recording, options: OptimizeOptions = {}): Generator<number, Recording> {
	const tolerances = fillTolerances(options.tolerances);
	const { keys = recording.layout.keys, round = false } = options;
	if (keys !== 'simple' && keys !== 'full') throw new TypeError(`keys: '${keys}' is neither 'simple' nor 'full'`);
	const vectors: { curves: Vec3Curves | QuatCurves; role: VectorRole; path: string }[] = [];
	let total = 0;
	mapVectors(recording, (curves, role, path) => {
		vectors.push({ curves, role, path });
		total += curves.x.count;
		return curves;
	});
	const results = new Map<string, readonly Curve[]>();
	const desk = new Desk();
	let done = 0;
	for (const { curves, role, path } of vectors) {
		const given = listComponents(curves);
		const tolerance = pickTolerance(tolerances, role, path);
		const kind = role === 'rotation' || role === 'direction' ? role : 'plain';
		const steps = optimizeVector(given, { role: kind, tolerance, keys, round }, desk);
		let step = steps.next();
		for (; !step.done; step = steps.next()) yield Math.min(1, (done + step.value) / Math.max(1, total));
		if (step.value !== given) results.set(path, step.value);
		done += curves.x.count;
	}
	const optimized = mapVectors(recording, (curves, _, path) => {
		const [x = curves.x, y = curves.y, z = curves.z, w] = results.get(path) ?? [];
		if (x === curves.x && y === curves.y && z === curves.z && w === undefined) return curves;
		return { ...curves, x, y, z, ...(w === undefined ? {} : { w }) };
	});
	return withKeys(
		mapCurves(optimized, (curve) => (curve.kind === 'boolean' ? dropRepeats(curve) : curve)),
		keys,
	);
}

function listComponents(curves: Vec3Curves | QuatCurves): readonly Curve[] {
	const { x, y, z } = curves;
	return 'w' in curves ? [x, y, z, curves.w] : [x, y, z];
}

// In metres, or in radians between unit vectors: between unit quaternions lies half the angle of the rotation.
function pickTolerance(tolerances: Required<Tolerances>, role: VectorRole, path: string): number {
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
	}
}

// The layout for the keys that there are now.
function withKeys(recording: Recording, keys: Layout['keys']): Recording {
	const { layout, markers } = recording;
	const isSimple = listCurves(recording).every(({ stride, count }) => stride === 2 || count === 0);
	if (keys === 'simple' && !isSimple) return recording;
	const wanted: Layout = { version: keys === 'simple' ? '1.1' : layout.version, keys, markers: layout.markers };
	return isSameLayout(layout, wanted) ? recording : assembleRecording(wanted, markers, recording);
}

/**
 * A boolean curve without the keys that say what the key before says, to the bit; the same curve if there are none. The
 * first and the last key stay, so that duration and repetition do.
 */
export function dropRepeats(curve: Curve): Curve {
	const sorted = sortCurve(curve);
	const { words, start, count } = sorted;
	const readValue = (key: number): number => words[start + key * SIMPLE_STRIDE + 1]!;
	const kept = selectKeys(sorted, (key) => key === 0 || key + 1 === count || readValue(key) !== readValue(key - 1));
	return kept.count === curve.count ? curve : kept;
}
