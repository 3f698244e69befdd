import { listSpansOfTrue, listStateChanges } from '../curves/state-changes.ts';
import type { Layout } from '../model/layout.ts';
import { SIDES } from '../model/recording.ts';
import type { CurvePlaces, SlotRange } from './curve-place.ts';
import type { KeyReader } from './key-reader.ts';

/** If the lengths of two rotations differ by more, W is considered lost. */
const LENGTH_TOLERANCE = 1e-3;

/** Whether a recording can have lost W: the releases that drop it write version 1.1. */
export function canLoseW(layout: Layout | null): boolean {
	return layout?.version === '1.1';
}

/**
 * Which keys of W MRTK 2.6.0–2.6.2 and 2.7.0–2.7.2 dropped (FORMAT.md, "Lost rotation w"): `'some'` if only the first key
 * of W is left while X, Y and Z have several; `'none'` if a second key has the last value of Z, as with partition size 0;
 * `null` if W is intact.
 */
export function findLostPartition(x: KeyReader, y: KeyReader, z: KeyReader, w: KeyReader): 'some' | 'none' | null {
	if (x.count < 2 || y.count < 2 || z.count < 2) return null;
	// Where keys of X have the same time, W may have one of them.
	if (w.count === 1) return hasOtherTimes(x, w) ? 'some' : null;
	if (w.count !== 2) return null;
	const isLast = Object.is(w.getValue(1), z.getValue(z.count - 1)) && w.getTime(1) === z.getTime(z.count - 1);
	if (!isLast) return null;
	if (hasOtherTimes(x, w)) return 'none';
	// With two times everywhere, the last w may equal z by chance, or all values are 0, as in joint None.
	const curves = [x, y, z, w];
	const first = Math.hypot(...curves.map((curve) => curve.getValue(0)));
	const last = Math.hypot(...curves.map((curve) => curve.getValue(curve.count - 1)));
	return Math.abs(last - first) > LENGTH_TOLERANCE ? 'none' : null;
}

// Whether a curve has keys at times at which another curve of few keys has none.
function hasOtherTimes(curve: KeyReader, { count, getTime }: KeyReader): boolean {
	const [first, last] = [getTime(0), getTime(count - 1)];
	for (let key = 0; key < curve.count; key++) {
		const time = curve.getTime(key);
		if (time !== first && time !== last) return true;
	}
	return false;
}

/**
 * Whether a recording can have lost its end. Only MRTK writes such files, with simple keys and without parts that it does not
 * know. Other recorders may store a still head as a single key.
 */
export function canLoseTail(layout: Layout | null, hasOthers: boolean): boolean {
	return layout?.version === '1.1' && layout.keys === 'simple' && !hasOthers;
}

/** The end of a part that MRTK did not save. */
export interface LostTail {
	readonly path: string;
	/** The last key time of the part. */
	readonly end: number;
	/** The last time at which the part must have had a frame. */
	readonly knownEnd: number;
}

/**
 * Lists the parts that lost their end. `curves` are those of a 1.1 file with simple keys.
 *
 * Every MRTK release that writes version 1.1 drops the samples of head, gaze, and each hand after the last full partition
 * (32 frames in MRTK's default profile). Boolean curves stay complete. Head and gaze get a sample in every frame, a joint
 * in every frame in which its hand is tracked. So a boolean key after the last key of head or gaze proves that frames are
 * missing, and so does any key while a hand is still tracked after its own last key. No threshold is needed. Frames that
 * are missing after the last boolean key leave no evidence.
 */
export function listLostTails(curves: readonly KeyReader[], places: CurvePlaces): LostTail[] {
	const { parts, states, stateRange, leading } = places;
	if (states === null) return [];
	const lastTimes = Float64Array.from(curves, (curve) => curve.findTimeBefore(Number.POSITIVE_INFINITY));
	const lost: LostTail[] = [];
	const judge = (path: string, end: number, knownEnd: number): void => {
		if (knownEnd > end) lost.push({ path, end, knownEnd });
	};
	const lastState = findLatest(lastTimes, stateRange);
	judge('head', findLatest(lastTimes, parts.head), lastState);
	judge('gaze', findLatest(lastTimes, parts.gaze), lastState);
	for (const side of SIDES) {
		const end = findLatest(lastTimes, parts[side]);
		if (Number.isNaN(end)) continue;
		// The last state lasts forever. Later spans without joint keys belong to the missing end, too.
		const changes = listStateChanges(curves[states[side].tracked]!.readStates());
		const late = listSpansOfTrue(changes, Number.POSITIVE_INFINITY).filter((span) => span.end > end);
		const to = late.at(-1)?.end ?? Number.NaN;
		let knownEnd = Number.NaN;
		for (const slot of leading) {
			if (!(lastTimes[slot]! > end)) continue;
			const time = curves[slot]!.findTimeBefore(to);
			if (time > end && !(time <= knownEnd) && late.some((span) => time >= span.start && time < span.end))
				knownEnd = time;
		}
		judge(`hands.${side}`, end, knownEnd);
	}
	return lost;
}

// The latest time of a range of curves, leaving out NaN; NaN without times.
function findLatest(times: Float64Array, { start, end }: SlotRange): number {
	let latest = Number.NaN;
	for (let slot = start; slot < end; slot++) {
		const time = times[slot]!;
		if (time > latest || Number.isNaN(latest)) latest = time;
	}
	return latest;
}
