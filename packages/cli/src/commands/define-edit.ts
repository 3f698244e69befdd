import { LAYOUTS } from '@handreel/core';
import type { Command } from 'commander';
import { WRITABLE } from '../formats/formats.ts';
import { EDITS, type EditName } from './edits.ts';
import { oneOf, parseCount, parseLayout } from './parse-arguments.ts';
import { type CommonOptions, runEdit } from './run-edit.ts';

/** What makes a command out of an edit. */
export async function loadEdit(name: EditName): Promise<(command: Command) => void> {
	const { configure } = await EDITS[name]();
	return (command) => configureEdit(command, name, configure);
}

/** Adds what all edits share: inputs and output, how to write, and the action. */
export function configureEdit(command: Command, name: EditName, configure: (command: Command) => void): void {
	configure(command);
	command
		.usage('[options] <input...> <output>')
		.argument('<path...>', 'recordings or folders, and last where results go: a file, a folder, or - (as with cp)');
	addOutputOptions(command)
		.option('--threads <count>', 'threads for many files (default: as many as there are cores)', parseCount)
		.action(async (paths: string[], options: CommonOptions & Readonly<Record<string, unknown>>) => {
			process.exitCode = await runEdit(name, paths, options);
		});
}

/** Adds the options that say how results are written and reported. */
export function addOutputOptions(command: Command): Command {
	const formats = `format of the results: ${WRITABLE.join(', ')} (default: by the file ending)`;
	return command
		.option('--to <format>', formats, oneOf(WRITABLE))
		.option('--layout <name>', `layout of .bin files: ${LAYOUTS.map(({ name }) => name).join(', ')}`, parseLayout)
		.option('-f, --force', 'replace files that are there already')
		.option('-q, --quiet', 'say nothing but what goes wrong')
		.option('--json', 'print a JSON array with one entry per file');
}
