import { type Curve, getKeyTime, isTrueValue } from '../model/curve.ts';
import {
	effectiveWrap,
	isBackwardPass,
	isRepeating,
	isRepeatingWrap,
	readWrapMode,
	repeatKeyTime,
	type WrapMode,
} from '../model/wrap-mode.ts';
import { evaluateCurve } from './evaluate.ts';
import { toSorted } from './sort.ts';

/** A time at which a boolean curve takes a new value. */
export interface StateChange {
	/** Seconds. */
	readonly time: number;
	/** The value from this time on. */
	readonly value: boolean;
}

/** A range of time in seconds. */
export interface TimeSpan {
	readonly start: number;
	readonly end: number;
}

/** The range of time that {@link listStateChanges} and {@link listTrueSpans} cover. */
export interface StateRangeOptions {
	/** Seconds. Default: the time of the first key. */
	readonly start?: number | undefined;
	/** Seconds. Default: the time of the last key. */
	readonly end?: number | undefined;
	/** What curves with wrap mode Default do outside their keys. Default: they loop, as in Unity. */
	readonly defaultWrap?: WrapMode | undefined;
}

/** A curve that repeats adds at most this many keys before its first key, and as many after its last. */
const MAX_REPEATED_KEYS = 0x1_0000;

/**
 * Lists the values of a boolean curve from `start` to `end`, in time order: first its value at `start`, then each
 * change. The list of a curve without keys is empty.
 *
 * Wrap modes apply as in {@link evaluateCurve}: Loop and PingPong repeat the changes outside the keys, other modes hold
 * the end values. On the way back, PingPong takes the new value right after the listed time. Values that last for an
 * instant only are left out: of several keys at one time the last counts. A curve that repeats adds at most 65,536 keys
 * on each side. Throws `TypeError` for a float curve and `RangeError` for a NaN in the range.
 *
 * @example
 * listStateChanges(createCurve([0, 1, 2, 0], { kind: 'boolean' }));
 * // [{ time: 0, value: true }, { time: 2, value: false }]
 */
export function listStateChanges(curve: Curve, options: StateRangeOptions = {}): StateChange[] {
	if (curve.kind !== 'boolean') throw new TypeError(`curve: expected a boolean curve, got a ${curve.kind} curve`);
	const sorted = toSorted(curve);
	if (sorted.count === 0) return [];
	const { start, end, defaultWrap } = readRange(sorted, options);
	if (start > end) return [];
	if (isHeld(sorted, start, end, defaultWrap)) return listHeldChanges(sorted, start, end);
	const times = listKeyTimes(sorted, start, end, defaultWrap);
	const changes: StateChange[] = [];
	// Between two key times the value is constant, so the value halfway counts.
	for (let i = 0; i < times.length; i++) {
		const time = times[i]!;
		if (time > end) break;
		const value = isTrueValue(evaluateCurve(sorted, halfway(time, times[i + 1]), { defaultWrap }));
		if (changes.at(-1)?.value !== value) changes.push({ time, value });
	}
	return changes;
}

/**
 * Lists the spans between `start` and `end` in which a boolean curve is true, in time order. A span that is still true
 * at `end` ends there.
 *
 * Costs, wrap modes and errors as in {@link listStateChanges}.
 *
 * @example
 * const seconds = sumTimeSpans(listTrueSpans(recording.hands.left.tracked, { start: 0, end: recording.duration }));
 */
export function listTrueSpans(curve: Curve, options: StateRangeOptions = {}): TimeSpan[] {
	const changes = listStateChanges(curve, options);
	if (changes.length === 0) return [];
	const { end } = readRange(toSorted(curve), options);
	return listSpansOfTrue(changes, end);
}

/** Lists the spans in which changes set the value to true. A value that is still true after the last change ends at `end`. */
export function listSpansOfTrue(changes: readonly StateChange[], end: number): TimeSpan[] {
	// Values alternate.
	return changes.flatMap(({ time, value }, i) => (value ? [{ start: time, end: changes[i + 1]?.time ?? end }] : []));
}

/** Sums the lengths of spans, in seconds. */
export function sumTimeSpans(spans: readonly TimeSpan[]): number {
	return spans.reduce((sum, { start, end }) => sum + (end - start), 0);
}

// Whether the curve is constant outside its keys, as far as the range reaches there.
function isHeld(sorted: Curve, start: number, end: number, defaultWrap: number): boolean {
	const { count, preWrap, postWrap } = sorted;
	const first = getKeyTime(sorted, 0);
	const last = getKeyTime(sorted, count - 1);
	if (!Number.isFinite(start) || (count > 1 && !(last > first))) return false;
	if (count === 1) return true;
	const isRepeatedBefore = start < first && isRepeatingWrap(preWrap, defaultWrap);
	return !isRepeatedBefore && !(end >= last && isRepeatingWrap(postWrap, defaultWrap));
}

// The values and changes of a curve that {@link isHeld}: no more than a walk over its keys.
function listHeldChanges({ floats, start: at, stride, count }: Curve, start: number, end: number): StateChange[] {
	const times = (i: number): number => floats[at + i * stride]!;
	let key = 0;
	while (key + 1 < count && times(key + 1) <= start) key++;
	// Of several keys at one time the last counts; before the first time of a curve, the first.
	let value = isTrueValue(floats[at + key * stride + 1]!);
	const changes: StateChange[] = [{ time: start, value }];
	for (let i = times(key) > start ? key : key + 1; i < count && times(i) <= end; i++) {
		if (i + 1 < count && times(i + 1) === times(i)) continue;
		const next = isTrueValue(floats[at + i * stride + 1]!);
		if (next !== value) changes.push({ time: times(i), value: next });
		value = next;
	}
	return changes;
}

function readRange(sorted: Curve, options: StateRangeOptions): TimeSpan & { readonly defaultWrap: number } {
	const { start = getKeyTime(sorted, 0), end = getKeyTime(sorted, sorted.count - 1) } = options;
	if (Number.isNaN(start)) throw new RangeError('start: NaN is not a time');
	if (Number.isNaN(end)) throw new RangeError('end: NaN is not a time');
	return { start, end, defaultWrap: readWrapMode(options.defaultWrap, 'defaultWrap') };
}

// `start`, then the distinct times of keys and of repeated keys from there to `end`, and one repetition more.
function listKeyTimes(curve: Curve, start: number, end: number, defaultWrap: number): number[] {
	const { count, preWrap, postWrap } = curve;
	const keys = Array.from({ length: count }, (_, i) => getKeyTime(curve, i));
	const first = keys[0]!;
	const last = keys[count - 1]!;
	const range = last - first;
	const times = [start, ...keys];
	const maxPasses = Math.ceil(MAX_REPEATED_KEYS / count);
	const passAt = (time: number): number => Math.floor((time - first) / range);
	// Counts passes instead of comparing them: adding 1 to a huge pass changes nothing.
	const repeat = (mode: number, fromPass: number, toPass: number): void => {
		for (let n = 0; n <= Math.min(toPass - fromPass, maxPasses); n++) {
			const pass = fromPass + n;
			// The end of a pass is the start of the next.
			const passEnd = isBackwardPass(mode, pass) ? first : last;
			for (const key of keys) if (key !== passEnd) times.push(repeatKeyTime(key, first, last, mode, pass));
		}
	};
	const pre = effectiveWrap(preWrap, defaultWrap);
	const post = effectiveWrap(postWrap, defaultWrap);
	if (range > 0 && start < first && isRepeating(pre)) {
		const toPass = Math.min(-1, passAt(end) + 1);
		repeat(pre, Math.max(passAt(start), toPass - maxPasses), toPass);
	}
	if (range > 0 && end >= last && isRepeating(post)) repeat(post, Math.max(1, passAt(start)), passAt(end) + 1);
	const isInside = (time: number): boolean => time === start || (time > start && time < Number.POSITIVE_INFINITY);
	return [...new Set(times.filter(isInside))].sort((a, b) => a - b);
}

// A time between two times, either of which may be infinite, or after the last.
function halfway(from: number, to: number = Number.POSITIVE_INFINITY): number {
	if (to === Number.POSITIVE_INFINITY)
		return from === Number.NEGATIVE_INFINITY ? 0 : from + Math.max(1, Math.abs(from));
	return from === Number.NEGATIVE_INFINITY ? to - Math.max(1, Math.abs(to)) : from + (to - from) / 2;
}
