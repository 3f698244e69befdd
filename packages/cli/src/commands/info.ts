import {
	type ByteView,
	isRecordingError,
	listSpans,
	loadBytes,
	type Outline,
	readOutline,
	summarizeBytes,
} from '@handreel/core';
import { summarizeExtras } from '@handreel/text';
import { BlockView } from '../files/block-view.ts';
import { openFile } from '../files/read-file.ts';
import { listFaultIssues } from '../formats/known-faults.ts';
import { listInputs } from '../formats/list-inputs.ts';
import type { BinInput } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';

import { printSpans } from '../print/print-spans.ts';
import { type FileSummary, printSummary } from '../print/print-summary.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

/** Larger files are not read completely. */
const WHOLE_FILE_LIMIT = 16 * 1024 * 1024;

/** `handreel info`. */
export const info: CommandDefinition = {
	configure: (command) => {
		command
			.description('Show layout, duration, keys, hands, controllers, markers and size of recordings.')
			.argument('<file...>', 'recordings in any readable format, folders of recordings, or - for standard input')
			.option('--json', 'print a JSON array with one entry per file')
			.option('--bytes', 'also list the content of every byte range')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel info session.bin',
						"handreel info recordings/*.bin --json | jq '.[] | [.file, .duration]'",
						'handreel info session.bin --bytes | less',
					],
					`Files above ${WHOLE_FILE_LIMIT / 2 ** 20} MiB are not read completely. Their duration is taken from the last key of each
curve, which is correct unless keys are unsorted. Files in other formats are described as the .bin
file that they convert to, followed by device, pointing rays, controllers and tracks.

Exit codes: 0 success, 1 a file could not be read, 2 usage error.`,
				),
			)
			.action(async (files: string[], options: InfoOptions) => {
				process.exitCode = await runInfo(files, options);
			});
	},
};

interface InfoOptions {
	readonly json?: boolean;
	readonly bytes?: boolean;
}

// Returns the exit code: 1 if a file could not be read.
async function runInfo(files: readonly string[], options: InfoOptions): Promise<number> {
	const style = outputStyle;
	const entries: unknown[] = [];
	let exitCode = 0;
	let isFirst = true;
	for (const { path: file } of listInputs(files)) {
		try {
			const { outline, summary } = await inspectFile(file);
			if (options.json) {
				entries.push({ file, ...summary, ...(options.bytes ? { spans: listSpans(outline) } : {}) });
				continue;
			}
			const lines = printSummary(file, summary, style);
			if (options.bytes) lines.push(...printSpans(outline, listSpans(outline), style));
			writeOutput(`${isFirst ? '' : '\n'}${lines.join('\n')}\n`);
			isFirst = false;
		} catch (error) {
			exitCode = 1;
			if (options.json) entries.push({ file, error: describeError(error) });
			process.stderr.write(`handreel: ${escapeText(file, 400)}: ${errorText(error)}\n`);
		}
	}
	if (options.json) writeOutput(formatJson(entries));
	return exitCode;
}

interface Inspected {
	readonly outline: Outline;
	readonly summary: FileSummary;
}

// .bin files are not decoded. Other formats and standard input are converted to .bin first.
async function inspectFile(file: string): Promise<Inspected> {
	if (file !== '-') {
		const opened = openFile(file);
		try {
			return inspectBin(opened.byteLength > WHOLE_FILE_LIMIT ? new BlockView(opened) : await loadBytes(opened));
		} catch (error) {
			if (!isRecordingError(error, 'bad-magic')) throw error;
			const { readFileAsBin } = await import('../formats/read-input.ts');
			return inspectInput(await readFileAsBin(opened));
		} finally {
			opened.close();
		}
	}
	const { readAsBin } = await import('../formats/read-input.ts');
	return inspectInput(await readAsBin(file));
}

function inspectInput({ bytes, format, fileSize, issues, recording }: BinInput): Inspected {
	const { outline, summary } = inspectBin(bytes);
	const all = { ...summary, format, fileSize, issues: [...issues, ...summary.issues] };
	if (recording === undefined) return { outline, summary: all };
	// Controllers and tracks may have later keys than the .bin file.
	const { duration } = recording;
	return {
		outline,
		summary: { ...all, ...(duration > all.duration ? { duration } : {}), ...summarizeExtras(recording) },
	};
}

function inspectBin(source: Uint8Array | ByteView): Inspected {
	const outline = readOutline(source);
	const summary = summarizeBytes(source, outline);
	const issues = [...summary.issues, ...listFaultIssues(source, outline)];
	return { outline, summary: { format: 'bin', fileSize: outline.byteLength, ...summary, issues } };
}
