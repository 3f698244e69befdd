import type { Recording } from '@handreel/core';
import { formatSeconds } from '@handreel/text';
import { parseTime } from '../commands/parse-arguments.ts';
import { UsageError } from '../formats/plan-outputs.ts';
import { escapeText } from '../print/escape-text.ts';

/** Seconds: a day. What lasts longer has a key at a senseless time. */
const MAX_DURATION = 86_400;

/**
 * When a replay ends: at the end of the recording, or at the marker or time that was named. A marker called 2 wins over the
 * second second.
 */
export function findEnd({ markers, duration }: Recording, at: string | undefined): number {
	if (at === undefined) return checkDuration(duration);
	const times = markers.filter(({ name }) => name === at).map(({ time }) => Math.max(0, time));
	if (times.length > 0) return checkDuration(Math.min(...times));
	const time = parseWhen(at);
	if (time === null) {
		const names = markers.map(({ name }) => `'${escapeText(name)}'`).join(', ') || 'none';
		throw new UsageError(`--at: '${at}' is neither a time nor a marker of the recording; there are: ${names}`);
	}
	if (time < 0 || time > duration) {
		throw new UsageError(`--at: ${at} is outside of the recording, which lasts ${formatSeconds(duration)}`);
	}
	return checkDuration(time);
}

function checkDuration(seconds: number): number {
	if (seconds <= MAX_DURATION) return seconds;
	throw new Error(`${seconds} s are too long for a replay; --at says where to stop`);
}

function parseWhen(text: string): number | null {
	try {
		return parseTime(text);
	} catch {
		return null;
	}
}
