import type { FormatName } from '@handreel/convert';
import {
	describeLayout,
	type Issue,
	type LayoutName,
	type Recording,
	readOutline,
	readRecording,
	summarizeRecording,
} from '@handreel/core';
import { chooseLayout, getRecordingByteLength } from '@handreel/core/internal';
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
	const stored = storeBin(recording, outline, file);
	const layout = { format: 'bin', sourceLayout: describeLayout(outline.layout).name } as const;
	const kept = { name, ...layout, fileSize: bytes.length, stored, bin: file, readIssues: [] };
	return prepareStored(kept, recording, report);
}

/** Collects everything that the page needs to show a recording. */
export function prepareRecording(made: MadeRecording, report: (progress: Progress) => void): OpenedRecording {
	report({ phase: 'decoding', share: 0 });
	const { recording, loaded, ...rest } = made;
	return prepareStored({ ...rest, stored: storeRecording(recording, loaded), bin: null }, recording, report);
}

/** Prepares a recording that is stored already. */
export function prepareStored(
	kept: Omit<KeptRecording, 'sourceLayout'> & Pick<MadeRecording, 'sourceLayout'>,
	recording: Recording,
	report: (progress: Progress) => void,
): OpenedRecording {
	report({ phase: 'baking', share: 0 });
	const { name, format, fileSize, stored, bin, readIssues } = kept;
	const summary = summarizeRecording(recording);
	const layout = chooseLayout(recording);
	const sourceLayout = kept.sourceLayout ?? (format === 'bin' ? layout : null);
	const binSize = format === 'bin' ? getRecordingByteLength(recording, { layout, onIssue: () => {} }) : null;
	const baked = bakeTable(recording, summary);
	return { name, format, sourceLayout, layout, binSize, fileSize, stored, bin, readIssues, summary, ...baked };
}
