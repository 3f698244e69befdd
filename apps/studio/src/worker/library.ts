import {
	type Curve,
	curveWords,
	isRecordingError,
	listSpans,
	mapCurves,
	type Recording,
	readOutline,
	readRecording,
} from '@handreel/core';
import { summarize } from '../../../../packages/cli/src/info/summary.ts';
import { bakeTable } from './bake-table.ts';
import { listKeyTimes } from './list-key-times.ts';
import type { Inspection, OpenedRecording, Progress, RefusedRecording, Summary } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** A recording that the worker holds. */
export interface Entry {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly recording: Recording;
	readonly summary: Summary;
}

const entries = new Map<number, Entry>();

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
		return addRecording(id, name, bytes, report);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { name, byteLength: bytes.length, issue: error.issue, salvage: null };
	}
}

/** Keeps a file under a number and tells all about it. Throws as `readRecording` does. */
export function addRecording(
	id: number,
	name: string,
	bytes: Uint8Array<ArrayBuffer>,
	report: (progress: Progress) => void,
): OpenedRecording {
	report({ id, phase: 'understanding', share: 0 });
	const recording = readRecording(bytes, { keep: true });
	const outline = readOutline(bytes);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const summary = summarize(view, outline, bytes);
	report({ id, phase: 'baking', share: 0 });
	const baked = bakeTable(recording, summary);
	entries.set(id, { name, bytes, recording, summary });
	return { id, name, summary, spans: listSpans(outline), markers: recording.markers, ...baked };
}

/** What takes longer to find out about a recording. */
export function inspectRecording(id: number): Inspection {
	const { recording } = findEntry(id);
	return { issues: [], keyTimes: listKeyTimes(recording) };
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
}
