import type { Recording } from '@handreel/core';
import { formatSeconds } from '@handreel/text';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';

/** Seconds. A recording that lasts longer than a day has a key at an implausible time. */
const MAX_DURATION = 86_400;

/** Where a replay stops, as the user gave it. */
export interface StopPoint {
	readonly text: string;
	/** The text as a time in seconds, or `null` if it is not a time. */
	readonly time: number | null;
}

/** The time at which a replay ends: by default the end of the recording. A marker named `2` wins over the time 2 s. */
export function findEnd({ markers, duration }: Recording, at: StopPoint | undefined): number {
	if (at === undefined) return checkDuration(duration);
	const { text, time } = at;
	const times = markers.filter(({ name }) => name === text).map(({ time }) => Math.max(0, time));
	if (times.length > 0) return checkDuration(Math.min(...times));
	if (time === null) {
		const names = markers.map(({ name }) => `'${escapeText(name)}'`).join(', ') || 'none';
		throw new UsageError(`--at: '${text}' is neither a time nor a marker of the recording; markers: ${names}`);
	}
	if (time < 0 || time > duration) {
		throw new UsageError(`--at: ${text} is outside the recording, which lasts ${formatSeconds(duration)}`);
	}
	return checkDuration(time);
}

function checkDuration(seconds: number): number {
	if (seconds <= MAX_DURATION) return seconds;
	throw new Error(`${seconds} s is too long for a replay; use --at to stop earlier`);
}
