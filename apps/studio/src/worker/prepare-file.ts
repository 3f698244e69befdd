import { type Issue, listSpans, readOutline, readRecording, summarizeBytes } from '@handreel/core';
import { bakeTable } from './bake-table.ts';
import type { OpenedRecording, Progress } from './protocol.ts';

/** A file of a recording, and where its bytes can be read again. */
export interface RecordingFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly file: Blob;
	readonly losses: readonly Issue[];
}

/** Tells all about a recording that the page needs to show it. Throws as `readRecording` does. */
export function prepareRecording(
	{ name, bytes, file, losses }: RecordingFile,
	report: (progress: Progress) => void,
): OpenedRecording {
	report({ phase: 'understanding', share: 0 });
	const recording = readRecording(bytes, { keep: true });
	const outline = readOutline(bytes);
	const summary = summarizeBytes(bytes, outline);
	report({ phase: 'baking', share: 0 });
	const { curves, markers } = outline;
	return { name, file, losses, summary, curves, spans: listSpans(outline), markers, ...bakeTable(recording, summary) };
}
