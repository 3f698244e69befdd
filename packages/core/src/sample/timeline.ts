import { seekKey } from '../curves/seek.ts';
import { effectiveWrap, isRepeating, repeatTime, WRAP_LOOP } from '../curves/wrap.ts';
import type { Curve } from '../model/curve.ts';

/** Where in time the keys of a group lie, and how it goes on outside them. */
export interface Timeline {
	/** The time of key i is `floats[start + i * stride]`; sorted. */
	readonly floats: Float32Array;
	readonly start: number;
	readonly stride: number;
	readonly count: number;
	readonly first: number;
	readonly last: number;
	readonly preWrap: number;
	readonly postWrap: number;
	/** Buckets per second. */
	readonly scale: number;
	/** For each bucket the last key at or before its start. */
	readonly buckets: Uint32Array;
}

/** Where a time lies on a timeline, and from when to when that answer holds. Reused. */
export interface Place {
	/** The left key of the segment, or the key whose value is held. */
	key: number;
	isHeld: boolean;
	/** Whether there is no value at all at this time. */
	isNowhere: boolean;
	/** The time on the caller's clock at which the key lies. */
	keyTime: number;
	/** Holds for times in [from, until). */
	from: number;
	until: number;
}

/** A place to be filled. */
export function createPlace(): Place {
	return { key: 0, isHeld: false, isNowhere: false, keyTime: 0, from: 0, until: 0 };
}

/** Indexes the key times of a sorted curve, so that any time is found at once. */
export function createTimeline({ floats, start, stride, count, preWrap, postWrap }: Curve): Timeline {
	const first = count === 0 ? 0 : floats[start]!;
	const last = count === 0 ? 0 : floats[start + (count - 1) * stride]!;
	// As many buckets as segments: with even spacing each holds one.
	const isUsable = last > first && Number.isFinite(last - first);
	const scale = isUsable ? (count - 1) / (last - first) : 0;
	const buckets = new Uint32Array(isUsable ? count : 1);
	for (let bucket = 0, key = 0; bucket < buckets.length; bucket++) {
		const time = first + bucket / scale;
		while (key < count - 2 && floats[start + (key + 1) * stride]! <= time) key++;
		buckets[bucket] = key;
	}
	return { floats, start, stride, count, first, last, preWrap, postWrap, scale, buckets };
}

/** Finds a time on a timeline; `guess` is the key where it was last found. */
export function placeTime(timeline: Timeline, time: number, defaultWrap: number, guess: number, place: Place): void {
	const { count, first, last, preWrap, postWrap } = timeline;
	place.isNowhere = false;
	if (time >= first && time < last) findSegment(timeline, time, time, guess, place);
	else if (count < 2) hold(place, 0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
	else if (!Number.isFinite(time)) {
		hold(place, 0, 0, time, time);
		place.isNowhere = true;
	} else {
		const mode = effectiveWrap(time >= last ? postWrap : preWrap, defaultWrap);
		if (isRepeating(mode)) repeat(timeline, time, mode, guess, place);
		else if (time >= last) hold(place, count - 1, last, last, Number.POSITIVE_INFINITY);
		else hold(place, 0, first, -Number.MAX_VALUE, first);
	}
}

function hold(place: Place, key: number, keyTime: number, from: number, until: number): void {
	place.key = key;
	place.isHeld = true;
	place.keyTime = keyTime;
	place.from = from;
	place.until = until;
}

// The answer for a repeated time holds for that time only: an empty range makes every sample look again.
function repeat(timeline: Timeline, time: number, mode: number, guess: number, place: Place): void {
	const { count, first, last } = timeline;
	if (!(last > first)) hold(place, time >= last && mode !== WRAP_LOOP ? count - 1 : 0, time, time, time);
	else {
		const repeated = repeatTime(time, first, last, mode);
		if (repeated >= last) hold(place, count - 1, time, time, time);
		else findSegment(timeline, repeated, time, guess, place);
		place.from = time;
		place.until = time;
	}
}

// `time` on the clock of the keys is `clock` on the caller's.
function findSegment(timeline: Timeline, time: number, clock: number, guess: number, place: Place): void {
	const { floats, start, stride, count, first, scale, buckets } = timeline;
	// At the first time the first of several keys counts, later the last.
	if (time === first && floats[start + stride] === first) {
		hold(place, 0, clock, clock, clock);
		return;
	}
	let key = guess + 1;
	const next = start + key * stride;
	const isNext = key + 1 < count && floats[next]! <= time && floats[next + stride]! > time;
	if (!isNext) {
		const bucket = Math.min(buckets.length - 1, Math.floor((time - first) * scale));
		key = seekKey(floats, start, stride, count, time, buckets[bucket]!);
	}
	const keyTime = floats[start + key * stride]!;
	place.key = key;
	place.isHeld = false;
	place.keyTime = clock - (time - keyTime);
	// Where several keys share the first time, that time itself belongs to the first of them.
	place.from = keyTime === first && key > 0 ? time : keyTime;
	place.until = floats[start + (key + 1) * stride]!;
}
