import type { TraceMessage, TraceObject, TracePart } from '@handreel/webxr';
import { cutText, isTime, listItems, toObject } from './sent-values.ts';

/** Frames of a trace per message. */
const PIECE = 1000;
/** Characters that a frame takes at most. */
const MAX_ROW = 8192;
const MAX_MESSAGES = 10_000;
const MAX_OBJECTS = 100;
/** Each object is a track. */
const MAX_NAMES = 1000;

/**
 * Reads a trace from a page, part by part: at most `maxFrames` frames, also if the page has more. Throws `Error` for what is not a
 * part of a trace.
 */
export async function readTraceParts(
	read: (range: { start: number; end: number }) => Promise<unknown>,
	maxFrames: number,
): Promise<TracePart[]> {
	const parts: TracePart[] = [];
	const names = new Set<string>();
	for (let start = 0; start < maxFrames; start += PIECE) {
		const end = Math.min(start + PIECE, maxFrames);
		const part = toPart(await read({ start, end }), end - start, names);
		if (part === null) break;
		parts.push(start === 0 ? part : { ...part, messages: [] });
	}
	return parts;
}

// `null` if there are no more frames.
function toPart(sent: unknown, maxFrames: number, names: Set<string>): TracePart | null {
	if (sent === null) return null;
	const { times, rows, objects, messages } = toObject(sent);
	if (Array.isArray(times) && times.length === 0) return null;
	const isSound =
		Array.isArray(times) &&
		times.length <= maxFrames &&
		times.every(isTime) &&
		typeof rows === 'string' &&
		rows.length <= times.length * MAX_ROW;
	if (!isSound) throw new Error('the page has changed the trace');
	return {
		times,
		rows,
		objects: listItems(objects, times.length).map((frame) =>
			listItems(frame, MAX_OBJECTS)
				.map(toTraceObject)
				.filter(({ name }) => (names.size < MAX_NAMES ? names.add(name) : names.has(name))),
		),
		messages: listItems(messages, MAX_MESSAGES).map(toMessage),
	};
}

function toTraceObject(sent: unknown): TraceObject {
	const { name, position } = toObject(sent);
	const [x, y, z] = listItems(position, 3).map((value) => (isTime(value) ? value : 0));
	return { name: cutText(name), position: [x ?? 0, y ?? 0, z ?? 0] };
}

function toMessage(sent: unknown): TraceMessage {
	const { time, kind, text } = toObject(sent);
	return { time: isTime(time) ? time : 0, kind: cutText(kind), text: cutText(text) };
}
