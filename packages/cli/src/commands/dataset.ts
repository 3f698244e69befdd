import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	DATASETS,
	type DatasetInfo,
	type DatasetName,
	type DatasetOptions,
	decodeRecording,
	encodeDataset,
	type NamedRecording,
} from '@handreel/convert';
import { LEROBOT_DEFAULTS } from '@handreel/convert/lerobot';
import { DEFAULT_SPACE, type Issue } from '@handreel/core';
import { formatBytes, formatPlural, formatSeconds } from '@handreel/text';
import { readBytes } from '../files/read-file.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { removeExtension } from '../formats/find-format.ts';
import { type InputFile, isFolder, listInputs } from '../formats/list-inputs.ts';
import { errorText, UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, openReport, writeOutput } from '../print/output.ts';
import { type IssueLine, printIssues } from '../print/print-issues.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addPaths } from './define-edit.ts';
import { oneOf, parsePositive, parseSpace } from './parse-arguments.ts';

interface DatasetCommandOptions extends Omit<DatasetOptions, 'state' | 'action'> {
	readonly to?: DatasetName;
	readonly state?: string;
	readonly action?: string;
	readonly force?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
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
		command
			.option(
				'--to <format>',
				`format: ${DATASETS.map(({ name }) => name).join(', ')} (default: parquet for .parquet files, otherwise lerobot)`,
				oneOf(DATASETS.map(({ name }) => name)),
			)
			.option(
				'--frame-rate <hz>',
				`frames per second (default: ${LEROBOT_DEFAULTS.frameRate} for lerobot; a row at each time of a key or marker for parquet)`,
				parsePositive,
			)
			.option('--space <space>', `coordinate system: unity or webxr (default: ${DEFAULT_SPACE})`, parseSpace)
			.option('--raw', 'keep rotations as stored, neither normalized nor sign-aligned (parquet only)')
			.option('--state <parts>', 'comma-separated parts of observation.state (lerobot only)')
			.option('--action <parts>', 'comma-separated parts of action (lerobot only; default: the next state)')
			.option(
				'--tasks <origin>',
				`tasks from file names or from markers: names, markers (lerobot only; default: ${LEROBOT_DEFAULTS.tasks})`,
				oneOf(['names', 'markers']),
			)
			.option('--task <text>', 'the task of all frames (lerobot only)')
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
	const lines: IssueLine[] = [];
	const recordings: NamedRecording[] = [];
	for (const input of inputs) {
		try {
			const { recording, issues } = await decodeRecording(await readBytes(input.path), { keep: true });
			lines.push(...issues.map((issue) => ({ path: input.path, issue })));
			recordings.push({ name: nameOf(input), recording });
		} catch (error) {
			process.stderr.write(`handreel: ${escapeText(input.path, 400)}: ${errorText(error)}\n`);
		}
	}
	if (recordings.length < inputs.length) {
		const failed = formatPlural(inputs.length - recordings.length, 'file');
		process.stderr.write(`handreel: ${failed} could not be read; nothing was written\n`);
		return 1;
	}
	const { files, issues } = await encodeDataset(recordings, format.name, chooseOptions(options));
	let bytes = 0;
	for (const { path, chunks } of files) {
		const content = Buffer.concat([...chunks]);
		bytes += content.length;
		await writeWhole(format.extension === null ? join(target, path) : target, content, {
			force: options.force ?? false,
		});
	}
	const seconds = recordings.reduce((sum, { recording }) => sum + recording.duration, 0);
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

// Without the name in front of the message, problems of the same kind are printed as one line.
function nameLine(issue: Issue, recordings: readonly NamedRecording[], target: string): IssueLine {
	const name = recordings.find((entry) => issue.message.startsWith(`${entry.name}: `))?.name;
	if (name === undefined) return { path: target, issue, prefix: 'not kept' };
	const message = issue.message.slice(name.length + 2);
	return { path: name, issue: { ...issue, message }, prefix: 'not kept' };
}

function chooseFormat(target: string, options: DatasetCommandOptions): DatasetInfo {
	const isParquet = target.toLowerCase().endsWith('.parquet');
	const format = DATASETS.find(({ name }) => name === (options.to ?? (isParquet ? 'parquet' : 'lerobot')));
	if (format === undefined) throw new UsageError(`--to: ${options.to} is not a data set format`);
	for (const [flag, option] of FLAGS) {
		if (options[option] === undefined || format.options.includes(option)) continue;
		const others = DATASETS.filter((other) => other.options.includes(option)).map(({ name }) => name);
		throw new UsageError(`${flag} works with ${others.join(', ')} only; the format is ${format.name}`);
	}
	return format;
}

const FLAGS = [
	['--raw', 'raw'],
	['--state', 'state'],
	['--action', 'action'],
	['--tasks', 'tasks'],
	['--task', 'task'],
] as const;

function chooseOptions({ frameRate, space, raw, state, action, tasks, task }: DatasetCommandOptions): DatasetOptions {
	const split = (parts: string): string[] => parts.split(',').map((part) => part.trim());
	return {
		...(frameRate === undefined ? {} : { frameRate }),
		...(space === undefined ? {} : { space }),
		...(raw === undefined ? {} : { raw }),
		...(state === undefined ? {} : { state: split(state) }),
		...(action === undefined ? {} : { action: split(action) }),
		...(tasks === undefined ? {} : { tasks }),
		...(task === undefined ? {} : { task }),
	};
}

// A folder with other files would become part of the data set.
function checkTarget(target: string, { extension }: DatasetInfo, force: boolean): void {
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
