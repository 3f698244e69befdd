import { FORMATS } from '@handreel/convert';
import { Argument, type Command } from 'commander';
import type { Edit } from '../batch/edit.ts';
import { WRITABLE, WRITABLE_NAMES } from '../formats/find-format.ts';
import type { CommandDefinition } from './command-entry.ts';
import { FILES_FROM_OPTION, NULL_OPTION } from './files-from.ts';
import { addSharedFlags } from './option-flags.ts';
import { oneOf, parseCount, parsePositive } from './parse-arguments.ts';
import type { CommonOptions } from './run-edit.ts';

/** A command that reads recordings, edits each and writes the results. */
export interface EditDefinition<O> extends Edit<O> {
	/** The inputs in the help. Default: recordings. */
	readonly inputs?: string;
	/** Adds description, options and examples. */
	readonly configure: (command: Command) => void;
}

/** Makes a command of an edit that has the same name. */
export function defineEdit<O>(name: string, definition: EditDefinition<O>): CommandDefinition {
	const edit = definition as unknown as Edit;
	return {
		configure: (command) => configureEdit(command, name, definition),
		edits: { [name]: edit },
	};
}

/** Adds what all edits have in common: inputs, output, how to write, and the action. */
export function configureEdit<O>(command: Command, name: string, definition: EditDefinition<O>): void {
	definition.configure(command);
	addPaths(
		command,
		definition.inputs ?? 'recordings, folders of recordings, or - for standard input',
		'file, folder (for several inputs), or - for standard output',
	);
	addOutputOptions(command)
		.option(...THREADS_OPTION)
		.option(...TIMEOUT_OPTION)
		.action(async (paths: string[], options: CommonOptions) => {
			const { runEdit } = await import('./run-edit.ts');
			process.exitCode = await runEdit(name, definition as unknown as Edit, paths, options);
		});
}

/** Adds the options of commands that read many files. Returns the command. */
export function addBatchOptions(command: Command): Command {
	return command
		.option(...THREADS_OPTION)
		.option(...TIMEOUT_OPTION)
		.option(...FILES_FROM_OPTION)
		.option(...NULL_OPTION);
}

/** The option of commands that process many files. */
export const THREADS_OPTION = [
	'--threads <count>',
	'maximum number of threads, each with about 30 MB and what its file needs; fewer with less than 512 MB of memory for each (default: the number of CPU cores)',
	parseCount,
] as const;

/** The option of commands that must not wait for ever for one of many files. */
export const TIMEOUT_OPTION = [
	'--timeout <seconds>',
	'time for each file, after which it counts as damaged (default: by size, at least two minutes)',
	parsePositive,
] as const;

/** Adds the option of commands that read files with several recordings. */
export function addRecordingOption(command: Command): Command {
	return addSharedFlags(command, READERS, ['recording']);
}

/** The formats with their options for reading. */
export const READERS = FORMATS.map(({ name, readOptions }) => ({ name, options: readOptions }));

/**
 * Adds inputs and an output, which comes last as with `cp`. Commander knows them as one list, because only its last
 * argument may have several values.
 */
export function addPaths(command: Command, inputs: string, output: string): void {
	const shown = [new Argument('<input...>', inputs), new Argument('<output>', output)];
	command
		.usage('[options] <input...> <output>')
		.argument('<input...>')
		.option(...FILES_FROM_OPTION)
		.option(...NULL_OPTION)
		.configureHelp({ visibleArguments: () => shown });
}

/** Adds the options that say how results are written and reported. */
export function addOutputOptions(command: Command): Command {
	command.option(
		'--to <format>',
		`output format: ${WRITABLE_NAMES.join(', ')} (default: by file extension; for folders and -: bin, but edits keep reels)`,
		oneOf(WRITABLE_NAMES),
	);
	return addSharedFlags(command, WRITABLE, ['layout'])
		.option('-f, --force', 'overwrite existing files')
		.option('--verify', 'read each file back and compare it with what was written; exit code 1 if it differs')
		.option('-q, --quiet', 'print errors only')
		.option('--json', 'print a JSON array with one entry per file');
}
