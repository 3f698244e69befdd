import { listSpans, readOutline } from '@handreel/core';
import type { Command } from 'commander';
import { openFile } from '../files/file-view.ts';
import { listInputs } from '../files/list-inputs.ts';
import { summarize } from '../info/summary.ts';
import { describeError, errorText } from '../print/error-text.ts';
import { formatJson } from '../print/json.ts';
import { printSpans } from '../print/print-spans.ts';
import { printSummary } from '../print/print-summary.ts';
import { createStyle } from '../print/style.ts';
import { formatForeign } from '../print/text.ts';

/** `handreel info`. */
export function configureInfo(command: Command): void {
	command
		.description('Shows what recordings hold: layout, sections, duration, keys, hands, markers and size.')
		.argument('<file...>', 'recordings, or folders of them')
		.option('--json', 'print a JSON array with one entry per file')
		.option('--bytes', 'also list what each byte range of the file is')
		.addHelpText(
			'after',
			`
Examples:
  handreel info session.bin
  handreel info recordings/*.bin --json | jq '.[] | [.file, .duration]'
  handreel info session.bin --bytes | less

Files above 16 MiB are not read as a whole. Their duration comes from the last key of each
curve, which is right unless keys are out of order.

Exit code: 0 when every file could be read, 1 when one could not, 2 for wrong use.`,
		)
		.action((files: string[], options: InfoOptions) => {
			process.exitCode = runInfo(files, options);
		});
}

interface InfoOptions {
	readonly json?: boolean;
	readonly bytes?: boolean;
}

// Prints what the files hold and returns the exit code: 1 when one could not be read.
function runInfo(files: readonly string[], options: InfoOptions): number {
	const style = createStyle(process.stdout);
	const entries: unknown[] = [];
	let exitCode = 0;
	let isFirst = true;
	for (const { path: file } of listInputs(files)) {
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
	if (options.json) process.stdout.write(formatJson(entries));
	return exitCode;
}
