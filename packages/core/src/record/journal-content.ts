import { createStringDecoder } from '../bytes/string.ts';
import { toView } from '../bytes/view.ts';
import { ReadBudget } from '../issue/budget.ts';
import { parseJson } from '../model/parse-json.ts';
import type { Marker } from '../model/recording.ts';
import { isRecordingDetails, type RecordingDetails } from './build-extras.ts';
import { DETAILS_HEADER_WORDS, MARKER_HEADER_WORDS } from './journal-format.ts';

// The content of journal records that hold a text: markers and details. The result for damaged content is `null`.

const MARKER_HEADER_SIZE: number = MARKER_HEADER_WORDS * 4;
const decoder = /* @__PURE__ */ createStringDecoder();

/** Reads the content of a marker record. */
export function readMarker(content: Uint8Array): Marker | null {
	if (content.length < MARKER_HEADER_SIZE) return null;
	const time = toView(content).getFloat64(0, true);
	const name = readText(content, MARKER_HEADER_SIZE);
	return Number.isFinite(time) && name !== null ? { time, name } : null;
}

/** Reads the content of a details record. Content that would take memory out of proportion counts as damaged: the frames are intact. */
export function readDetails(content: Uint8Array): RecordingDetails | null {
	try {
		const text = readText(content, DETAILS_HEADER_WORDS * 4) ?? '';
		const details = parseJson(text, new ReadBudget(undefined, text.length));
		return isRecordingDetails(details) ? details : null;
	} catch {
		return null;
	}
}

// The text from `start`, with its length in the word before.
function readText(content: Uint8Array, start: number): string | null {
	if (content.length < start) return null;
	const length = toView(content).getUint32(start - 4, true);
	if (length > content.length - start) return null;
	try {
		// A copy, because TextDecoder rejects shared memory.
		return decoder.decode(content.slice(start, start + length));
	} catch {
		return null;
	}
}
