import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording, type RecordingMeasures } from '@handreel/core/measure';
import { formatPlural } from '@handreel/text';
import { listInputs } from '../formats/list-inputs.ts';
import { readInput } from '../formats/read-input.ts';
import { describeError, errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import { formatMeasuresCsv, printMeasures, printMeasuresTable } from '../print/print-measures.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

interface MeasureCommandOptions {
	readonly json?: boolean;
	readonly csv?: boolean;
	readonly problems: boolean;
}

/** `handreel measure`. */
export const measure: CommandDefinition = {
	configure: (command) => {
		command
			.description('Measure tracking, speed, smoothness, pinches, reaches, hand size and gaze.')
			.argument('<file...>', 'recordings in any readable format, folders of recordings, or - for standard input')
			.option('--json', 'print a JSON array with all figures of each file')
			.option('--csv', 'print a CSV table with all figures, one row per file')
			.option('--no-problems', 'do not count problems, which takes most of the time')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel measure session.bin',
						'handreel measure recordings/ --csv > figures.csv',
						"handreel measure recordings/ --json | jq '.[] | [.file, .hands.right.motion.wrist.speed.p95]'",
					],
					`Prints a page for one file and a table for several. Lengths are in meters, times in seconds.
Motion is resampled at 60 Hz and filtered at 10 Hz, so that recordings with different frame rates
can be compared; MEASURES.md defines every figure.

Exit codes: 0 success, 1 a file could not be read, 2 usage error.`,
				),
			)
			.action(async (files: string[], options: MeasureCommandOptions) => {
				process.exitCode = await runMeasure(files, options);
			});
	},
};

/** The figures of a file. */
interface Measured {
	readonly file: string;
	readonly measures: RecordingMeasures;
}

// Returns the exit code: 1 if a file could not be read.
async function runMeasure(files: readonly string[], options: MeasureCommandOptions): Promise<number> {
	if (options.json && options.csv) throw new UsageError('--json and --csv exclude each other');
	const inputs = listInputs(files);
	const measured: Measured[] = [];
	const entries: unknown[] = [];
	for (const { path: file } of inputs) {
		try {
			const recording = await readInput(file);
			const measures = measureRecording(recording, options.problems ? { diagnose: diagnoseRecording } : {});
			measured.push({ file, measures });
			entries.push({ file, ...measures });
		} catch (error) {
			entries.push({ file, error: describeError(error) });
			process.stderr.write(`handreel: ${escapeText(file, 400)}: ${errorText(error)}\n`);
		}
	}
	const [only] = measured;
	if (options.json) writeOutput(formatJson(entries));
	else if (options.csv) writeOutput(formatMeasuresCsv(measured));
	else if (inputs.length === 1) {
		if (only !== undefined) writeOutput(`${printMeasures(only.file, only.measures, outputStyle).join('\n')}\n`);
	} else {
		writeOutput(`${printMeasuresTable(measured).join('\n')}\n${formatPlural(measured.length, 'file')}\n`);
	}
	return measured.length === inputs.length ? 0 : 1;
}
