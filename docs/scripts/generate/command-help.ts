// Makes the reference of the command from its help texts.
import { Command } from 'commander';
import { COMMANDS } from '../../../packages/cli/src/commands/table.ts';
import { formatFrontMatter } from './pages.ts';

/** The sections of a help text. */
interface Help {
	readonly usage: string;
	readonly description: string;
	/** Rows of arguments and options: what to write, and what it means. */
	readonly rows: readonly (readonly [term: string, meaning: string])[];
	readonly examples: readonly string[];
	/** Paragraphs after the examples. */
	readonly notes: readonly string[];
}

/** Wide enough that no line is wrapped. */
const WIDTH = 10_000;

/** The page with all commands, in the groups of the help. */
export async function formatCommandPage(): Promise<string> {
	const groups = [...new Set(COMMANDS.map(({ group }) => group))];
	const lines = [
		formatFrontMatter({ title: 'Command line', order: 0, outline: [2, 3] }),
		'# Command line',
		'',
		'`handreel` inspects, repairs, edits, converts and replays recordings. This page is made from the help texts: `handreel help trim` prints the same in your terminal.',
		'',
		'The last path is the output, as with `cp`; `-` is standard input or output. Exit codes: 0 success, 1 problems found, 2 usage error, 130 interrupted.',
		'',
	];
	for (const group of groups) {
		lines.push(`## ${group.replace(/:$/, '')}`, '');
		for (const entry of COMMANDS.filter((other) => other.group === group)) {
			const command = new Command(entry.name).helpOption('-h, --help', 'show help');
			new Command('handreel').addCommand(command);
			(await entry.load()).configure(command);
			const commands = command.commands.length === 0 ? [command] : command.commands;
			for (const each of commands) lines.push(...formatCommand(nameOf(each), parseHelp(printHelp(each))));
		}
	}
	return `${lines.join('\n').trimEnd()}\n`;
}

function nameOf(command: Command): string {
	const { parent } = command;
	return parent === null || parent.name() === 'handreel' ? command.name() : `${parent.name()} ${command.name()}`;
}

function printHelp(command: Command): string {
	let text = '';
	command.configureOutput({
		writeOut: (part) => {
			text += part;
		},
		getOutHelpWidth: () => WIDTH,
		getOutHasColors: () => false,
	});
	command.outputHelp();
	return text;
}

/** Reads a help text. Throws if it has no usage or no description. */
export function parseHelp(text: string): Help {
	const [usage, description, ...blocks] = text.trim().split(/\n{2,}/);
	if (!usage?.startsWith('Usage: ') || description === undefined) throw new Error(`not a help text: ${text}`);
	const rows: [string, string][] = [];
	const examples: string[] = [];
	const notes: string[] = [];
	for (const block of blocks) {
		const [title = '', ...lines] = block.split('\n');
		if (title === 'Arguments:' || title === 'Options:') rows.push(...lines.map(parseRow));
		else if (title === 'Examples:') examples.push(...lines.map((line) => line.trim()));
		else notes.push(block);
	}
	return { usage: usage.replace(/^Usage: /, ''), description, rows, examples, notes };
}

function parseRow(line: string): [string, string] {
	const [, term, meaning] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
	if (term === undefined) throw new Error(`not a row of a help text: ${line}`);
	return [term, meaning ?? ''];
}

function formatCommand(name: string, { usage, description, rows, examples, notes }: Help): string[] {
	return [
		`### ${name}`,
		'',
		escapeText(description),
		'',
		'```text',
		usage,
		'```',
		'',
		'| option | meaning |',
		'|---|---|',
		...rows.map(([term, meaning]) => `| \`${term.replaceAll('|', '\\|')}\` | ${escapeText(meaning)} |`),
		'',
		...(examples.length === 0 ? [] : ['```sh', ...examples, '```', '']),
		...notes.flatMap((note) => [escapeText(note).replaceAll('\n', '<br>\n'), '']),
	];
}

function escapeText(text: string): string {
	return text
		.replaceAll('|', '\\|')
		.replaceAll('<', '&lt;')
		.replace(/'(handreel [^']+)'/g, '`$1`');
}
