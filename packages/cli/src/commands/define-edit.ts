import { Argument, type Command } from 'commander';
import type { Edit } from '../batch/edit.ts';
import { listFormatsWith, WRITABLE_LAYOUTS, WRITABLE_NAMES } from '../formats/find-format.ts';
import type { CommandDefinition } from './command-entry.ts';
import { FILES_FROM_OPTION, NULL_OPTION } from './files-from.ts';
import { oneOf, parseCount, parseLayout } from './parse-arguments.ts';
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
		.action(async (paths: string[], options: CommonOptions & Readonly<Record<string, unknown>>) => {
			const { runEdit } = await import('./run-edit.ts');
			process.exitCode = await runEdit(name, definition as unknown as Edit, paths, options);
		});
}

/** The option of commands that process many files. */
export const THREADS_OPTION = [
	'--threads <count>',
	'maximum number of threads (default: the number of CPU cores)',
	parseCount,
] as const;

/** The option of commands that read files with several recordings. */
export const RECORDING_OPTION = [
	'--recording <name>',
	'the recording to read from a Parquet file with several (default: the first)',
] as const;

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
	return command
		.option(
			'--to <format>',
			`output format: ${WRITABLE_NAMES.join(', ')} (default: by file extension; for folders and -: bin, but edits keep reels)`,
			oneOf(WRITABLE_NAMES),
		)
		.option(
			'--layout <name>',
			`layout of ${listFormatsWith('layout')} files: ${WRITABLE_LAYOUTS.join(', ')} (default: as the input, if it can hold the result)`,
			parseLayout,
		)
		.option('-f, --force', 'overwrite existing files')
		.option('-q, --quiet', 'print errors only')
		.option('--json', 'print a JSON array with one entry per file');
}
