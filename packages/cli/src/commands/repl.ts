import { createInterface } from 'node:readline';
import { Command, CommanderError } from 'commander';
import { errorText } from '../print/errors.ts';
import { writeError, writeOutput } from '../print/output.ts';
import { findSessionCommand, SESSION_COMMANDS } from '../session/commands.ts';
import { adviseCommand, completeLine, splitWords } from '../session/complete-line.ts';
import { callSession, NoSessionError } from '../session/session-client.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { createSessionCommand, DEFAULT_SESSION, parseSessionName } from './session-command.ts';

/** `handreel repl`. */
export const repl: CommandDefinition = {
	configure: (command) => {
		command
			.description('Type the commands of an open page line by line, with completion of commands, verbs and objects.')
			.option('--name <name>', `the session (default: ${DEFAULT_SESSION})`, parseSessionName)
			.addHelpText(
				'after',
				formatExamples(
					['handreel repl', 'handreel repl --name shop', 'handreel repl < steps.txt'],
					`Lines are those of the shell without 'handreel': scene --covered, do 'right.poke("button")'. Empty
lines and lines that begin with # are skipped. exit leaves the page open, close ends it.

Exit codes: 0 success, 1 a line of a file or pipe failed.`,
				),
			)
			.action(async ({ name = DEFAULT_SESSION }: { name?: string }) => {
				process.exitCode = await runLines(name);
			});
	},
};

async function runLines(name: string): Promise<number> {
	// Reports at once if there is no session.
	await callSession(name, 'status', {});
	const isTerminal = process.stdin.isTTY === true;
	let names: readonly string[] = await listNames(name);
	const lines = createInterface({
		input: process.stdin,
		// Otherwise lines would be repeated in the output.
		output: isTerminal ? process.stdout : undefined,
		prompt: 'handreel> ',
		completer: (line: string) => completeLine(line, names),
	} as Parameters<typeof createInterface>[0]);
	if (isTerminal) lines.prompt();
	for await (const line of lines) {
		const words = await runLine(name, line).catch((error: unknown) => {
			if (!(error instanceof CommanderError)) writeError(`handreel: ${errorText(error)}`);
			return error instanceof NoSessionError ? ('gone' as const) : null;
		});
		if (words === 'gone') return 1;
		// A script that fails ends: later lines rest on earlier ones.
		if (words === null && !isTerminal) return 1;
		if (words?.[0] === 'exit' || words?.[0] === 'close') break;
		if (!isTerminal) continue;
		names = await listNames(name).catch(() => names);
		lines.prompt();
	}
	return 0;
}

async function runLine(name: string, line: string): Promise<readonly string[]> {
	const words = splitWords(line);
	const [first] = words;
	if (first === undefined || first.startsWith('#') || first === 'exit') return words;
	if (first === 'help') {
		writeOutput(`${SESSION_COMMANDS.map((own) => `${own.name.padEnd(12)}${own.description}`).join('\n')}\n`);
		return words;
	}
	if (findSessionCommand(first) === undefined) throw new TypeError(adviseCommand(first));
	const program = new Command(first).exitOverride().configureOutput({
		writeOut: writeOutput,
		writeErr: (text) => writeError(text.replace(/\n$/, '').replace(/^error: /, 'handreel: ')),
	});
	createSessionCommand(first).configure(program);
	await program.parseAsync([...words.slice(1), ...(words.includes('--name') ? [] : ['--name', name])], {
		from: 'user',
	});
	return words;
}

async function listNames(name: string): Promise<string[]> {
	const { data } = await callSession(name, 'scene', {});
	const objects = data['objects'] as readonly { readonly name: string }[];
	return [...new Set(objects.map((object) => object.name).filter((own) => own !== ''))];
}
