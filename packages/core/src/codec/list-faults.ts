import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { listStateChanges, type StateChange, type TimeSpan } from '../curves/state-changes.ts';
import type { IssueCode } from '../issue/codes.ts';
import { SIDES } from '../model/recording.ts';
import { type CurvePlace, listPlaces } from './curve-place.ts';
import { type CurveOutline, type Outline, readKeyTime, readOutline } from './outline.ts';
import { findState, readStates } from './summarize.ts';

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
	const places = listPlaces(sections);
	const faults: KnownFault[] = [];
	if (hasLostW(view, curves, places)) faults.push('rotation-w-lost');
	if (layout.keys === 'simple' && hasLostTail(view, curves, places)) faults.push('tail-lost');
	return faults;
}

// W of a rotation has one key while X, Y and Z have several, or two keys of which the second has the last value of Z.
function hasLostW(view: ByteView, curves: readonly CurveOutline[], places: readonly CurvePlace[]): boolean {
	return curves.some((w, i) => {
		if (!places[i]?.isRotationW) return false;
		const x = curves[i - 3];
		const y = curves[i - 2];
		const z = curves[i - 1];
		if (x === undefined || y === undefined || z === undefined) return false;
		if (Math.min(x.keyCount, y.keyCount, z.keyCount) < 2) return false;
		if (w.keyCount !== 2 || x.keyCount === 2) return w.keyCount === 1;
		const lastW = w.keysOffset + w.keySize;
		const lastZ = z.keysOffset + (z.keyCount - 1) * z.keySize;
		return [0, 4].every((at) => view.getInt32(lastW + at, true) === view.getInt32(lastZ + at, true));
	});
}

// Frames were recorded after the last key of the head, the gaze or a hand.
function hasLostTail(view: ByteView, curves: readonly CurveOutline[], places: readonly CurvePlace[]): boolean {
	// The last key times of the states, and of the other curves by part.
	let lastState = Number.NaN;
	const last = { head: Number.NaN, gaze: Number.NaN, left: Number.NaN, right: Number.NaN };
	for (let slot = 0; slot < curves.length; slot++) {
		const curve = curves[slot]!;
		if (curve.keyCount === 0) continue;
		const end = readKeyTime(view, curve, curve.keyCount - 1);
		if (Number.isNaN(end)) continue;
		const { part } = places[slot]!;
		if (curve.kind === 'boolean') lastState = end <= lastState ? lastState : end;
		else last[part] = end <= last[part] ? last[part] : end;
	}
	if (lastState > last.head || lastState > last.gaze) return true;
	return SIDES.some((side) => {
		const end = last[side];
		const tracked = findState(curves, `hands.${side}.tracked`);
		if (tracked === undefined || Number.isNaN(end)) return false;
		// As in the check `tail-lost`: any key after the last joint key, while the hand is tracked.
		const spans = listSpans(listStateChanges(readStates(view, tracked)));
		const late = spans.filter((span) => span.end > end);
		const [first] = late;
		const final = late.at(-1);
		if (first === undefined || final === undefined) return false;
		return curves.some((curve) => {
			if (curve.kind !== 'boolean' && !curve.path.endsWith('.x')) return false;
			const time = readTimeBefore(view, curve, final.end);
			return time > end && late.some((span) => time >= span.start && time < span.end);
		});
	});
}

// The spans of true. The last state lasts forever.
function listSpans(changes: readonly StateChange[]): TimeSpan[] {
	return changes.flatMap(({ time, value }, i) =>
		value ? [{ start: time, end: changes[i + 1]?.time ?? Number.POSITIVE_INFINITY }] : [],
	);
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
