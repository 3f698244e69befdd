import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { listSpansOfTrue, listStateChanges } from '../curves/state-changes.ts';
import type { IssueCode } from '../issue/codes.ts';
import { SIDES } from '../model/recording.ts';
import { type CurvePlaces, findPlaces, type SlotRange } from './curve-place.ts';
import { type CurveOutline, type Outline, readKeyTime, readOutline } from './outline.ts';
import { readStates } from './summarize.ts';

/** A known fault of MRTK releases that headers and the ends of curves show. */
export type KnownFault = Extract<IssueCode, 'rotation-w-lost' | 'tail-lost'>;

/**
 * Lists the known faults of MRTK releases that a file shows without reading its keys: `rotation-w-lost` and `tail-lost`.
 * Costs about as much as {@link readOutline}, for files of any size.
 *
 * `diagnoseBytes` reads every key and finds all problems, with their places. Throws like `readRecording`.
 *
 * @example
 * if (listKnownFaults(bytes).includes('rotation-w-lost')) repairBytes(bytes);
 */
export function listKnownFaults(source: BytesLike | ByteView, outline: Outline = readOutline(source)): KnownFault[] {
	const view = 'getInt32' in source ? source : toView(toBytes(source));
	const { layout, curves, sections } = outline;
	if (layout.version !== '1.1') return [];
	const places = findPlaces(sections);
	const faults: KnownFault[] = [];
	if (hasLostW(view, curves, places)) faults.push('rotation-w-lost');
	if (layout.keys === 'simple' && hasLostTail(view, curves, places)) faults.push('tail-lost');
	return faults;
}

// W of a rotation has one key while X, Y and Z have several, or two keys of which the second has the last value of Z.
function hasLostW(view: ByteView, curves: readonly CurveOutline[], { rotationW }: CurvePlaces): boolean {
	return rotationW.some((slot) => {
		const [x, y, z, w] = curves.slice(slot - 3, slot + 1) as [CurveOutline, CurveOutline, CurveOutline, CurveOutline];
		if (x.keyCount < 2 || y.keyCount < 2 || z.keyCount < 2) return false;
		if (w.keyCount !== 2 || x.keyCount === 2) return w.keyCount === 1;
		const lastW = w.keysOffset + w.keySize;
		const lastZ = z.keysOffset + (z.keyCount - 1) * z.keySize;
		return [0, 4].every((at) => view.getInt32(lastW + at, true) === view.getInt32(lastZ + at, true));
	});
}

// Frames were recorded after the last key of the head, the gaze or a hand. Only the states of hands show that.
function hasLostTail(
	view: ByteView,
	curves: readonly CurveOutline[],
	{ parts, states, stateRange, leading }: CurvePlaces,
): boolean {
	if (states === null) return false;
	const lastTimes = readLastTimes(view, curves);
	const lastState = findLatest(lastTimes, stateRange);
	if (lastState > findLatest(lastTimes, parts.head) || lastState > findLatest(lastTimes, parts.gaze)) return true;
	return SIDES.some((side) => {
		const end = findLatest(lastTimes, parts[side]);
		if (Number.isNaN(end)) return false;
		// As in the check `tail-lost`: any key after the last joint key, while the hand is tracked. The last state lasts forever.
		const spans = listSpansOfTrue(
			listStateChanges(readStates(view, curves[states[side].tracked]!)),
			Number.POSITIVE_INFINITY,
		);
		const late = spans.filter((span) => span.end > end);
		const final = late.at(-1);
		if (final === undefined) return false;
		return leading.some((slot) => {
			if (lastTimes[slot]! <= end) return false;
			const time = readTimeBefore(view, curves[slot]!, final.end);
			return time > end && late.some((span) => time >= span.start && time < span.end);
		});
	});
}

// The time of the last key of each curve; NaN without keys.
function readLastTimes(view: ByteView, curves: readonly CurveOutline[]): Float64Array {
	const times = new Float64Array(curves.length);
	for (let slot = 0; slot < times.length; slot++) {
		const curve = curves[slot]!;
		times[slot] = curve.keyCount === 0 ? Number.NaN : readKeyTime(view, curve, curve.keyCount - 1);
	}
	return times;
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

// The last key time below a limit, by bisection; NaN without such a key.
function readTimeBefore(view: ByteView, curve: CurveOutline, limit: number): number {
	let low = 0;
	let high = curve.keyCount;
	if (high > 0 && readKeyTime(view, curve, high - 1) < limit) low = high;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (readKeyTime(view, curve, middle) < limit) low = middle + 1;
		else high = middle;
	}
	return low === 0 ? Number.NaN : readKeyTime(view, curve, low - 1);
}
