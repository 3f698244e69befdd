import { evaluateScaled } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { listStateChanges } from '../curves/state-changes.ts';
import { type Curve, isTrueValue } from '../model/curve.ts';
import { type EventTrack, type Marker, type Recording, SIDES, type Side } from '../model/recording.ts';
import { MAX_SECONDS, toSeconds, toTicks } from './ticks.ts';

/** The state of a hand, a controller or a button changes. */
export interface StateMoment {
	readonly type: 'tracked' | 'pinch' | 'controller' | 'button';
	readonly tick: number;
	readonly side: Side;
	/** The index of the button; 0 for other states. */
	readonly index: number;
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
/** An event of a track. */
export interface EventMoment {
	readonly type: 'event';
	readonly tick: number;
	readonly track: EventTrack;
	readonly event: Marker;
	readonly index: number;
}
/** Something that happens at a tick. */
export type Moment = StateMoment | MarkerMoment | EventMoment;

/**
 * Lists everything that happens in a recording between two times, sorted by time. The order at the same time: left
 * tracked, right tracked, left pinch, right pinch, the same for controllers and their buttons, then markers in file
 * order, then events in the order of their tracks.
 *
 * A state changes at the first tick at which the sampled value differs from that of the previous tick.
 */
export function listMoments(recording: Recording, start: number, end: number, defaultWrap: number): Moment[] {
	const { hands, controllers, markers, tracks } = recording;
	const moments: Moment[] = [];
	const addStates = (type: StateMoment['type'], side: Side, index: number, curve: Curve | undefined): void => {
		if (curve === undefined) return;
		for (const { tick, value } of listChanges(sortCurve(curve), start, end, defaultWrap)) {
			moments.push({ type, tick, side, index, value });
		}
	};
	for (const side of SIDES) addStates('tracked', side, 0, hands?.[side].tracked);
	for (const side of SIDES) addStates('pinch', side, 0, hands?.[side].pinching);
	for (const side of SIDES) addStates('controller', side, 0, controllers?.[side]?.tracked);
	for (const side of SIDES) {
		controllers?.[side]?.buttons.forEach(({ pressed }, index) => {
			addStates('button', side, index, pressed);
		});
	}
	markers.forEach((marker, index) => {
		const { time } = marker;
		if (isReachable(time)) moments.push({ type: 'marker', tick: toTicks(time), marker, index });
	});
	for (const track of tracks) {
		if (track.kind !== 'events') continue;
		track.events.forEach((event, index) => {
			const { time } = event;
			if (isReachable(time)) moments.push({ type: 'event', tick: toTicks(time), track, event, index });
		});
	}
	// Sorting is stable.
	return moments.sort((a, b) => a.tick - b.tick);
}

function isReachable(time: number): boolean {
	return Math.abs(time) <= MAX_SECONDS;
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
