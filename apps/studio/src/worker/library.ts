import {
	type Curve,
	createFileBuffer,
	curveWords,
	diagnoseBytes,
	type Issue,
	isRecordingError,
	listSpans,
	mapCurves,
	type Recording,
	readOutline,
	readRecording,
	repairBytes,
	writeRecording,
} from '@handreel/core';
import { summarize } from '../../../../packages/cli/src/info/summary.ts';
import { formatPlural, formatSeconds } from '../../../../packages/cli/src/print/text.ts';
import { bakeTable } from './bake-table.ts';
import { importBytes } from './import-bytes.ts';
import { listKeyTimes } from './list-key-times.ts';
import type {
	Inspection,
	OpenedRecording,
	Progress,
	RefusedRecording,
	RepairedRecording,
	Summary,
} from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** A recording that the worker holds. */
export interface Entry {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly recording: Recording;
	readonly summary: Summary;
	/** What could not be read of a file in another format. */
	readonly losses: readonly Issue[];
}

const entries = new Map<number, Entry>();
/** Files that could not be opened, kept until somebody wants what can be saved of them. */
const refused = new Map<number, { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }>();

/** The recording of that number. Throws when it was closed. */
export function findEntry(id: number): Entry {
	const entry = entries.get(id);
	if (entry === undefined) throw new Error(`recording ${id} is not open`);
	return entry;
}

/** Reads a file and bakes it. */
export async function openRecording(
	{ id, name, blob }: { id: number; name: string; blob: Blob },
	report: (progress: Progress) => void,
): Promise<OpenedRecording | RefusedRecording> {
	const bytes = await readBlob(blob, (share) => report({ id, phase: 'reading', share }));
	try {
		const imported = await importBytes(name, bytes);
		return addRecording(id, name, imported.bytes, report, imported.losses);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		refused.set(id, { name, bytes });
		return { name, byteLength: bytes.length, issue: error.issue, salvage: describeSalvage(bytes) };
	}
}

/** Keeps a file under a number and tells all about it. Throws as `readRecording` does. */
export function addRecording(
	id: number,
	name: string,
	file: Uint8Array<ArrayBuffer>,
	report: (progress: Progress) => void,
	losses: readonly Issue[] = [],
): OpenedRecording {
	report({ id, phase: 'understanding', share: 0 });
	const bytes = alignBytes(file);
	const recording = readRecording(bytes, { keep: true });
	const outline = readOutline(bytes);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const summary = summarize(view, outline, bytes);
	report({ id, phase: 'baking', share: 0 });
	const baked = bakeTable(recording, summary);
	entries.set(id, { name, bytes, recording, summary, losses });
	return { id, name, summary, spans: listSpans(outline), markers: recording.markers, ...baked };
}

// Keys are read in place, and so must lie at multiples of four.
function alignBytes(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const aligned = createFileBuffer(0, file);
	if (aligned.byteOffset === file.byteOffset % 4) return file;
	const bytes = createFileBuffer(file.length, file);
	bytes.set(file);
	return bytes;
}

/** What takes longer to find out about a recording. */
export function inspectRecording(id: number): Inspection {
	const { recording, bytes, losses } = findEntry(id);
	return { issues: [...losses, ...diagnoseBytes(bytes).issues], keyTimes: listKeyTimes(recording) };
}

/** Repairs a recording, or what could be read of a file that could not be opened, into a copy of another number. */
export function repairEntry(id: number, copyId: number, report: (progress: Progress) => void): RepairedRecording {
	const { name, bytes } = refused.get(id) ?? findEntry(id);
	const { recording, repaired, remaining } = repairBytes(bytes);
	if (recording === null) return { copy: null, repaired, remaining };
	const copyName = name.replace(/(\.[a-z0-9]+)?$/i, '-repaired$1');
	return { copy: addRecording(copyId, copyName, writeRecording(recording), report), repaired, remaining };
}

// What can be saved of a file, in words; `null` for nothing.
function describeSalvage(bytes: Uint8Array): string | null {
	const { recording } = repairBytes(bytes);
	if (recording === null) return null;
	let curves = 0;
	let keys = 0;
	mapCurves(recording, (curve) => {
		if (curve.count > 0) curves++;
		keys += curve.count;
		return curve;
	});
	const markers = recording.markers.length;
	if (curves === 0 && markers === 0) return null;
	const parts = [`${formatPlural(keys, 'key')} in ${formatPlural(curves, 'curve')}`];
	if (markers > 0) parts.push(formatPlural(markers, 'marker'));
	return `${parts.join(' and ')}, ${formatSeconds(recording.duration)}`;
}

/** One curve with memory of its own, or `null` if the recording has none there. */
export function copyCurve(id: number, path: string): Curve | null {
	const { recording } = findEntry(id);
	let found: Curve | null = null;
	mapCurves(recording, (curve, at) => {
		if (at === path) found = curve;
		return curve;
	});
	if (found === null) return null;
	const curve: Curve = found;
	const words = curveWords(curve).slice();
	return { ...curve, start: 0, words, floats: new Float32Array(words.buffer) };
}

/** Forgets a recording. */
export function closeRecording(id: number): void {
	entries.delete(id);
	refused.delete(id);
}
