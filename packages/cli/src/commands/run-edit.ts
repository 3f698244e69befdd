import type { WritableFormatName } from '@handreel/convert';
import { describeLayout, type Issue, type Recording } from '@handreel/core';
import { formatBytes, formatCount, formatPlural, formatSeconds } from '@handreel/text';
import type { Edit } from '../batch/edit.ts';
import { describeWritten, editFile, failEdit } from '../batch/edit-file.ts';
import { type EditJob, type EditResult, ENTRIES, type Written } from '../batch/job.ts';
import { runJobs } from '../batch/run-jobs.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { encodeOutput, type OutputOptions } from '../formats/encode-output.ts';
import {
	findOption,
	findWritable,
	listTakers,
	nameRecording,
	pickOptions,
	WRITABLE,
	WRITABLE_NAMES,
} from '../formats/find-format.ts';
import { findFormatOfOutput, planOutputs } from '../formats/plan-outputs.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { type JsonEntries, startJsonEntries } from '../print/json-entries.ts';
import { openReport, type Report, writeData, writeError } from '../print/output.ts';
import { IssueKinds } from '../print/print-issues.ts';
import type { Style } from '../print/style.ts';
import { listFlagNames, toFlag } from './option-flags.ts';
import { chooseTolerances, type ToleranceOptions } from './tolerance-options.ts';

/** Notes may quote a file. */
const MAX_NOTE = 1000;
const MAX_DIFFERENCES = 5;

/** The options that all edits have, as commander returns them, and those of the edit and of formats. */
export interface CommonOptions extends ToleranceOptions {
	readonly to?: string;
	readonly keys?: string;
	readonly round?: boolean;
	readonly force?: boolean;
	readonly verify?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
	readonly threads?: number;
	readonly timeout?: number;
	readonly [name: string]: unknown;
}

/** Edits files and returns the exit code: 1 if a file could not be edited or problems remain. */
export async function runEdit(
	name: string,
	edit: Edit,
	paths: readonly string[],
	options: CommonOptions,
): Promise<number> {
	const { quiet = false, json = false, threads, timeout } = options;
	const isToStdout = endsInStdout(paths);
	// Before planning, which reads standard input.
	if (isToStdout && json) throw new UsageError(JSON_TO_STDOUT);
	const jobs = await planEdit(name, edit, paths, options);
	const report = new EditReport(jobs.length, { isQuiet: quiet, isJson: json, isToStdout });
	const batch = {
		isQuiet: quiet || json,
		outputs: jobs.map(({ output }) => output),
		threads,
		timeout,
	};
	await runJobs('edit', { run: (job) => editFile(edit, job), fail: failEdit }, jobs, batch, (result) =>
		report.add(result),
	);
	return report.end();
}

/** Chooses the output files of an edit. Throws a `UsageError` for options that contradict each other or have no effect. */
export async function planEdit(
	name: string,
	edit: Edit,
	paths: readonly string[],
	options: CommonOptions,
): Promise<EditJob[]> {
	edit.check?.(options);
	// Before planning, which reads standard input.
	if (endsInStdout(paths) && edit.hasPieces)
		throw new UsageError('standard output takes a single result; write to a file or a folder instead');
	const files = await planOutputs(paths, options.to, { extensions: edit.extensions, keepsReels: name !== 'convert' });
	for (const format of new Set(files.map((file) => file.format))) checkOutput(edit, format, options);
	if (name === 'optimize' && files.some(({ format }) => format === 'reel')) refuseKeyOptions(options);
	return files.map(({ input, output, format }): EditJob => {
		const write = chooseOutput(edit, format, options, name === 'optimize');
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
): Promise<number> {
	const { quiet = false, json = false, force = false } = options;
	let report: EditReport | null = null;
	for (const { recording, input, output, isReel = false } of made) {
		const isToStdout = output === '-';
		const format = findFormatOfOutput(output, options.to ?? (isToStdout ? (isReel ? 'reel' : 'bin') : undefined));
		if (isToStdout && json) throw new UsageError(JSON_TO_STDOUT);
		checkOutput(ALL_OPTIONS, format, options);
		if (!isToStdout) checkFree(output, force);
		const name = nameRecording(isToStdout ? input : output);
		const write: OutputOptions = { ...chooseOutput(ALL_OPTIONS, format, options), name };
		const encoded = await encodeOutput(recording, write);
		if (!isToStdout) await writeWhole(output, encoded.bytes, { force });
		const written = await describeWritten(output, recording, encoded, write);
		const stdout = isToStdout ? encoded.bytes : null;
		const nothing = { readIssues: [], notes: [], report: {}, hasProblems: false, error: null };
		report ??= new EditReport(count, { isQuiet: quiet, isJson: json, isToStdout });
		report.add({ ...nothing, input, written: [written], stdout });
	}
	return report?.end() ?? 0;
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
		this.#hasProblems ||= hasProblems || written.some(({ differences = [] }) => differences.length > 0);
		if (stdout !== null) writeData(stdout);
		this.#entries?.add(ENTRIES.edit(result));
		if (!this.#options.isJson && !this.#options.isQuiet && (error === null || written.length > 0)) {
			const lines = [
				...notes.map((note) => escapeText(note, MAX_NOTE)),
				...written.map((file) => writtenLine(file, style)),
			];
			const heading = this.#total > 1 && lines.length > 1 ? [style.heading(escapeText(input, 400))] : [];
			say(`${[...heading, ...lines].join('\n')}\n`);
		}
		// Notes are for 'handreel check' and --json.
		const isWarning = ({ severity }: Issue): boolean => severity !== 'info';
		for (const issue of readIssues.filter(isWarning)) this.#issues.add({ path: input, issue });
		for (const { path, issues } of written) {
			for (const issue of issues.filter(isWarning)) this.#issues.add({ path, issue, prefix: 'not kept' });
		}
		for (const { path, differences = [] } of written) {
			if (differences.length === 0) continue;
			const more = differences.length > MAX_DIFFERENCES ? `; and ${differences.length - MAX_DIFFERENCES} more` : '';
			const list = differences.slice(0, MAX_DIFFERENCES).map((text) => escapeText(text, MAX_NOTE));
			writeError(`handreel: ${escapeText(path, 400)}: differs from what was written: ${list.join('; ')}${more}`);
		}
		if (error === null) return;
		this.#failed.push(input);
		writeError(`handreel: ${escapeText(input, 400)}: ${error.text}`);
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
				writeError(`handreel: ${formatPlural(this.#failed.length, 'file')} failed:`);
				for (const input of this.#failed) writeError(`  ${escapeText(input, 400)}`);
			}
		}
		return this.#hasProblems ? 1 : 0;
	}
}

// A line per written file, others with what has to be set to import it, and that MRTK cannot read it.
function writtenLine({ path, bytes, seconds, keys, layout, issues, differences }: Written, style: Style): string {
	const check = differences?.length === 0 ? ', verified' : '';
	const facts = `${formatSeconds(seconds)}, ${formatPlural(keys, 'key')}, ${formatBytes(bytes)}${check}`;
	const line = `${style.strong(path === '-' ? 'standard output' : escapeText(path, 400))}  ${facts}`;
	const sampling = issues.find((issue) => issue.severity === 'info' && issue.path === 'frames');
	if (sampling !== undefined) return `${line}\n${style.dim(`  ${sampling.message.slice('frames: '.length)}`)}`;
	if (layout === null || describeLayout(layout).writtenBy !== null) return line;
	return `${line}\n${style.dim(`  MRTK cannot read the layout ${layout}; use --layout mrtk-1.1 for Unity`)}`;
}

/** What takes the options of all formats. */
const ALL_OPTIONS: Pick<Edit, 'takesFormatOptions'> = { takesFormatOptions: true };

// The options of formats that an edit takes. Edits have flags of the same names for other purposes.
function listOptions({ takesFormatOptions }: Pick<Edit, 'takesFormatOptions'>): string[] {
	return takesFormatOptions ? listFlagNames(WRITABLE) : ['layout'];
}

// Refuses options that would have no effect.
function checkOutput(edit: Pick<Edit, 'takesFormatOptions'>, format: WritableFormatName, options: CommonOptions): void {
	const check = (flag: string, name: string, value: unknown): void => {
		if (value === undefined) return;
		const option = findOption(findWritable(format)!, name);
		if (option === null) {
			const hint = HINTS[name] ?? '';
			throw new UsageError(
				`${flag} works with ${listTakers(WRITABLE, name)}${hint} only; the output format is ${format}`,
			);
		}
		if (option.type === 'choice' && !option.choices.includes(value as string))
			throw new UsageError(`${flag}: ${value} is not a ${name} of ${format}; use one of ${option.choices.join(', ')}`);
	};
	for (const name of listOptions(edit)) check(toFlag(name), name, options[name]);
	if (!edit.takesFormatOptions) return;
	check('--meshes', 'meshes', options['meshes']);
	for (const name of ['tolerance', 'mm', 'degrees'] as const) check(toFlag(name), 'tolerances', options[name]);
}

/** The commands that do the same for other formats. */
const HINTS: Readonly<Record<string, string>> = {
	frameRate: " ('handreel resample' changes the keys)",
	tolerances: " ('handreel optimize' removes keys in other formats)",
};

function refuseKeyOptions({ keys, round }: CommonOptions): void {
	const flag = keys !== undefined ? '--keys' : round ? '--round' : null;
	const others = WRITABLE_NAMES.filter((name) => name !== 'reel').join(', ');
	if (flag !== null) throw new UsageError(`${flag} works with ${others} only; the output format is reel`);
}

function chooseOutput(
	edit: Pick<Edit, 'takesFormatOptions'>,
	to: WritableFormatName,
	options: CommonOptions,
	isOptimized = false,
): OutputOptions {
	const { force = false, tolerance, mm, degrees } = options;
	// A reel may deviate from the recording if it is the result of `optimize`, otherwise on request.
	const hasTolerances = edit.takesFormatOptions && [mm, degrees, tolerance].some((given) => given !== undefined);
	const isBounded = to === 'reel' && (isOptimized || hasTolerances);
	return {
		to,
		options: {
			...pickOptions(options, listOptions(edit)),
			tolerances: isBounded ? chooseTolerances(options) : undefined,
		},
		meshes: edit.takesFormatOptions ? (options['meshes'] as boolean | undefined) : undefined,
		force,
		verify: options.verify,
	};
}
