import type { EncodeOptions, FileLayoutName, WritableFormatName } from '@handreel/convert';
import { describeLayout, type Recording } from '@handreel/core';
import { formatBytes, formatCount, formatPlural, formatSeconds } from '@handreel/text';
import type { Edit } from '../batch/edit.ts';
import { describeWritten, editFile } from '../batch/edit-file.ts';
import type { EditJob, EditResult, Written } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { decodeOutput, encodeOutput, type OutputOptions } from '../formats/encode-output.ts';
import { findWritable, listFormatsWith, takesOption, WRITABLE_NAMES } from '../formats/find-format.ts';
import { planOutputs } from '../formats/plan-outputs.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, openReport, type Report, writeOutput } from '../print/output.ts';
import { type IssueLine, printIssues } from '../print/print-issues.ts';
import type { Style } from '../print/style.ts';
import { chooseTolerances } from './tolerance-options.ts';

/** The options that all edits have, as commander returns them. */
export interface CommonOptions {
	readonly to?: string;
	readonly layout?: FileLayoutName;
	readonly frameRate?: number;
	readonly space?: 'unity' | 'webxr';
	readonly raw?: boolean;
	readonly meshes?: boolean;
	readonly mm?: number;
	readonly degrees?: number;
	readonly keys?: string;
	readonly round?: boolean;
	readonly force?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
	readonly threads?: number;
}

/** Edits files and returns the exit code: 1 if a file could not be edited or problems remain. */
export async function runEdit(
	name: string,
	edit: Edit,
	paths: readonly string[],
	options: CommonOptions & Readonly<Record<string, unknown>>,
): Promise<number> {
	const { quiet = false, json = false, threads, force = false } = options;
	edit.check?.(options);
	const plan = planOutputs(paths, options.to, edit.extensions);
	const isToStdout = plan.files[0]?.output === '-';
	if (isToStdout && json)
		throw new UsageError('--json and the output - both use standard output; write to a file instead');
	if (isToStdout && edit.hasPieces)
		throw new UsageError('standard output takes a single result; write to a file or a folder instead');
	checkOutput(name, plan.format, options);
	const write: OutputOptions = {
		...chooseOutput(options),
		...(isBounded(name, plan.format, options) ? { tolerances: chooseTolerances(options) } : {}),
		to: plan.format,
		force,
	};
	const jobs = plan.files.map(({ input, output }): EditJob => ({ edit: name, options, input, output, write }));
	const results = await runJobs('edit', (job) => editFile(edit, job), jobs, {
		isQuiet: quiet || json,
		outputs: jobs.map(({ output }) => output),
		...(threads === undefined ? {} : { threads }),
	});
	report(results, { isQuiet: quiet, isJson: json, isToStdout });
	return results.some(({ hasProblems }) => hasProblems) ? 1 : 0;
}

/** Writes and reports a recording in the same way as {@link runEdit}. */
export async function writeResult(
	recording: Recording,
	input: string,
	output: string,
	options: CommonOptions,
): Promise<void> {
	const { quiet = false, json = false, force = false } = options;
	const { format } = planOutputs([input, output], options.to);
	const isToStdout = output === '-';
	if (isToStdout && json)
		throw new UsageError('--json and the output - both use standard output; write to a file instead');
	checkOutput('convert', format, options);
	if (!isToStdout) checkFree(output, force);
	const encoded = await encodeOutput(recording, { ...chooseOutput(options), to: format, force });
	if (!isToStdout) await writeWhole(output, encoded.bytes, { force });
	const written = describeWritten(output, await decodeOutput(encoded, recording), encoded);
	const stdout = isToStdout ? encoded.bytes : null;
	const nothing = { readIssues: [], notes: [], report: {}, hasProblems: false, error: null };
	report([{ ...nothing, input, written: [written], stdout }], { isQuiet: quiet, isJson: json, isToStdout });
}

interface ReportOptions {
	readonly isQuiet: boolean;
	readonly isJson: boolean;
	readonly isToStdout: boolean;
}

function report(results: readonly EditResult[], { isQuiet, isJson, isToStdout }: ReportOptions): void {
	const { style, say } = openReport(isToStdout);
	for (const { stdout } of results) if (stdout !== null) writeOutput(stdout);
	if (isJson) {
		const entries = results.map(({ input, readIssues, written, report: facts, error }) =>
			error === null ? { input, ...facts, readIssues, written } : { input, error: error.detail, written },
		);
		writeOutput(formatJson(entries));
	}
	for (const { input, written, notes, error } of results) {
		if (!isJson && !isQuiet && (error === null || written.length > 0)) {
			const lines = [...notes, ...written.map((file) => writtenLine(file, style))];
			const heading = results.length > 1 && lines.length > 1 ? [style.heading(escapeText(input, 400))] : [];
			say(`${[...heading, ...lines].join('\n')}\n`);
		}
		if (error !== null) process.stderr.write(`handreel: ${escapeText(input, 400)}: ${error.text}\n`);
	}
	if (!isQuiet) printIssues(results.flatMap(listIssues));
	if (!isQuiet && !isJson) writeSummary(results, say);
}

function listIssues({ input, readIssues, written }: EditResult): IssueLine[] {
	return [
		...readIssues.map((issue) => ({ path: input, issue })),
		...written.flatMap(({ path, issues }) => issues.map((issue) => ({ path, issue, prefix: 'not kept' }))),
	];
}

// A line per written file, and another if MRTK cannot read it.
function writtenLine({ path, bytes, seconds, keys, layout }: Written, style: Style): string {
	const facts = `${formatSeconds(seconds)}, ${formatPlural(keys, 'key')}, ${formatBytes(bytes)}`;
	const line = `${style.strong(path === '-' ? 'standard output' : escapeText(path, 400))}  ${facts}`;
	if (layout === null || describeLayout(layout).writtenBy !== null) return line;
	return `${line}\n${style.dim(`  MRTK cannot read the layout ${layout}; use --layout mrtk-1.1 for Unity`)}`;
}

function writeSummary(results: readonly EditResult[], say: Report['say']): void {
	const failed = results.filter(({ error }) => error !== null);
	if (results.length < 2) return;
	say(`${formatCount(results.length - failed.length)} of ${formatPlural(results.length, 'file')} written\n`);
	if (failed.length === 0) return;
	process.stderr.write(`handreel: ${formatPlural(failed.length, 'file')} failed:\n`);
	for (const { input } of failed) process.stderr.write(`  ${escapeText(input, 400)}\n`);
}

// Refuses options that would have no effect.
function checkOutput(edit: string, format: WritableFormatName, options: CommonOptions): void {
	const { layout, keys, round } = options;
	const refuse = (option: string, formats: string): never => {
		throw new UsageError(`${option} works with ${formats} only; the output format is ${format}`);
	};
	const listed = findWritable(format)?.layouts ?? [];
	if (layout !== undefined && listed.length > 0 && !listed.includes(layout))
		throw new UsageError(`--layout: ${layout} is not a layout of ${format}; use one of ${listed.join(', ')}`);
	for (const { flag, option, given, hint } of FORMAT_FLAGS) {
		if (given(options, edit) && !takesOption(format, option)) refuse(flag, `${listFormatsWith(option)}${hint ?? ''}`);
	}
	if (edit === 'optimize' && format === 'reel') {
		const others = WRITABLE_NAMES.filter((name) => name !== 'reel').join(', ');
		if (keys !== undefined) refuse('--keys', others);
		if (round) refuse('--round', others);
	}
}

/** A flag of the command that becomes an option of a format. */
interface FormatFlag {
	readonly flag: string;
	readonly option: keyof EncodeOptions;
	/** Whether the flag is given and meant for the format. Edits have flags of the same names for other purposes. */
	readonly given: (options: CommonOptions, edit: string) => boolean;
	/** The command that does the same for other formats. */
	readonly hint?: string;
}

const OPTIMIZE_HINT = " ('handreel optimize' removes keys in other formats)";
const FORMAT_FLAGS: readonly FormatFlag[] = [
	{ flag: '--layout', option: 'layout', given: ({ layout }) => layout !== undefined },
	{
		flag: '--frame-rate',
		option: 'frameRate',
		given: ({ frameRate }, edit) => edit === 'convert' && frameRate !== undefined,
		hint: " ('handreel resample' changes the keys)",
	},
	{ flag: '--space', option: 'space', given: ({ space }) => space !== undefined },
	{ flag: '--raw', option: 'raw', given: ({ raw }) => raw === true },
	{ flag: '--meshes', option: 'meshes', given: ({ meshes }) => meshes === true },
	{
		flag: '--mm',
		option: 'tolerances',
		given: ({ mm }, edit) => edit === 'convert' && mm !== undefined,
		hint: OPTIMIZE_HINT,
	},
	{
		flag: '--degrees',
		option: 'tolerances',
		given: ({ degrees }, edit) => edit === 'convert' && degrees !== undefined,
		hint: OPTIMIZE_HINT,
	},
];

// Whether a reel may deviate from the recording: always if it is the result of `optimize`, otherwise on request.
function isBounded(edit: string, format: WritableFormatName, { mm, degrees }: CommonOptions): boolean {
	if (format !== 'reel') return false;
	return edit === 'optimize' || (edit === 'convert' && (mm !== undefined || degrees !== undefined));
}

function chooseOutput({ layout, frameRate, space, raw, meshes }: CommonOptions): Partial<OutputOptions> {
	return {
		...(layout === undefined ? {} : { layout }),
		...(frameRate === undefined ? {} : { frameRate }),
		...(space === undefined ? {} : { space }),
		...(raw === undefined ? {} : { raw }),
		...(meshes === undefined ? {} : { meshes }),
	};
}
