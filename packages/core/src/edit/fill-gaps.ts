import { evaluateCurve } from '../curves/evaluate.ts';
import { sortCurve } from '../curves/sort.ts';
import { listStateChanges } from '../curves/state-changes.ts';
import { countOf } from '../issue/error.ts';
import { type Curve, getKeyTime, isTrueValue, selectKeys } from '../model/curve.ts';
import { mapFields, replaceAxes, replaceFields } from '../model/map-curves.ts';
import {
	type HandCurves,
	type PoseCurves,
	type Recording,
	SIDES,
	type Side,
	type Vec3Curves,
} from '../model/recording.ts';
import { type OptionsOf, readOptions } from '../option/option.ts';
import { type Bridge, bridgeVector } from './bridge-vector.ts';
import { defineEdit, type Edit } from './edit.ts';

/** The options of {@link fillGaps}. */
export const FILL_OPTIONS = {
	maxGap: {
		type: 'number',
		unit: 's',
		above: 0,
		default: 0.25,
		title: 'Longest gap',
		text: 'longest gap to fill',
	},
	frameRate: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		default: 60,
		title: 'Frame rate',
		text: 'keys per second in a filled gap',
	},
} as const;

/** How {@link fillGaps} works. */
export type FillOptions = OptionsOf<typeof FILL_OPTIONS>;

/** What {@link fillGaps} returns. */
export interface FillResult {
	readonly recording: Recording;
	/** The gaps that were filled, in order of their start. */
	readonly gaps: readonly TrackingGap[];
}

/** Key times are float32. */
const ROUNDING = 1e-5;
/** Seconds: keys further away from a gap than this do not tell when the hand was last seen. */
const MAX_SILENCE = 0.1;

/**
 * Fills short gaps in the tracking of each hand: the recording with the gaps filled, and the list of them.
 *
 * In a filled gap the hand is tracked, positions leave at the speed they had and arrive at the speed they have
 * afterwards, and rotations turn evenly. Linear keys at `frameRate` replace the keys between the last key before the
 * gap and the first key after it; curves that already move like that stay. A hand that pinches before and after a gap
 * also pinches in it.
 *
 * Everything outside the gaps plays as before. {@link listGaps} lists the gaps of a recording without filling them.
 * Throws `RangeError` for numbers that are not above 0.
 *
 * @example
 * // tracked: true until 1.2 s, false until 1.3 s, then true → true throughout
 * const { recording: filled, gaps } = fillGaps(recording, { maxGap: 0.1 });
 */
export function fillGaps(recording: Recording, options: FillOptions = {}): FillResult {
	const { maxGap, frameRate } = readOptions(FILL_OPTIONS, options);
	const { hands } = recording;
	if (hands === null) return { recording, gaps: [] };
	const gaps = listGaps(recording).filter(({ start, end }) => end - start <= maxGap + ROUNDING);
	const filled = mapFields(hands, (hand, side) => {
		const own = gaps.filter((gap) => gap.side === side);
		return own.length === 0 ? hand : fillHand(hand as HandCurves, own, frameRate);
	});
	return { recording: replaceFields(recording, { hands: filled }), gaps };
}

/** The edit {@link fillGaps}. */
export const fillEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'fill',
	title: 'Fill gaps',
	text: 'Fill short gaps in hand tracking with smooth motion.',
	options: FILL_OPTIONS,
	examples: ['--max-gap 0.2'],
	staysClose: true,
	keepsTimes: true,
	apply: (recording, options) => {
		const filled = fillGaps(recording, options);
		const list = listGaps(recording).map((gap) => ({
			...gap,
			isFilled: filled.gaps.some(({ side, start }) => side === gap.side && start === gap.start),
		}));
		return {
			recording: filled.recording,
			notes: [
				`${filled.gaps.length} of ${countOf(list.length, 'gap')} filled (up to ${options.maxGap} s)`,
				...list.slice(0, MAX_NOTES).map(describeGap),
				...(list.length > MAX_NOTES ? [`  … and ${list.length - MAX_NOTES} more`] : []),
			],
			report: { gaps: list.length, filled: filled.gaps.length, list },
		};
	},
});

/** Gaps that notes list. */
const MAX_NOTES = 20;

function describeGap({ side, start, end, isFilled }: TrackingGap & { readonly isFilled: boolean }): string {
	const [from, to, length] = [start, end, end - start].map((seconds) => seconds.toFixed(3));
	return `  ${side} hand, ${from} to ${to} s (${length} s): ${isFilled ? 'filled' : 'not filled, too long'}`;
}

function fillHand(hand: HandCurves, gaps: readonly TrackingGap[], frameRate: number): HandCurves {
	let { tracked, pinching } = hand;
	for (const { start, end } of gaps) {
		const before = isTrueValue(evaluateCurve(pinching, previousTime(pinching, start)));
		if (before === isTrueValue(evaluateCurve(pinching, end))) pinching = dropKeys(pinching, start, end);
		tracked = dropKeys(tracked, start, end);
	}
	const bridges = findBridges(hand, gaps, frameRate);
	const bridge = <V extends Vec3Curves>(vector: V, isRotation: boolean): V => {
		const given: readonly Curve[] = Object.values(vector);
		return replaceAxes(
			vector,
			bridges.reduce((curves, next) => bridgeVector(curves, next, isRotation), given),
		);
	};
	const bridgePose = (pose: PoseCurves): PoseCurves =>
		mapFields(pose, (_, name) => (name === 'position' ? bridge(pose.position, false) : bridge(pose.rotation, true)));
	const joints = mapFields(hand.joints, (pose) => bridgePose(pose as PoseCurves));
	return { ...hand, tracked, pinching, joints, aim: hand.aim && bridgePose(hand.aim) };
}

// From the last key of any joint before a gap to the first key after it.
function findBridges(hand: HandCurves, gaps: readonly TrackingGap[], frameRate: number): Bridge[] {
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
		// Keys beyond the previous and the next gap do not tell how the hand moved at this gap.
		const found = changes.findLast((time) => time < start) ?? Number.NEGATIVE_INFINITY;
		const lost = changes.find((time) => time > end) ?? Number.POSITIVE_INFINITY;
		return {
			from: Math.fround(Math.max(from, start - MAX_SILENCE)),
			to: Math.fround(Math.min(to, end + MAX_SILENCE)),
			earliest: times.find((time) => time >= found) ?? from,
			latest: times.findLast((time) => time < lost) ?? to,
			frameRate,
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

/** A span of time in which a hand was lost and came back. */
export interface TrackingGap {
	readonly side: Side;
	/** Seconds: when tracking was lost. */
	readonly start: number;
	/** Seconds: when tracking came back. */
	readonly end: number;
}

/**
 * The gaps in the tracking of each hand, in order of their start. The time before a hand is first tracked and after it
 * is last tracked is not a gap.
 */
export function listGaps(recording: Recording): TrackingGap[] {
	const { hands } = recording;
	const gaps: TrackingGap[] = [];
	if (hands === null) return gaps;
	for (const side of SIDES) {
		const changes = listStateChanges(hands[side].tracked);
		for (let i = 1; i + 1 < changes.length; i++) {
			const change = changes[i]!;
			if (!change.value) gaps.push({ side, start: change.time, end: changes[i + 1]!.time });
		}
	}
	return gaps.sort((a, b) => a.start - b.start);
}
