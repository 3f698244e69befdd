import { isRecordingError, listSpans, readOutline } from '@handreel/core';
import { openFile } from '../file-view.ts';
import { summarize } from '../info/summary.ts';
import { printSpans } from '../print/print-spans.ts';
import { printSummary } from '../print/print-summary.ts';
import { createStyle } from '../print/style.ts';
import { formatForeign } from '../print/text.ts';

/** What `handreel info` can be told. */
export interface InfoOptions {
	readonly json?: boolean;
	readonly bytes?: boolean;
}

/** Prints what the files hold and returns the exit code: 1 when one could not be read. */
export function runInfo(files: readonly string[], options: InfoOptions): number {
	const style = createStyle(process.stdout);
	const entries: unknown[] = [];
	let exitCode = 0;
	let isFirst = true;
	for (const file of files) {
		try {
			const { view, memory, close } = openFile(file);
			try {
				const outline = readOutline(view);
				const summary = summarize(view, outline, memory);
				if (options.json) {
					entries.push({ file, ...summary, ...(options.bytes ? { spans: listSpans(outline) } : {}) });
					continue;
				}
				const lines = printSummary(file, summary, style);
				if (options.bytes) lines.push(...printSpans(outline, listSpans(outline), style));
				process.stdout.write(`${isFirst ? '' : '\n'}${lines.join('\n')}\n`);
				isFirst = false;
			} finally {
				close();
			}
		} catch (error) {
			exitCode = 1;
			if (options.json) entries.push({ file, error: describeError(error) });
			process.stderr.write(`handreel: ${formatForeign(file, 400)}: ${errorText(error)}\n`);
		}
	}
	// JSON has no infinite numbers; a file may.
	const replace = (_: string, value: unknown): unknown =>
		typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
	if (options.json) process.stdout.write(`${JSON.stringify(entries, replace, 2)}\n`);
	return exitCode;
}

function describeError(error: unknown): unknown {
	return isRecordingError(error) ? error.issue : { code: errorCode(error), message: errorText(error) };
}

function errorText(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	const texts: Readonly<Record<string, string>> = { ENOENT: 'no such file', EACCES: 'no permission to read it' };
	return texts[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

function errorCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
