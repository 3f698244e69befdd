import type { FormatName } from '@handreel/convert';
import {
	type Issue,
	type LayoutName,
	type Outline,
	type Recording,
	type RecordingSummary,
	readOutline,
	readRecording,
	summarizeBytes,
	writeRecording,
} from '@handreel/core';
import { summarizeExtras, summarizeTimes } from '@handreel/text';
import { bakeTable } from './bake-table.ts';
import type { KeptRecording, OpenedRecording, Progress } from './protocol.ts';
import { type LoadedCurves, storeBin, storeRecording } from './stored-recording.ts';

/** The bytes of a .bin file, and a blob with the same bytes. */
export interface BinFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly file: Blob;
}

/** A recording that was decoded, repaired or edited. */
export interface MadeRecording {
	readonly name: string;
	readonly recording: Recording;
	readonly format: FormatName;
	/** Default: the layout that the recording needs. */
	readonly sourceLayout?: LayoutName | null;
	/** The size of the file in bytes; `null` if it was not saved yet. */
	readonly fileSize: number | null;
	readonly readIssues: readonly Issue[];
	/** Curves that are stored already. */
	readonly loaded?: LoadedCurves;
}

/** Collects everything that the page needs to show a .bin file. Throws as `readRecording` does. */
export function prepareBin({ name, bytes, file }: BinFile, report: (progress: Progress) => void): OpenedRecording {
	report({ phase: 'decoding', share: 0 });
	const outline = readOutline(bytes);
	const recording = readRecording(bytes, { keep: true, layout: outline.layout });
	const summary = summarizeBytes(bytes, outline);
	const stored = storeBin(recording, outline, file);
	const layout = { format: 'bin', sourceLayout: summary.layout } as const;
	const kept = { name, ...layout, fileSize: bytes.length, stored, bin: file, readIssues: [] };
	return prepareStored(kept, recording, report, summary);
}

/** Collects everything that the page needs to show a recording. */
export function prepareRecording(made: MadeRecording, report: (progress: Progress) => void): OpenedRecording {
	report({ phase: 'decoding', share: 0 });
	const { recording, loaded, ...rest } = made;
	return prepareStored({ ...rest, stored: storeRecording(recording, loaded), bin: null }, recording, report);
}

/** The outline of the .bin file that a recording would be written to, and the file. */
export function writeBin(recording: Recording): { bytes: Uint8Array<ArrayBuffer>; outline: Outline } {
	// What a .bin file cannot store is shown from the recording itself.
	const bytes = writeRecording(recording, { onIssue: () => {} });
	return { bytes, outline: readOutline(bytes) };
}

/** Prepares a recording that is stored already. */
export function prepareStored(
	kept: Omit<KeptRecording, 'sourceLayout'> & Pick<MadeRecording, 'sourceLayout'>,
	recording: Recording,
	report: (progress: Progress) => void,
	summary: RecordingSummary = summarizeRecording(recording),
): OpenedRecording {
	report({ phase: 'baking', share: 0 });
	const { name, format, fileSize, stored, bin, readIssues } = kept;
	const sourceLayout = kept.sourceLayout ?? (format === 'bin' ? summary.layout : null);
	const extras = summarizeExtras(recording);
	const baked = bakeTable(recording, summary);
	return { name, format, sourceLayout, fileSize, stored, bin, readIssues, summary, extras, ...baked };
}

/** Summarizes a recording as `handreel info` does: as a .bin file, with the times of controllers and tracks. */
export function summarizeRecording(recording: Recording): RecordingSummary {
	const { bytes, outline } = writeBin(recording);
	return { ...summarizeBytes(bytes, outline), ...summarizeTimes(recording) };
}
