import { evaluateCurve } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { listStateChanges } from '../curves/state-changes.ts';
import { checkPositive } from '../issue/check-number.ts';
import { type Curve, getKeyTime, selectKeys } from '../model/curve.ts';
import { mapFields, replaceSections } from '../model/map-curves.ts';
import type { HandCurves, PoseCurves, Recording } from '../model/recording.ts';
import { type Bridge, bridgeVector } from './bridge-vector.ts';
import { listGaps, type TrackingGap } from './list-gaps.ts';

/** Which gaps are filled, and how. */
export interface FillOptions {
	/** Seconds: longer gaps stay. Default 0.25. */
	readonly maxGap?: number;
	/** Hz: how many keys a second a filled gap gets. Default 60. */
	readonly rate?: number;
	/** Told about every gap that is filled. */
	readonly onFill?: (gap: TrackingGap) => void;
}

/** Key times are float32. */
const ROUNDING = 1e-5;
/** Seconds: keys further away from a gap than this say nothing about when the hand was last seen. */
const MAX_SILENCE = 0.1;

/**
 * The recording with short losses of a hand between two times in which it was tracked filled in ({@link listGaps}
 * finds them): the hand counts as tracked, positions go on at the speed they had and arrive at the one they have
 * afterwards, rotations turn evenly. Straight keys at `rate` take the place of what was recorded between the last key
 * before the gap and the first one after it; curves that already run like that stay. A hand that was pinching before
 * and after a gap pinches in it too.
 *
 * Everything outside of the gaps plays as before. The same recording where there is nothing to fill. Throws
 * `RangeError` for numbers that are not above 0.
 *
 * @example fillGaps(recording, { maxGap: 0.1, onFill: ({ side, start }) => filled.push([side, start]) })
 */
export function fillGaps(recording: Recording, options: FillOptions = {}): Recording {
	const { maxGap = 0.25, rate = 60, onFill } = options;
	for (const [name, value] of Object.entries({ maxGap, rate })) checkPositive(value, name);
	const { hands } = recording;
	if (hands === null) return recording;
	const gaps = listGaps(recording).filter(({ start, end }) => end - start <= maxGap + ROUNDING);
	const filled = mapFields(hands, (hand, side) => {
		const own = gaps.filter((gap) => gap.side === side);
		return own.length === 0 ? hand : fillHand(hand as HandCurves, own, rate);
	});
	for (const gap of gaps) onFill?.(gap);
	return replaceSections(recording, { hands: filled });
}

function fillHand(hand: HandCurves, gaps: readonly TrackingGap[], rate: number): HandCurves {
	let { tracked, pinching } = hand;
	for (const { start, end } of gaps) {
		const before = evaluateCurve(pinching, previousTime(pinching, start)) > 0.5;
		if (before === evaluateCurve(pinching, end) > 0.5) pinching = dropKeys(pinching, start, end);
		tracked = dropKeys(tracked, start, end);
	}
	const bridges = findBridges(hand, gaps, rate);
	const joints = mapFields(hand.joints, (pose) => {
		const { position, rotation } = pose as PoseCurves;
		const bridge = <V extends object>(vector: V, isRotation: boolean): V => {
			const given = Object.values(vector) as Curve[];
			const bridged = bridges.reduce<readonly Curve[]>((curves, next) => bridgeVector(curves, next, isRotation), given);
			let axis = 0;
			return mapFields(vector, () => bridged[axis++]);
		};
		return mapFields(pose, (_, name) => (name === 'position' ? bridge(position, false) : bridge(rotation, true)));
	});
	return mapFields(hand, (_, name) => (name === 'tracked' ? tracked : name === 'pinching' ? pinching : joints));
}

// From the last key that any joint has before a gap to the first one after it.
function findBridges(hand: HandCurves, gaps: readonly TrackingGap[], rate: number): Bridge[] {
	const seen = new Set<number>();
	for (const { position, rotation } of Object.values(hand.joints)) {
		for (const curve of [...Object.values(position), ...Object.values(rotation)] as Curve[]) {
			for (let i = 0; i < curve.count; i++) seen.add(getKeyTime(curve, i));
		}
	}
	const times = [...seen].filter(Number.isFinite).sort((a, b) => a - b);
	const changes = listStateChanges(hand.tracked).map(({ time }) => time);
	return gaps.flatMap(({ start, end }) => {
		const from = times.findLast((time) => time < start);
		const to = times.find((time) => time >= end);
		if (from === undefined || to === undefined) return [];
		// Beyond the losses before and after it, keys say nothing about how the hand moved at this one.
		const found = changes.findLast((time) => time < start) ?? Number.NEGATIVE_INFINITY;
		const lost = changes.find((time) => time > end) ?? Number.POSITIVE_INFINITY;
		return {
			from: Math.fround(Math.max(from, start - MAX_SILENCE)),
			to: Math.fround(Math.min(to, end + MAX_SILENCE)),
			earliest: times.find((time) => time >= found) ?? from,
			latest: times.findLast((time) => time < lost) ?? to,
			rate,
		};
	});
}

// A time at which a boolean curve has the value that it had before another time.
function previousTime(curve: Curve, time: number): number {
	const sorted = sortCurve(curve);
	for (let i = sorted.count - 1; i >= 0; i--) if (getKeyTime(sorted, i) < time) return getKeyTime(sorted, i);
	return time;
}

// The curve without its keys in [start, end).
function dropKeys(curve: Curve, start: number, end: number): Curve {
	return selectKeys(curve, (key) => {
		const time = getKeyTime(curve, key);
		return !(time >= start && time < end);
	});
}
