import { toView } from '../../bytes/view.ts';
import { type FoundReading, findReading } from '../../codec/detect.ts';
import { CURVE_HEADER_SIZE, type Header, readHeader, slotKeySize } from '../../codec/header.ts';
import { type ByteSpan, listSpans, type Outline, readOutline } from '../../codec/outline.ts';
import { findImplausible } from '../../codec/plausible.ts';
import { readRecording } from '../../codec/read.ts';
import type { Reading } from '../../codec/reading.ts';
import { countOf, type Issue, RecordingError } from '../../issue/error.ts';
import { assembleFileRecording } from '../../model/create-recording.ts';
import { slotPaths } from '../../model/order.ts';
import type { Recording } from '../../model/recording.ts';
import { type GuessedHeader, guessHeader } from './guess-header.ts';
import { composeFile, countPlausible, type Kept, repairCount } from './salvage-curves.ts';
import { salvageMarkers } from './salvage-markers.ts';

/** A problem of the file and its repair. */
export interface FormatNote {
	readonly issue: Issue;
	/** What was done, as a phrase in the past tense; `null` if nothing could be done. */
	readonly how: string | null;
	/** How likely the repair is right, from 0 to 1; `null` if there is no doubt. */
	readonly confidence: number | null;
	/** Why nothing could be done, as a phrase. */
	readonly reason: string;
}

/** The result of {@link salvageBytes}. */
export interface Salvage {
	readonly notes: readonly FormatNote[];
	/** `null` if nothing could be read. */
	readonly recording: Recording | null;
	/** The path of the curve at which reading stopped; `null` if all curves were read. */
	readonly brokenPath: string | null;
	/** The positions of the curves in the file; `null` if there are none. */
	readonly outline: Outline | null;
	readonly spans: readonly ByteSpan[];
}

/** Reads as much as possible of any bytes. Never throws. Costs a few copies of them at most. */
export function salvageBytes(file: Uint8Array): Salvage {
	const view = toView(file);
	const opened = openHeader(view);
	if ('recording' in opened) return opened;
	const { header, notes } = opened;
	const { reading, ambiguity } = findReading(view, header);
	if (ambiguity !== null)
		notes.push({
			issue: ambiguity,
			how: null,
			confidence: null,
			reason: 'the file contains nothing else to tell them apart',
		});
	if (reading.failure === null) return finish(file, { reading, ambiguity }, keepAll(reading), notes);
	const { issue } = reading.failure();
	return reading.reached < reading.slots.count
		? salvageCurves(file, reading, issue, notes)
		: salvageEnd(file, reading, issue, notes);
}

function openHeader(view: DataView): { header: Header; notes: FormatNote[] } | Salvage {
	try {
		return { header: readHeader(view), notes: [] };
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		const { issue } = error;
		const guess = issue.code === 'truncated' || issue.code === 'empty-file' ? null : guessHeader(view, issue.code);
		if (guess === null) return refuse(view, issue);
		return { header: guess.header, notes: [noteGuess(issue, guess)] };
	}
}

function noteGuess(issue: Issue, { how, confidence }: GuessedHeader): FormatNote {
	return { issue, how, confidence, reason: '' };
}

function refuse(view: DataView, issue: Issue): Salvage {
	const reasons: Partial<Record<Issue['code'], string>> = {
		'empty-file': 'the file is empty',
		truncated: 'the file ends before its first curve',
		'bad-magic': 'the rest of the file is not an input animation either',
		'unsupported-version': 'the rest of the file does not fit any known version',
	};
	const note = { issue, how: null, confidence: null, reason: reasons[issue.code] ?? 'the file cannot be read' };
	const spans: ByteSpan[] = [];
	let end = 0;
	if (issue.code !== 'bad-magic' && view.byteLength >= 8) {
		spans.push({ path: '', byteOffset: 0, byteLength: 8, what: 'magic' });
		end = 8;
		if (view.byteLength >= 16) {
			spans.push({ path: '', byteOffset: 8, byteLength: 8, what: 'version' });
			end = 16;
		}
	}
	if (end < view.byteLength)
		spans.push({ path: '', byteOffset: end, byteLength: view.byteLength - end, what: 'unread' });
	return { notes: [note], recording: null, brokenPath: null, outline: null, spans };
}

function keepAll(reading: Reading): Kept {
	return { slots: reading.slots.count, keys: 0, end: reading.end };
}

// Reading stopped in a curve: correct its count, or keep the curves before it.
function salvageCurves(file: Uint8Array, reading: Reading, issue: Issue, notes: FormatNote[]): Salvage {
	const view = toView(file);
	const suspect = findImplausible(view, reading);
	const repaired = issue.code === 'bad-count' || suspect !== null ? repairCount(file, reading) : null;
	if (repaired !== null) {
		const path = slotPaths(reading.header.flags)[repaired.slot] ?? '';
		const how = `corrected the key count of ${path} to ${repaired.count}, which fits to the last byte`;
		notes.push({ issue, how, confidence: 0.95, reason: '' });
		return finish(repaired.file, { reading: repaired.reading, ambiguity: null }, keepAll(repaired.reading), notes);
	}
	const kept =
		issue.code === 'bad-count'
			? keepPlausible(view, reading, suspect?.byteOffset ?? null)
			: keepComplete(view, reading);
	const salvage = finish(file, { reading, ambiguity: null }, kept, []);
	const keys = salvage.outline?.curves.reduce((sum, curve) => sum + curve.keyCount, 0) ?? 0;
	const { count } = reading.slots;
	if (keys === 0) {
		const note = { issue, how: null, confidence: null, reason: 'there is no complete key before the damage' };
		return { ...salvage, recording: null, notes: [...notes, note] };
	}
	const lost = count - kept.slots - (kept.keys > 0 ? 1 : 0);
	const how =
		`kept ${countOf(keys, 'complete key')}: ${kept.slots} of ${count} curves` +
		`${kept.keys > 0 ? ` and ${countOf(kept.keys, 'key')} of the next curve` : ''}; lost ${countOf(lost, 'curve')} and all markers`;
	const confidence = issue.code === 'bad-count' ? 0.5 : null;
	return { ...salvage, notes: [...notes, { issue, how, confidence, reason: '' }] };
}

// The file was truncated: everything up to its end is valid.
function keepComplete(view: DataView, { reached, end, slots, keys }: Reading): Kept {
	const keysStart = end + CURVE_HEADER_SIZE;
	if (keysStart > view.byteLength) return { slots: reached, keys: 0, end };
	const keySize = slotKeySize(slots, keys, reached);
	const count = Math.floor((view.byteLength - keysStart) / keySize);
	return { slots: reached, keys: count, end: keysStart + count * keySize };
}

// A count is wrong: keep everything before the first implausible value.
function keepPlausible(view: DataView, reading: Reading, suspect: number | null): Kept {
	const { reached, slots, keys } = reading;
	let start = reading.start;
	for (let slot = 0; slot <= reached; slot++) {
		const keysStart = start + CURVE_HEADER_SIZE;
		if (keysStart > view.byteLength) return { slots: slot, keys: 0, end: start };
		const keySize = slotKeySize(slots, keys, slot);
		const end = keysStart + view.getInt32(start + 8, true) * keySize;
		if (slot === reached || (suspect !== null && suspect < end)) {
			const isHeader = suspect !== null && suspect < keysStart;
			const count = isHeader ? 0 : countPlausible(view, keysStart, keySize);
			return isHeader
				? { slots: slot, keys: 0, end: start }
				: { slots: slot, keys: count, end: keysStart + count * keySize };
		}
		start = end;
	}
	return { slots: reached, keys: 0, end: reading.end };
}

// All curves are complete, but the bytes after them are damaged.
function salvageEnd(file: Uint8Array, reading: Reading, issue: Issue, notes: FormatNote[]): Salvage {
	const { markers, offsets, repaired } = salvageMarkers(toView(file), reading.end);
	const end = offsets.at(-1) ?? reading.end;
	const left = file.length - end;
	const how =
		`kept all curves and ${countOf(markers.length, 'marker')}` +
		`${repaired > 0 ? `, ${repaired} with a new time or name` : ''}${left > 0 ? `; skipped ${countOf(left, 'byte')}` : ''}`;
	notes.push({ issue, how, confidence: repaired > 0 ? 0.5 : null, reason: '' });
	const read = finish(file, { reading: { ...reading, markers }, ambiguity: null }, keepAll(reading), notes);
	const spans = read.spans.filter(({ byteOffset }) => byteOffset < reading.end);
	const push = (what: ByteSpan['what'], path: string, from: number, to: number): void => {
		if (to > from) spans.push({ path, byteOffset: from, byteLength: to - from, what });
	};
	if (reading.end + 4 <= file.length) push('marker count', 'markers', reading.end, reading.end + 4);
	markers.forEach((_, i) => {
		push('marker', `markers[${i}]`, offsets[i] ?? end, offsets[i + 1] ?? end);
	});
	const known = spans.at(-1);
	push('unread', '', known === undefined ? 0 : known.byteOffset + known.byteLength, file.length);
	return { ...read, spans };
}

function finish(file: Uint8Array, { reading }: FoundReading, kept: Kept, notes: readonly FormatNote[]): Salvage {
	const { header, keys, slots } = reading;
	const isBroken = kept.slots < slots.count;
	const markers = reading.markers ?? [];
	const composed = composeFile(file, reading, kept);
	const bare = { version: header.version, keys, markers: false } as const;
	const outline = readOutline(composed, { layout: bare });
	// If unknown, assume MRTK's layout: there is a marker list, except after full keys in version 1.1.
	const isMarked =
		reading.failure === null
			? reading.markers !== null
			: header.version === '1.0' || keys === 'simple' || markers.length > 0;
	const layout = { ...bare, markers: isMarked };
	const recording = assembleFileRecording(layout, markers, readRecording(composed, { layout: bare, keep: true }));
	const spans = listSpans({ ...outline, layout: reading.failure === null ? layout : bare, markers }).filter(
		({ byteOffset, byteLength }) => !isBroken || byteOffset + byteLength <= kept.end,
	);
	const brokenPath = isBroken ? (slotPaths(header.flags)[kept.slots] ?? null) : null;
	if (kept.end < file.length && isBroken) {
		spans.push({ path: brokenPath ?? '', byteOffset: kept.end, byteLength: file.length - kept.end, what: 'unread' });
	}
	return { notes, recording, brokenPath, outline, spans };
}
