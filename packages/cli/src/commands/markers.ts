import { formatSeconds } from '@handreel/text';
import type { Command } from 'commander';
import { listInputs } from '../formats/list-inputs.ts';
import { openRecording } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/error-text.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson } from '../print/json.ts';
import { writeOutput } from '../print/output.ts';
import { configureEdit } from './define-edit.ts';
import { addMarkers, moveMarkers, removeMarkers, renameMarkers } from './marker-edits.ts';

/** `handreel markers` and its commands. */
export function configureMarkers(command: Command): void {
	command.description('Lists, adds, renames, moves or removes markers.').helpCommand(false);
	command
		.command('list')
		.summary('list markers')
		.description('Lists the markers of recordings.')
		.argument('<file...>', 'recordings, or folders of them')
		.option('--json', 'print a JSON array with one entry per file')
		.addHelpText('after', '\nExamples:\n  handreel markers list session.bin')
		.action(async (files: string[], options: { readonly json?: boolean }) => {
			process.exitCode = await listMarkers(files, options.json ?? false);
		});
	const edits = [
		['add', 'add a marker', addMarkers],
		['rename', 'rename a marker', renameMarkers],
		['move', 'move a marker in time', moveMarkers],
		['remove', 'remove a marker', removeMarkers],
	] as const;
	for (const [name, summary, edit] of edits) {
		configureEdit(command.command(name).summary(summary), `markers ${name}`, edit.configure);
	}
}

async function listMarkers(files: readonly string[], isJson: boolean): Promise<number> {
	const entries: unknown[] = [];
	let exitCode = 0;
	const inputs = listInputs(files);
	for (const { path } of inputs) {
		try {
			const { markers } = await openRecording(path);
			entries.push({ file: path, markers });
			if (isJson) continue;
			if (inputs.length > 1) writeOutput(`${escapeText(path, 400)}\n`);
			markers.forEach(({ time, name }, i) => {
				writeOutput(`${`#${i + 1}`.padStart(5)} ${formatSeconds(time).padStart(12)}  ${escapeText(name)}\n`);
			});
		} catch (error) {
			exitCode = 1;
			entries.push({ file: path, error: describeError(error) });
			process.stderr.write(`handreel: ${escapeText(path, 400)}: ${errorText(error)}\n`);
		}
	}
	if (isJson) writeOutput(formatJson(entries));
	return exitCode;
}
