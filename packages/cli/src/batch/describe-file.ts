import {
	type ByteView,
	isRecordingError,
	listSpans,
	loadBytes,
	type Outline,
	readOutline,
	summarizeBytes,
} from '@handreel/core';
import { summarizeExtras, summarizeTimes } from '@handreel/text';
import { BlockView } from '../files/block-view.ts';
import { borrowSmall } from '../files/borrow-bytes.ts';
import { openFile } from '../files/read-file.ts';
import { listFaultIssues } from '../formats/known-faults.ts';
import type { BinInput, RecordingChoice } from '../formats/read-input.ts';
import { describeError, readingErrorText } from '../print/errors.ts';
import { formatJson } from '../print/output.ts';
import { printSpans } from '../print/print-spans.ts';
import { type FileSummary, printSummary } from '../print/print-summary.ts';
import { applyLook } from '../print/style.ts';
import type { Described, InfoJob } from './job.ts';

/** Larger files are not read completely. */
export const WHOLE_FILE_LIMIT = 16 * 1024 * 1024;

/** Describes a file. Does not throw: the result holds the error. */
export async function describeFile({ input: { path: file }, withBytes, look, ...choice }: InfoJob): Promise<Described> {
	try {
		const { outline, summary } = await inspectFile(file, choice);
		const spans = withBytes ? listSpans(outline) : null;
		if (look === null) {
			const entry = { file, ...summary, ...(spans === null ? {} : { spans }) };
			return { file, text: formatJson(entry, 0).trimEnd(), error: null };
		}
		const style = applyLook(look);
		const lines = printSummary(file, summary, style);
		if (spans !== null) lines.push(...printSpans(outline, spans, style));
		return { file, text: lines.join('\n'), error: null };
	} catch (error) {
		const detail = describeError(error);
		const text = look === null ? formatJson({ file, error: detail }, 0).trimEnd() : '';
		return { file, text, error: { text: readingErrorText(error), detail } };
	}
}

interface Inspected {
	readonly outline: Outline;
	readonly summary: FileSummary;
}

// .bin files are not decoded. Other formats and standard input are converted to .bin first.
async function inspectFile(file: string, choice: RecordingChoice): Promise<Inspected> {
	const small = borrowSmall(file, tryInspecting);
	if (small !== null) return small;
	if (file !== '-') {
		const opened = openFile(file);
		try {
			return inspectBin(opened.byteLength > WHOLE_FILE_LIMIT ? new BlockView(opened) : await loadBytes(opened));
		} catch (error) {
			if (!isRecordingError(error, 'bad-magic')) throw error;
			const { readFileAsBin } = await import('../formats/read-input.ts');
			return inspectInput(await readFileAsBin(opened, choice));
		} finally {
			opened.close();
		}
	}
	const { readAsBin } = await import('../formats/read-input.ts');
	return inspectInput(await readAsBin(file, choice));
}

// Returns `null` for other formats.
function tryInspecting(bytes: Uint8Array): Inspected | null {
	try {
		return inspectBin(bytes);
	} catch (error) {
		if (isRecordingError(error, 'bad-magic')) return null;
		throw error;
	}
}

function inspectInput({ bytes, format, fileSize, issues, recording }: BinInput): Inspected {
	const { outline, summary } = inspectBin(bytes);
	const all = { ...summary, format, fileSize, issues: [...issues, ...summary.issues] };
	if (recording === undefined) return { outline, summary: all };
	return { outline, summary: { ...all, ...summarizeTimes(recording), ...summarizeExtras(recording) } };
}

function inspectBin(source: Uint8Array | ByteView): Inspected {
	const outline = readOutline(source);
	const summary = summarizeBytes(source, outline);
	const issues = [...summary.issues, ...listFaultIssues(source, outline)];
	return { outline, summary: { format: 'bin', fileSize: outline.byteLength, ...summary, issues } };
}
