import {
	type Issue,
	listSpans,
	type Outline,
	type Recording,
	type RecordingSummary,
	readOutline,
	readRecording,
	summarizeBytes,
} from '@handreel/core';
import { bakeTable } from './bake-table.ts';
import type { OpenedRecording, Progress } from './protocol.ts';

/** The bytes of a .bin file, and a blob with the same bytes. */
export interface BinFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly file: Blob;
	readonly readIssues: readonly Issue[];
}

/** A .bin file after reading. */
export interface DecodedFile {
	readonly recording: Recording;
	readonly outline: Outline;
	readonly summary: RecordingSummary;
}

/** Reads a .bin file. The layout is detected once. Throws as `readRecording` does. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
	const outline = readOutline(bytes);
	const recording = readRecording(bytes, { keep: true, layout: outline.layout });
	return { recording, outline, summary: summarizeBytes(bytes, outline) };
}

/** Collects everything that the page needs to show a recording. Throws as `readRecording` does. */
export function prepareFile(
	{ name, bytes, file, readIssues }: BinFile,
	report: (progress: Progress) => void,
): OpenedRecording {
	report({ phase: 'decoding', share: 0 });
	const { recording, outline, summary } = decodeFile(bytes);
	report({ phase: 'baking', share: 0 });
	const { curves, markers } = outline;
	const baked = bakeTable(recording, summary);
	return { name, file, readIssues, summary, curves, spans: listSpans(outline), markers, ...baked };
}
