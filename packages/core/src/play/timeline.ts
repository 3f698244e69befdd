import { evaluateScaled } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { effectiveWrap, isRepeating, WRAP_PING_PONG } from '../curves/wrap.ts';
import { type Curve, getKeyTime } from '../model/curve.ts';
import type { Marker, Recording, Side } from '../model/recording.ts';
import { MAX_SECONDS, toSeconds, toTicks } from './ticks.ts';

/** A hand was found or lost. */
export interface TrackedMoment {
	readonly type: 'tracked';
	readonly tick: number;
	readonly side: Side;
	/** The state from this tick on. */
	readonly value: boolean;
}
/** A hand began or ended a pinch. */
export interface PinchMoment {
	readonly type: 'pinch';
	readonly tick: number;
	readonly side: Side;
	/** The state from this tick on. */
	readonly value: boolean;
}
/** A marker. */
export interface MarkerMoment {
	readonly type: 'marker';
	readonly tick: number;
	readonly marker: Marker;
	readonly index: number;
}
/** Something that happens at a tick. */
export type Moment = TrackedMoment | PinchMoment | MarkerMoment;

/** How many repeated keys of a boolean curve whose wrap mode repeats it are looked at on each side. */
const MAX_REPEATED_KEYS = 0x1_0000;

/**
 * Everything that happens in a recording between two times, in order: by time, and at one time left tracked, right
 * tracked, left pinch, right pinch, then markers in file order.
 *
 * A state changes at the first tick at which its curve, as sampled there, has another value than at the tick before.
 */
export function listMoments(recording: Recording, start: number, end: number, defaultWrap: number): Moment[] {
	const moments: Moment[] = [];
	for (const [type, name] of [
		['tracked', 'tracked'],
		['pinch', 'pinching'],
	] as const) {
		for (const side of ['left', 'right'] as const) {
			const curve = recording.hands?.[side][name];
			if (curve === undefined) continue;
			for (const { tick, value } of listChanges(sortCurve(curve), start, end, defaultWrap)) {
				moments.push({ type, tick, side, value });
			}
		}
	}
	recording.markers.forEach((marker, index) => {
		const { time } = marker;
		if (Math.abs(time) <= MAX_SECONDS) moments.push({ type: 'marker', tick: toTicks(time), marker, index });
	});
	// Sorting is stable.
	return moments.sort((a, b) => a.tick - b.tick);
}

function listChanges(
	curve: Curve,
	start: number,
	end: number,
	defaultWrap: number,
): { tick: number; value: boolean }[] {
	const at = (tick: number): boolean => evaluateScaled(curve, toSeconds(tick), defaultWrap, 1) > 0.5;
	const changes: { tick: number; value: boolean }[] = [];
	let last = Number.NEGATIVE_INFINITY;
	for (const time of listCandidates(curve, start, end, defaultWrap)) {
		// Rounding, and what repeating adds to it, may put the change a tick before or after.
		for (let tick = Math.max(toTicks(time) - 1, last + 1); tick <= toTicks(time) + 1; tick++) {
			const value = at(tick);
			if (value !== at(tick - 1)) changes.push({ tick, value });
			last = tick;
		}
	}
	return changes;
}

// When the value of a sorted curve may change, ascending.
function listCandidates(curve: Curve, start: number, end: number, defaultWrap: number): number[] {
	const { count, preWrap, postWrap } = curve;
	if (count < 2) return [];
	const keys = Array.from({ length: count }, (_, i) => getKeyTime(curve, i));
	const first = keys[0]!;
	const last = keys[count - 1]!;
	const range = last - first;
	const times = keys.filter((time) => time >= start && time <= end);
	if (!(range > 0)) return times;
	const repeat = (wrap: number, from: number, to: number): void => {
		const mode = effectiveWrap(wrap, defaultWrap);
		if (!isRepeating(mode) || from >= to) return;
		const firstTurn = Math.floor((from - first) / range);
		const turns = Math.min(Math.ceil((to - first) / range) - firstTurn, Math.ceil(MAX_REPEATED_KEYS / count));
		for (let turn = firstTurn; turn < firstTurn + turns; turn++) {
			const isMirrored = mode === WRAP_PING_PONG && turn % 2 !== 0;
			for (const key of keys) times.push(turn * range + (isMirrored ? first + last - key : key));
		}
	};
	repeat(preWrap, start, Math.min(end, first));
	repeat(postWrap, Math.max(start, last), end);
	return times.filter((time) => time >= start && time <= end).sort((a, b) => a - b);
}
