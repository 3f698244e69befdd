import { parseJson, ReadBudget } from '@handreel/core/internal';
import type { ReplayEvent } from '@handreel/webxr';
import type { ThrownError } from './page-errors.ts';
import { cutText, isTime, listItems, toObject } from './sent-values.ts';

/** The state of a driver after a call. */
export interface DriverState {
	readonly time: number;
	readonly mode: string | null;
	/** All events so far. */
	readonly events: readonly ReplayEvent[];
	/** The number of frames that the call ran. */
	readonly frames: number;
	/** The newest uncaught errors of the page. */
	readonly errors: readonly ThrownError[];
	/** Why the call failed. */
	readonly failure?: string;
}

/** What a page sends: its events from number `start` on, as JSON. */
export interface SentState extends Omit<DriverState, 'events'> {
	readonly start: number;
	readonly events: string;
}

/** More than any recording has: ten hours with eight events per second. */
export const MAX_EVENTS = 300_000;
/** Errors that a call reports. */
export const MAX_ERRORS = 1000;
const MAX_CHARACTERS = 100_000_000;
/** Memory for the objects of the events. */
const MAX_BYTES = 2 ** 29;
const MAX_NAMES = 16;

/**
 * Reads what a page has sent after `known` events. Throws `Error` if it is not the state of a driver, or if there are more
 * events than a replay can have.
 */
export function toDriverState(sent: unknown, known: readonly ReplayEvent[]): DriverState {
	const { time, mode, frames, start, failure, ...rest } = toObject(sent);
	const events = parseList(rest['events']);
	const isStart = start === 0 || start === known.length;
	if (!isTime(time) || !Number.isSafeInteger(frames) || !isStart || events === null)
		throw new Error('the page has changed the replay');
	const before = known.slice(0, start);
	if (before.length + events.length > MAX_EVENTS) throw new Error(`the page has more than ${MAX_EVENTS} events`);
	return {
		time,
		mode: typeof mode === 'string' ? cutText(mode) : null,
		events: events.length === 0 ? before : [...before, ...events.map(toEvent)],
		frames: frames as number,
		errors: listItems(rest['errors'], MAX_ERRORS).map(toError),
		failure: failure === undefined ? undefined : cutText(failure),
	};
}

function parseList(text: unknown): unknown[] | null {
	try {
		if (typeof text !== 'string' || text.length > MAX_CHARACTERS) return null;
		const list = parseJson(text, new ReadBudget({ bytes: MAX_BYTES }, text.length));
		return Array.isArray(list) ? list : null;
	} catch {
		return null;
	}
}

function toError(error: unknown): ThrownError {
	const { text, time } = toObject(error);
	return { text: cutText(text), time: isTime(time) ? time : 0 };
}

function toEvent(event: unknown): ReplayEvent {
	const { type, time, side, added, removed, visibility, mode, reason } = toObject(event);
	const texts = { side, visibility, mode, reason };
	const lists = { added, removed };
	return {
		type: cutText(type),
		time: isTime(time) ? time : 0,
		...mapGiven(texts, cutText),
		...mapGiven(lists, (list) => listItems(list, MAX_NAMES).map(cutText)),
	};
}

function mapGiven<T>(values: Readonly<Record<string, unknown>>, map: (value: unknown) => T): Record<string, T> {
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given.map(([name, value]) => [name, map(value)]));
}
