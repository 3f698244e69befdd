import type { Recording } from '@handreel/core';
import { addMarker, moveMarker, removeMarker, renameMarker } from '@handreel/core/edit';
import { formatSeconds } from '@handreel/text';
import type { Command } from 'commander';
import { type Edit, oneResult } from '../batch/edit.ts';
import { listInputs } from '../formats/list-inputs.ts';
import { readInput } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeError, writeOutput } from '../print/output.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { configureEdit, type EditDefinition } from './define-edit.ts';
import { FILES_FROM_OPTION, NULL_OPTION } from './files-from.ts';
import { parseTime } from './parse-arguments.ts';

interface MarkerOptions {
	/** A name, or `#` and a number in the list. */
	readonly marker: string;
	readonly time: number;
	readonly name: string;
}

const MARKER = 'name of the marker, or # and its number in the list';
const TIME = 'seconds or minutes:seconds';

const EDITS: Readonly<Record<string, EditDefinition<MarkerOptions>>> = {
	add: {
		configure: (command) => {
			command
				.summary('add a marker')
				.description('Add a marker.')
				.requiredOption('--time <time>', TIME, parseTime)
				.requiredOption('--name <name>', 'name of the marker')
				.addHelpText(
					'after',
					formatExamples(["handreel markers add session.bin marked.bin --time 2.5 --name 'grab starts'"]),
				);
		},
		edit: (recording, { time, name }) => {
			const same = listNamed(recording, name);
			const notes = same.length === 0 ? [] : [`another marker has the name '${escapeText(name)}': ${same.join(', ')}`];
			return oneResult(addMarker(recording, { time, name }), { notes });
		},
	},
	rename: {
		configure: (command) => {
			command
				.summary('rename a marker')
				.description('Rename a marker.')
				.requiredOption('--marker <marker>', MARKER)
				.requiredOption('--name <name>', 'new name')
				.addHelpText(
					'after',
					formatExamples(["handreel markers rename session.bin out.bin --marker '#2' --name start"]),
				);
		},
		edit: (recording, { marker, name }) => oneResult(renameMarker(recording, findMarker(recording, marker), name)),
	},
	move: {
		configure: (command) => {
			command
				.summary('move a marker in time')
				.description('Move a marker in time.')
				.requiredOption('--marker <marker>', MARKER)
				.requiredOption('--time <time>', `new time: ${TIME}`, parseTime)
				.addHelpText('after', formatExamples(['handreel markers move session.bin out.bin --marker grab --time 3']));
		},
		edit: (recording, { marker, time }) => oneResult(moveMarker(recording, findMarker(recording, marker), time)),
	},
	remove: {
		configure: (command) => {
			command
				.summary('remove a marker')
				.description('Remove a marker.')
				.requiredOption('--marker <marker>', MARKER)
				.addHelpText('after', formatExamples(['handreel markers remove session.bin out.bin --marker grab']));
		},
		edit: (recording, { marker }) => oneResult(removeMarker(recording, findMarker(recording, marker))),
	},
};

/** `handreel markers` and its subcommands. */
export const markers: CommandDefinition = {
	configure: (command) => {
		command
			.description('List, add, rename, move or remove markers.')
			.helpCommand(false)
			.configureHelp({ subcommandTerm: (child) => `${child.name()} ${child.usage()}` });
		configureList(command.command('list'));
		for (const [name, edit] of Object.entries(EDITS)) configureEdit(command.command(name), `markers ${name}`, edit);
	},
	edits: Object.fromEntries(Object.entries(EDITS).map(([name, edit]) => [`markers ${name}`, edit as unknown as Edit])),
};

function configureList(command: Command): void {
	command
		.summary('list markers')
		.description('List the markers of recordings.')
		.argument('<file...>', 'recordings, or folders of recordings')
		.option('--json', 'print a JSON array with one entry per file')
		.option(...FILES_FROM_OPTION)
		.option(...NULL_OPTION)
		.addHelpText('after', formatExamples(['handreel markers list session.bin']))
		.action(async (files: string[], options: { readonly json?: boolean }) => {
			process.exitCode = await listMarkers(files, options.json ?? false);
		});
}

async function listMarkers(files: readonly string[], isJson: boolean): Promise<number> {
	const entries: unknown[] = [];
	let exitCode = 0;
	const inputs = listInputs(files);
	for (const { path } of inputs) {
		try {
			const recording = await readInput(path);
			entries.push({ file: path, markers: recording.markers });
			if (isJson) continue;
			if (inputs.length > 1) writeOutput(`${escapeText(path, 400)}\n`);
			recording.markers.forEach(({ time, name }, i) => {
				writeOutput(`${`#${i + 1}`.padStart(5)} ${formatSeconds(time).padStart(12)}  ${escapeText(name)}\n`);
			});
		} catch (error) {
			exitCode = 1;
			entries.push({ file: path, error: describeError(error) });
			writeError(`handreel: ${escapeText(path, 400)}: ${errorText(error)}`);
		}
	}
	if (isJson) writeOutput(formatJson(entries));
	return exitCode;
}

function findMarker(recording: Recording, marker: string): number {
	const number = /^#(\d+)$/.exec(marker)?.[1];
	const index = number === undefined ? recording.markers.findIndex(({ name }) => name === marker) : Number(number) - 1;
	if (number === undefined) checkSingle(recording, marker);
	if (recording.markers[index] === undefined) {
		throw new Error(`no marker '${marker}' among ${recording.markers.length}; 'handreel markers list' shows them`);
	}
	return index;
}

function checkSingle(recording: Recording, name: string): void {
	const same = listNamed(recording, name);
	if (same.length > 1)
		throw new Error(`${same.length} markers have the name '${escapeText(name)}': ${same.join(', ')}; use a number`);
}

// `#2 at 1.500 s` for each marker with a name.
function listNamed({ markers }: Recording, wanted: string): string[] {
	return markers.flatMap(({ name, time }, i) => (name === wanted ? [`#${i + 1} at ${formatSeconds(time)}`] : []));
}
