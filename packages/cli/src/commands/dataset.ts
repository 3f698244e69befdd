import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	DATASETS,
	type DatasetName,
	type DatasetOptions,
	decodeRecording,
	encodeDataset,
	type KnownDataset,
	type NamedRecording,
	type RecordingSource,
} from '@handreel/convert';
import { createRecording, type Issue, type Recording } from '@handreel/core';
import { isFolder } from '@handreel/node/internal';
import { formatBytes, formatPlural, formatSeconds } from '@handreel/text';
import { readBytes } from '../files/read-file.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { findOption, listTakers, pickOptions, removeExtension } from '../formats/find-format.ts';
import { type InputFile, listInputs } from '../formats/list-inputs.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, openReport, writeError, writeOutput } from '../print/output.ts';
import { type IssueLine, printIssues } from '../print/print-issues.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addPaths } from './define-edit.ts';
import { addSharedFlags, listFlagNames, toFlag } from './option-flags.ts';
import { oneOf } from './parse-arguments.ts';

interface DatasetCommandOptions extends DatasetOptions {
	readonly to?: DatasetName;
	readonly force?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
	readonly [name: string]: unknown;
}

/** `handreel dataset`. */
export const dataset: CommandDefinition = {
	configure: (command) => {
		command.description('Write recordings as one data set: a Parquet file, or a folder for LeRobot.');
		addPaths(
			command,
			'recordings, or folders of recordings',
			'a .parquet file, or a new folder for a LeRobot data set',
		);
		command.option(
			'--to <format>',
			`format: ${DATASETS.map(({ name }) => name).join(', ')} (default: parquet for .parquet files, otherwise lerobot)`,
			oneOf(DATASETS.map(({ name }) => name)),
		);
		addSharedFlags(command, DATASETS)
			.option('-f, --force', 'overwrite an existing file')
			.option('-q, --quiet', 'print errors only')
			.option('--json', 'print a JSON object')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel dataset recordings/ recordings.parquet --frame-rate 60',
						'handreel dataset before.bin after.bin two.parquet',
						'handreel dataset recordings/ hands/ --tasks markers',
						'handreel dataset session.bin pinches/ --state right_wrist,head --action right_pinching',
					],
					`Every recording is a row group of a Parquet file, or an episode of a LeRobot data set. Parts are
head, gaze, left_wrist, left_indexTip.position, right_palm.rotation, left_pinching and so on.

Exit codes: 0 success, 1 a file could not be read or written, 2 usage error.`,
				),
			)
			.action(async (paths: string[], options: DatasetCommandOptions) => {
				process.exitCode = await runDataset(paths, options);
			});
	},
};

// Returns the exit code.
async function runDataset(paths: readonly string[], options: DatasetCommandOptions): Promise<number> {
	const target = paths.at(-1);
	if (paths.length < 2 || target === undefined) {
		throw new UsageError('missing output: add a .parquet file or a folder as the last argument');
	}
	const format = chooseFormat(target, options);
	const inputs = listInputs(paths.slice(0, -1));
	checkNames(inputs);
	checkTarget(target, format, options.force ?? false);
	const reading = new InputReader();
	const recordings = inputs.map((input) => reading.createSource(input));
	const encoded = await encode(recordings, format, pickOptions(options, Object.keys(format.options)), reading);
	if (encoded === null) return 1;
	const { files, issues } = encoded;
	const { lines, seconds } = reading;
	let bytes = 0;
	const count = async function* (chunks: Chunks): AsyncGenerator<Uint8Array> {
		for await (const chunk of chunks) {
			bytes += chunk.length;
			yield chunk;
		}
	};
	for (const { path, chunks } of files) {
		const file = format.extension === null ? join(target, path) : target;
		await writeWhole(file, count(chunks), { force: options.force ?? false });
	}
	lines.push(...issues.map((issue) => nameLine(issue, recordings, target)));
	if (options.json) {
		const names = recordings.map(({ name }) => name);
		writeOutput(formatJson({ output: target, format: format.name, recordings: names, seconds, bytes, issues }));
	} else if (!options.quiet) {
		const { style, say } = openReport(false);
		const facts = [formatPlural(recordings.length, 'recording'), formatSeconds(seconds), formatBytes(bytes)];
		say(`${style.strong(escapeText(target, 400))}  ${facts.join(', ')}\n`);
	}
	if (!options.quiet) printIssues(lines);
	return 0;
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

interface Encoded {
	readonly files: readonly { readonly path: string; readonly chunks: Chunks }[];
	readonly issues: readonly Issue[];
}

// Files are written from one recording at a time where possible. Returns `null` if a file could not be read: then nothing is written.
async function encode(
	sources: readonly RecordingSource[],
	format: KnownDataset,
	options: DatasetOptions,
	reading: InputReader,
): Promise<Encoded | null> {
	if (format.loadStreamer !== undefined) {
		const stream = await format.loadStreamer();
		const { files, issues } = await stream(sources, options);
		return reading.reportFailures() ? null : { files, issues };
	}
	const recordings: NamedRecording[] = [];
	for (const { name, load } of sources) recordings.push({ name, recording: await load() });
	return reading.reportFailures() ? null : encodeDataset(recordings, format.name, options);
}

/** Reads inputs, twice if need be. The first time, files that cannot be read are named and count as empty recordings. */
class InputReader {
	readonly lines: IssueLine[] = [];
	seconds = 0;
	#failed = 0;

	createSource(input: InputFile): RecordingSource {
		let kept: Recording | null = null;
		let hash: string | null = null;
		const load = async (): Promise<Recording> => {
			const bytes = await readBytes(input.path);
			const { recording, issues } = await decodeRecording(bytes, { keep: true });
			const found = createHash('sha256').update(bytes).digest('hex');
			if (hash !== null && hash !== found) throw new Error(`${escapeText(input.path, 400)}: the file has changed`);
			if (hash !== null) return recording;
			hash = found;
			this.lines.push(...issues.map((issue) => ({ path: input.path, issue })));
			this.seconds += recording.duration;
			if (!canReadAgain(input.path)) kept = recording;
			return recording;
		};
		return {
			name: nameOf(input),
			load: async () => {
				if (kept !== null || hash !== null) return kept ?? load();
				try {
					return await load();
				} catch (error) {
					writeError(`handreel: ${escapeText(input.path, 400)}: ${errorText(error)}`);
					this.#failed++;
					return createRecording({});
				}
			},
		};
	}

	/** Whether files could not be read. Reports their number. */
	reportFailures(): boolean {
		if (this.#failed === 0) return false;
		const failed = formatPlural(this.#failed, 'file');
		writeError(`handreel: ${failed} could not be read; nothing was written`);
		return true;
	}
}

// Standard input and pipes give their bytes once.
function canReadAgain(path: string): boolean {
	return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

// Without the name in front of the message, problems of the same kind are printed as one line.
function nameLine(issue: Issue, recordings: readonly RecordingSource[], target: string): IssueLine {
	const name = recordings.find((entry) => issue.message.startsWith(`${entry.name}: `))?.name;
	if (name === undefined) return { path: target, issue, prefix: 'not kept' };
	const message = issue.message.slice(name.length + 2);
	return { path: name, issue: { ...issue, message }, prefix: 'not kept' };
}

function chooseFormat(target: string, options: DatasetCommandOptions): KnownDataset {
	const isParquet = target.toLowerCase().endsWith('.parquet');
	const format = DATASETS.find(({ name }) => name === (options.to ?? (isParquet ? 'parquet' : 'lerobot')));
	if (format === undefined) throw new UsageError(`--to: ${options.to} is not a data set format`);
	for (const name of listFlagNames(DATASETS)) {
		if (options[name] === undefined || findOption(format, name) !== null) continue;
		throw new UsageError(`${toFlag(name)} works with ${listTakers(DATASETS, name)} only; the format is ${format.name}`);
	}
	return format;
}

// A folder with other files would become part of the data set.
function checkTarget(target: string, { extension }: KnownDataset, force: boolean): void {
	if (extension !== null) checkFree(target, force);
	else if (!isFolder(target)) checkFree(target, false);
	else if (readdirSync(target).length > 0)
		throw new Error(`${escapeText(target, 400)}: the folder is not empty; choose another`);
}

function checkNames(inputs: readonly InputFile[]): void {
	const seen = new Map<string, InputFile>();
	for (const input of inputs) {
		const other = seen.get(nameOf(input));
		if (other !== undefined) {
			throw new UsageError(`${other.path} and ${input.path} have the same name; give the folder that holds both`);
		}
		seen.set(nameOf(input), input);
	}
}

// `a/b` for `dir/a/b.bin` if `dir` was given.
function nameOf({ name }: InputFile): string {
	return removeExtension(name).replaceAll('\\', '/');
}
