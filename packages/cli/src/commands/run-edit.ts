import type { BvhTarget, EncodeOptions, FileLayoutName, WritableFormatName } from '@handreel/convert';
import { describeLayout, type Issue, type Recording, type SpaceName } from '@handreel/core';
import { formatBytes, formatCount, formatPlural, formatSeconds } from '@handreel/text';
import type { Edit } from '../batch/edit.ts';
import { describeWritten, editFile } from '../batch/edit-file.ts';
import { type EditJob, type EditResult, ENTRIES, type Written } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { decodeOutput, encodeOutput, type OutputOptions } from '../formats/encode-output.ts';
import { findWritable, listFormatsWith, nameRecording, takesOption, WRITABLE_NAMES } from '../formats/find-format.ts';
import { findFormatOfOutput, planOutputs } from '../formats/plan-outputs.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { type JsonEntries, startJsonEntries } from '../print/json-entries.ts';
import { openReport, type Report, writeOutput } from '../print/output.ts';
import { IssueKinds } from '../print/print-issues.ts';
import type { Style } from '../print/style.ts';
import { chooseTolerances, type ToleranceSizes } from './tolerance-options.ts';

/** The options that all edits have, as commander returns them. */
export interface CommonOptions {
	readonly to?: string;
	readonly layout?: FileLayoutName;
	readonly frameRate?: number;
	readonly space?: SpaceName;
	readonly raw?: boolean;
	readonly meshes?: boolean;
	readonly exact?: BvhTarget;
	readonly paths?: Readonly<Record<string, string>>;
	readonly mm?: number;
	readonly degrees?: number;
	readonly tolerance?: ToleranceSizes;
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
	const { quiet = false, json = false, threads } = options;
	const isToStdout = endsInStdout(paths);
	// Before planning, which reads standard input.
	if (isToStdout && json) throw new UsageError(JSON_TO_STDOUT);
	const jobs = await planEdit(name, edit, paths, options);
	const report = new EditReport(jobs.length, { isQuiet: quiet, isJson: json, isToStdout });
	const batch = {
		isQuiet: quiet || json,
		outputs: jobs.map(({ output }) => output),
		...(threads === undefined ? {} : { threads }),
	};
	await runJobs(
		'edit',
		(job) => editFile(edit, job),
		jobs,
		batch,
		(result) => report.add(result),
	);
	return report.end();
}

/** Chooses the output files of an edit. Throws a `UsageError` for options that contradict each other or have no effect. */
export async function planEdit(
	name: string,
	edit: Edit,
	paths: readonly string[],
	options: CommonOptions & Readonly<Record<string, unknown>>,
): Promise<EditJob[]> {
	edit.check?.(options);
	// Before planning, which reads standard input.
	if (endsInStdout(paths) && edit.hasPieces)
		throw new UsageError('standard output takes a single result; write to a file or a folder instead');
	const files = await planOutputs(paths, options.to, { extensions: edit.extensions, keepsReels: name !== 'convert' });
	for (const format of new Set(files.map((file) => file.format))) checkOutput(name, format, options);
	return files.map(({ input, output, format }): EditJob => {
		const write: OutputOptions = {
			...chooseOutput(options),
			...(isBounded(name, format, options) ? { tolerances: chooseTolerances(options) } : {}),
			to: format,
			force: options.force ?? false,
		};
		return { edit: name, options, input, output, write };
	});
}

const JSON_TO_STDOUT = '--json and the output - both use standard output; write to a file instead';

// A single path is an input.
function endsInStdout(paths: readonly string[]): boolean {
	return paths.length > 1 && paths[paths.length - 1] === '-';
}

/** A recording to write, what it was made from, and its file. */
export interface MadeRecording {
	readonly recording: Recording;
	readonly input: string;
	readonly output: string;
	/** Whether it was made from a reel, so that standard output is a reel. Default `false`. */
	readonly isReel?: boolean;
}

/**
 * Writes and reports `count` recordings one by one, in the same way as {@link runEdit}. Each is asked for when the one before
 * is written.
 */
export async function writeResults(
	made: Iterable<MadeRecording>,
	count: number,
	options: CommonOptions,
): Promise<void> {
	const { quiet = false, json = false, force = false } = options;
	let report: EditReport | null = null;
	for (const { recording, input, output, isReel = false } of made) {
		const isToStdout = output === '-';
		const format = findFormatOfOutput(output, options.to ?? (isToStdout ? (isReel ? 'reel' : 'bin') : undefined));
		if (isToStdout && json) throw new UsageError(JSON_TO_STDOUT);
		checkOutput('convert', format, options);
		if (!isToStdout) checkFree(output, force);
		const name = nameRecording(isToStdout ? input : output);
		const encoded = await encodeOutput(recording, { ...chooseOutput(options), to: format, force, name });
		if (!isToStdout) await writeWhole(output, encoded.bytes, { force });
		const written = describeWritten(output, await decodeOutput(encoded, recording), encoded);
		const stdout = isToStdout ? encoded.bytes : null;
		const nothing = { readIssues: [], notes: [], report: {}, hasProblems: false, error: null };
		report ??= new EditReport(count, { isQuiet: quiet, isJson: json, isToStdout });
		report.add({ ...nothing, input, written: [written], stdout });
	}
	report?.end();
}

interface ReportOptions {
	readonly isQuiet: boolean;
	readonly isJson: boolean;
	readonly isToStdout: boolean;
}

// Prints the results of an edit while they come.
class EditReport {
	readonly #total: number;
	readonly #options: ReportOptions;
	readonly #report: Report;
	readonly #entries: JsonEntries | null;
	readonly #issues = new IssueKinds();
	readonly #failed: string[] = [];
	#hasProblems = false;

	constructor(total: number, options: ReportOptions) {
		this.#total = total;
		this.#options = options;
		this.#report = openReport(options.isToStdout);
		this.#entries = options.isJson ? startJsonEntries(total === 1) : null;
	}

	add(result: EditResult): void {
		const { input, readIssues, written, notes, hasProblems, error, stdout } = result;
		const { style, say } = this.#report;
		this.#hasProblems ||= hasProblems;
		if (stdout !== null) writeOutput(stdout);
		this.#entries?.add(ENTRIES.edit(result));
		if (!this.#options.isJson && !this.#options.isQuiet && (error === null || written.length > 0)) {
			const lines = [...notes, ...written.map((file) => writtenLine(file, style))];
			const heading = this.#total > 1 && lines.length > 1 ? [style.heading(escapeText(input, 400))] : [];
			say(`${[...heading, ...lines].join('\n')}\n`);
		}
		// Notes are for 'handreel check' and --json.
		const isWarning = ({ severity }: Issue): boolean => severity !== 'info';
		for (const issue of readIssues.filter(isWarning)) this.#issues.add({ path: input, issue });
		for (const { path, issues } of written) {
			for (const issue of issues.filter(isWarning)) this.#issues.add({ path, issue, prefix: 'not kept' });
		}
		if (error === null) return;
		this.#failed.push(input);
		process.stderr.write(`handreel: ${escapeText(input, 400)}: ${error.text}\n`);
	}

	// Prints the summary and returns the exit code.
	end(): number {
		const { isQuiet, isJson } = this.#options;
		this.#entries?.end();
		if (!isQuiet) this.#issues.print();
		if (!isQuiet && !isJson && this.#total > 1) {
			this.#report.say(
				`${formatCount(this.#total - this.#failed.length)} of ${formatPlural(this.#total, 'file')} written\n`,
			);
			if (this.#failed.length > 0) {
				process.stderr.write(`handreel: ${formatPlural(this.#failed.length, 'file')} failed:\n`);
				for (const input of this.#failed) process.stderr.write(`  ${escapeText(input, 400)}\n`);
			}
		}
		return this.#hasProblems ? 1 : 0;
	}
}

// A line per written file, and another if MRTK cannot read it.
function writtenLine({ path, bytes, seconds, keys, layout }: Written, style: Style): string {
	const content = seconds === null || keys === null ? '' : `${formatSeconds(seconds)}, ${formatPlural(keys, 'key')}, `;
	const facts = content + formatBytes(bytes);
	const line = `${style.strong(path === '-' ? 'standard output' : escapeText(path, 400))}  ${facts}`;
	if (layout === null || describeLayout(layout).writtenBy !== null) return line;
	return `${line}\n${style.dim(`  MRTK cannot read the layout ${layout}; use --layout mrtk-1.1 for Unity`)}`;
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
	{ flag: '--exact', option: 'exact', given: ({ exact }) => exact !== undefined },
	{ flag: '--paths', option: 'paths', given: ({ paths }) => paths !== undefined },
	{
		flag: '--tolerance',
		option: 'tolerances',
		given: ({ tolerance }, edit) => edit === 'convert' && tolerance !== undefined,
		hint: OPTIMIZE_HINT,
	},
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
function isBounded(edit: string, format: WritableFormatName, { mm, degrees, tolerance }: CommonOptions): boolean {
	if (format !== 'reel') return false;
	return edit === 'optimize' || (edit === 'convert' && [mm, degrees, tolerance].some((given) => given !== undefined));
}

function chooseOutput({ layout, frameRate, space, raw, meshes, exact, paths }: CommonOptions): Partial<OutputOptions> {
	return {
		...(layout === undefined ? {} : { layout }),
		...(frameRate === undefined ? {} : { frameRate }),
		...(space === undefined ? {} : { space }),
		...(raw === undefined ? {} : { raw }),
		...(meshes === undefined ? {} : { meshes }),
		...(exact === undefined ? {} : { exact }),
		...(paths === undefined ? {} : { paths }),
	};
}
