import { ENTRIES } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { startJsonEntries } from '../print/json-entries.ts';
import { outputStyle, writeData, writeError, writeOutput } from '../print/output.ts';
import { IssueKinds } from '../print/print-issues.ts';
import { FigureTable, FileTable, printMeasures } from '../print/print-measures.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addBatchOptions } from './define-edit.ts';
import { addMeasureOptions, chooseMeasures, type MeasureChoices } from './measure-options.ts';

interface MeasureCommandOptions extends MeasureChoices {
	readonly json?: boolean;
	readonly csv?: boolean;
	readonly problems: boolean;
	readonly threads?: number;
	readonly timeout?: number;
}

/** `handreel measure`. */
export const measure: CommandDefinition = {
	configure: (command) => {
		command
			.description('Measure tracking, speed, smoothness, pinches, reaches, hand size and gaze.')
			.argument('<file...>', 'recordings in any readable format, folders of recordings, or - for standard input')
			.option('--json', 'print a JSON array with all figures of each file')
			.option('--csv', 'print a CSV table with all figures, one row per file')
			.option('--no-problems', 'do not count problems, which takes most of the time');
		addBatchOptions(addMeasureOptions(command))
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel measure session.bin',
						'handreel measure recordings/ --csv > figures.csv',
						'handreel measure session.bin --cutoff 6 --min-reach 0.02',
						"handreel measure recordings/ --json | jq '.[] | [.file, .hands.right.motion.wrist.speed.p95]'",
					],
					`Prints a page for one file and a table for several. Lengths are in meters, times in seconds.
Motion is resampled and filtered, so that recordings with different frame rates can be compared:
always compare figures of the same options. MEASURES.md defines every figure.

Exit codes: 0 success, 1 a file could not be read, 2 usage error.`,
				),
			)
			.action(async (files: string[], options: MeasureCommandOptions) => {
				process.exitCode = await runMeasure(files, options);
			});
	},
};

// Returns the exit code: 1 if a file could not be read.
async function runMeasure(
	files: readonly string[],
	{ json = false, csv = false, problems, threads, timeout, ...choices }: MeasureCommandOptions,
): Promise<number> {
	if (json && csv) throw new UsageError('--json and --csv exclude each other');
	const settings = chooseMeasures(choices);
	// Loaded here, because `queue` has this command too and does not measure files itself.
	const { measureFile, failMeasure } = await import('../batch/measure-file.ts');
	const inputs = listInputs(files);
	const entries = json ? startJsonEntries(inputs.length === 1) : null;
	const table = csv ? new FigureTable() : new FileTable();
	const issues = new IssueKinds();
	const jobs = inputs.map((input) => ({ input, withProblems: problems, settings }));
	const options = { isQuiet: json || csv, threads, timeout };
	let failures = 0;
	await runJobs('measure', { run: measureFile, fail: failMeasure }, jobs, options, (result) => {
		const { file, measures, readIssues, error } = result;
		for (const issue of readIssues) issues.add({ path: file, issue });
		entries?.add(ENTRIES.measure(result));
		if (error !== null) {
			failures++;
			writeError(`handreel: ${escapeText(file, 400)}: ${error.text}`);
		}
		if (json || measures === null) return;
		if (csv || inputs.length > 1) table.add(file, measures);
		else writeOutput(`${printMeasures(file, measures, outputStyle).join('\n')}\n`);
	});
	entries?.end();
	if (csv) writeData(table.format());
	else if (!json && inputs.length > 1) writeOutput(table.format());
	issues.print();
	return failures === 0 ? 0 : 1;
}
