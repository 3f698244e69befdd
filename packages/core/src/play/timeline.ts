import { evaluateScaled } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { listStateChanges } from '../curves/state-changes.ts';
import { type Curve, isTrueValue } from '../model/curve.ts';
import { type Marker, type Recording, SIDES, type Side } from '../model/recording.ts';
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

/**
 * Lists everything that happens in a recording between two times, sorted by time. The order at the same time: left
 * tracked, right tracked, left pinch, right pinch, then markers in file order.
 *
 * A state changes at the first tick at which the sampled value differs from that of the previous tick.
 */
export function listMoments(recording: Recording, start: number, end: number, defaultWrap: number): Moment[] {
	const moments: Moment[] = [];
	for (const [type, name] of [
		['tracked', 'tracked'],
		['pinch', 'pinching'],
	] as const) {
		for (const side of SIDES) {
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
	const at = (tick: number): boolean => isTrueValue(evaluateScaled(curve, toSeconds(tick), defaultWrap, 1));
	const changes: { tick: number; value: boolean }[] = [];
	let last = Number.NEGATIVE_INFINITY;
	for (const { time } of listStateChanges(curve, { start, end, defaultWrap })) {
		// Rounding may move the change by a tick, and ping-pong changes right after the time on the way back.
		for (let tick = Math.max(toTicks(time) - 1, last + 1); tick <= toTicks(time) + 1; tick++) {
			const value = at(tick);
			if (value !== at(tick - 1)) changes.push({ tick, value });
			last = tick;
		}
	}
	return changes;
}
