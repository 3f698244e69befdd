import { createStringDecoder } from '../bytes/string.ts';
import { toView } from '../bytes/view.ts';
import { ReadBudget } from '../issue/budget.ts';
import { parseJson } from '../model/parse-json.ts';
import type { Marker } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { isRecordingDetails, type RecordingDetails } from './build-extras.ts';
import { DETAILS_HEADER_WORDS, MARKER_HEADER_WORDS, VALUES_HEADER_WORDS } from './journal-format.ts';
import { sizeOfValue, type TrackKeys } from './track-keys.ts';

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

/** Reads the content of a record of values into `to`. Returns whether it is intact. */
export function readValues(content: Uint8Array, { tracks = [] }: RecordingDetails, to: TrackKeys): boolean {
	if (content.length < VALUES_HEADER_WORDS * 4) return false;
	const view = toView(content);
	const time = view.getFloat64(0, true);
	if (!Number.isFinite(time)) return false;
	const floats = new Float32Array(POSE_STRIDE);
	for (let at = VALUES_HEADER_WORDS * 4; at < content.length; ) {
		const track = tracks[view.getUint32(at, true)];
		const size = track === undefined ? Number.POSITIVE_INFINITY : sizeOfValue(track.kind);
		if (at + 4 + size * 4 > content.length) return false;
		for (let i = 0; i < size; i++) floats[i] = view.getFloat32(at + 4 + i * 4, true);
		to.add(track!, time, floats, 0);
		at += 4 + size * 4;
	}
	return true;
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
