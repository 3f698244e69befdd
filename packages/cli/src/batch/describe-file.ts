import {
	type ByteView,
	listSpans,
	loadBytes,
	type Outline,
	readOutline,
	summarizeBytes,
	summarizeRecording,
	writeRecording,
} from '@handreel/core';
import { isRecording } from '@handreel/core/internal';
import { BlockView } from '../files/block-view.ts';
import { borrowSmall } from '../files/borrow-bytes.ts';
import { checkSize, openFile, readBytes } from '../files/read-file.ts';
import { listFaultIssues } from '../formats/known-faults.ts';
import type { RecordingChoice } from '../formats/read-input.ts';
import { describeError, readingErrorText } from '../print/errors.ts';
import { formatJson } from '../print/output.ts';
import { printSpans } from '../print/print-spans.ts';
import { type FileSummary, printSummary } from '../print/print-summary.ts';
import { applyLook } from '../print/style.ts';
import type { Described, Failure, InfoJob } from './job.ts';

/** Larger files are not read completely. */
export const WHOLE_FILE_LIMIT = 16 * 1024 * 1024;
/** Bytes that tell a .bin file. */
const MAGIC_LENGTH = 8;
/** Bytes that are enough to describe a file of unknown format. */
const HEAD_LENGTH = 16_384;

/** Describes a file. Does not throw: the result holds the error. */
export async function describeFile(job: InfoJob): Promise<Described> {
	const {
		input: { path: file },
		withBytes,
		look,
		...choice
	} = job;
	try {
		const inspected = await inspectFile(file, choice);
		const { summary } = inspected;
		const outline = withBytes ? inspected.outline() : null;
		const spans = outline && listSpans(outline);
		if (look === null) {
			const entry = { file, ...summary, spans: spans ?? undefined };
			return { file, text: formatJson(entry, 0).trimEnd(), error: null };
		}
		const style = applyLook(look);
		const lines = printSummary(file, summary, style);
		if (outline !== null && spans !== null) for (const line of printSpans(outline, spans, style)) lines.push(line);
		return { file, text: lines.join('\n'), error: null };
	} catch (error) {
		return failInfo(job, { text: readingErrorText(error), detail: describeError(error) });
	}
}

/** The result of a file that cannot be described. */
export function failInfo({ input: { path: file }, look }: InfoJob, error: Failure): Described {
	const text = look === null ? formatJson({ file, error: error.detail }, 0).trimEnd() : '';
	return { file, text, error };
}

interface Inspected {
	readonly summary: FileSummary;
	/** The content of every byte, which only .bin files have; other recordings are written as .bin for it. */
	readonly outline: () => Outline;
}

// .bin files are not decoded. Other files are read once, and described from their recording.
async function inspectFile(file: string, choice: RecordingChoice): Promise<Inspected> {
	if (file === '-') return inspectBytes(await readBytes(file), choice);
	// Borrowed memory ends here, and only .bin files are done with it.
	const small = borrowSmall(file, (bytes) => (isRecording(bytes) ? inspectBin(bytes) : bytes.slice()));
	if (small !== null) return small instanceof Uint8Array ? inspectOther(small, choice) : small;
	const opened = openFile(file);
	try {
		if (opened.byteLength <= WHOLE_FILE_LIMIT) return await inspectBytes(await loadBytes(opened), choice);
		if (isRecording(opened.read(0, MAGIC_LENGTH))) return inspectBin(new BlockView(opened));
		const { detectFormat } = await import('@handreel/convert');
		const isKnown = (await detectFormat(opened)) !== null;
		if (isKnown) checkSize(opened);
		return await inspectOther(await loadBytes(isKnown ? opened : { ...opened, byteLength: HEAD_LENGTH }), choice);
	} finally {
		opened.close();
	}
}

function inspectBytes(bytes: Uint8Array, choice: RecordingChoice): Inspected | Promise<Inspected> {
	// MRTK leaves empty files.
	return bytes.length === 0 || isRecording(bytes) ? inspectBin(bytes) : inspectOther(bytes, choice);
}

function inspectBin(source: Uint8Array | ByteView): Inspected {
	const outline = readOutline(source);
	const summary = summarizeBytes(source, outline);
	const issues = [...summary.issues, ...listFaultIssues(source, outline)];
	return { outline: () => outline, summary: { format: 'bin', fileSize: outline.byteLength, ...summary, issues } };
}

async function inspectOther(bytes: Uint8Array, choice: RecordingChoice): Promise<Inspected> {
	// Most files are .bin files, which need no code of other formats.
	const { decodeRecording } = await import('@handreel/convert');
	const { recording, format, issues: found } = await decodeRecording(bytes, { ...choice, keep: true });
	const issues = [...found, ...listFaultIssues(recording)];
	return {
		outline: () => readOutline(writeRecording(recording, { onIssue: () => {} })),
		summary: { format, fileSize: bytes.length, ...summarizeRecording(recording), issues },
	};
}
