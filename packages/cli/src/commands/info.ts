import { describeFile, failInfo, WHOLE_FILE_LIMIT } from '../batch/describe-file.ts';
import type { InfoJob } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { escapeText } from '../print/escape-text.ts';
import { startJsonEntries } from '../print/json-entries.ts';
import { flushOutput, outputLook, writeError, writeSoon } from '../print/output.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addBatchOptions, addRecordingOption } from './define-edit.ts';

/** `handreel info`. */
export const info: CommandDefinition = {
	configure: (command) => {
		addRecordingOption(command)
			.description('Show layout, duration, keys, hands, controllers, markers and size of recordings.')
			.argument('<file...>', 'recordings in any readable format, folders of recordings, or - for standard input')
			.option('--json', 'print a JSON array with one entry per file')
			.option('--bytes', 'also list the content of every byte range');
		addBatchOptions(command)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel info session.bin',
						"handreel info recordings/*.bin --json | jq '.[] | [.file, .duration]'",
						'handreel info session.bin --bytes | less',
					],
					`Files above ${WHOLE_FILE_LIMIT / 2 ** 20} MiB are not read completely. Their duration is taken from the last key of each
curve, which is correct unless keys are unsorted. Other formats also show device, pointing rays,
controllers and tracks; --bytes shows the .bin file that they convert to.

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
	readonly threads?: number;
	readonly timeout?: number;
	readonly recording?: string;
}

// Returns the exit code: 1 if a file could not be read.
async function runInfo(
	files: readonly string[],
	{ json = false, bytes = false, threads, timeout, recording }: InfoOptions,
): Promise<number> {
	const inputs = listInputs(files);
	const entries = json ? startJsonEntries(inputs.length === 1) : null;
	const jobs = inputs.map((input): InfoJob => ({ input, withBytes: bytes, look: json ? null : outputLook, recording }));
	let exitCode = 0;
	let isFirst = true;
	// Results appear at once, so there is no need for a bar.
	const options = { isQuiet: true, threads, timeout };
	await runJobs('info', { run: describeFile, fail: failInfo }, jobs, options, ({ file, text, error }) => {
		if (entries !== null) entries.add(text);
		else if (error === null) writeSoon(`${isFirst ? '' : '\n'}${text}\n`);
		if (error === null) isFirst = false;
		else {
			exitCode = 1;
			flushOutput();
			writeError(`handreel: ${escapeText(file, 400)}: ${error.text}`);
		}
	});
	entries?.end();
	return exitCode;
}
