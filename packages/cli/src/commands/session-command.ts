import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { SessionArguments, SessionResult } from '../act/result.ts';
import { checkFree, writeWhole } from '../files/write-file.ts';
import { UsageError } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { formatJson, writeOutput } from '../print/output.ts';
import { findSessionCommand } from '../session/commands.ts';
import { callSession, listSessions, NoSessionError } from '../session/session-client.ts';
import { type CommandDescription, checkArguments, type Parameter, toFlag } from '../session/session-command.ts';
import { checkSessionName } from '../session/session-folder.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { oneOf, parseNumber } from './parse-arguments.ts';

/** The session that commands use without `--name`. */
export const DEFAULT_SESSION = 'default';

/** Options that all commands of a session have. */
interface CommonOptions {
	readonly name?: string;
	readonly json?: boolean;
	readonly overwrite?: boolean;
	readonly all?: boolean;
}

/** The command that acts on a session. */
export function createSessionCommand(name: string): CommandDefinition {
	const description = findSessionCommand(name)!;
	return {
		configure: (command) => {
			describeParameters(command, description);
			addSessionOptions(command, description.parameters);
			if (name === 'close') command.option('--all', 'close all sessions');
			command
				.addHelpText('after', formatExamples(description.examples, description.notes))
				.action(async (...given: unknown[]) => {
					const options = given[description.parameters.filter(({ isArgument }) => isArgument).length] as CommonOptions;
					await runSessionCommand(description, readArguments(description, given), options);
				});
		},
	};
}

/** Adds description, arguments and options of a command. */
export function describeParameters(command: Command, { description, parameters }: CommandDescription): void {
	command.description(description);
	for (const parameter of parameters) {
		const { name, kind, summary, isArgument, isRequired, default: standard } = parameter;
		if (isArgument) {
			const word = kind === 'list' ? `${name}...` : name;
			command.argument(isRequired ? `<${word}>` : `[${word}]`, summary, findArgumentParser(parameter));
			continue;
		}
		const suffix = standard === undefined ? '' : ` (default: ${standard})`;
		const text = `${summary}${parameter.choices === undefined ? '' : `: ${parameter.choices.join(', ')}`}${suffix}`;
		const flag = kind === 'flag' ? toFlag(parameter) : `${toFlag(parameter)} <${parameter.value ?? name}>`;
		if (kind === 'flag') command.option(flag, text);
		else if (isRequired) command.requiredOption(flag, text, findParser(parameter));
		else command.option(flag, text, findParser(parameter));
	}
}

function addSessionOptions(command: Command, parameters: readonly Parameter[]): void {
	if (parameters.some(({ isOutput }) => isOutput)) command.option('--overwrite', 'overwrite an existing file');
	command
		.option('--name <name>', `the session (default: ${DEFAULT_SESSION})`, parseSessionName)
		.option('--json', 'print the result as JSON');
}

/** Parses the name of a session. */
export function parseSessionName(text: string): string {
	try {
		return checkSessionName(text);
	} catch {
		throw new InvalidArgumentError('Use letters, digits, - and _, at most 32.');
	}
}

// Shells offer no files where objects are named.
function findArgumentParser({ kind, name, choices = [] }: Parameter): (text: string, before: unknown) => unknown {
	if (kind === 'choice') return oneOf(choices);
	if (kind === 'number' || kind === 'integer') return parseNumber;
	if (kind === 'list') return (text, before) => [...((before as string[] | undefined) ?? []), text];
	return name === 'object' ? Object.assign((text: string) => text, { words: [], isList: false }) : (text) => text;
}

function findParser({ kind, choices = [] }: Parameter): (text: string) => unknown {
	if (kind === 'choice') return oneOf(choices);
	return kind === 'number' || kind === 'integer' ? parseNumber : (text) => text;
}

/** Returns the arguments as the description names them. Paths become absolute. */
export function readArguments({ parameters }: CommandDescription, given: readonly unknown[]): SessionArguments {
	const places = parameters.filter(({ isArgument }) => isArgument);
	const options = given[places.length] as Readonly<Record<string, unknown>>;
	const entries = parameters.flatMap((parameter): (readonly [string, SessionArguments[string]])[] => {
		const { name, kind, isArgument } = parameter;
		const value = isArgument ? given[places.indexOf(parameter)] : options[name];
		if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
		return [[name, (kind === 'file' ? resolve(String(value)) : value) as SessionArguments[string]]];
	});
	return Object.fromEntries(entries);
}

async function runSessionCommand(
	description: CommandDescription,
	given: SessionArguments,
	{ name = DEFAULT_SESSION, json = false, overwrite = false, all = false }: CommonOptions,
): Promise<void> {
	const args = checkNow(description, given);
	const output = description.parameters.find(({ isOutput }) => isOutput);
	if (output !== undefined) checkFree(String(args[output.name]), overwrite);
	if (description.name === 'close' && all) {
		const closed = await closeAll();
		writeOutput(json ? formatJson({ closed }) : `closed ${closed.length} sessions\n`);
		return;
	}
	let result: SessionResult;
	try {
		result = await callSession(name, description.name, args);
	} catch (error) {
		if (description.name !== 'status' || name !== DEFAULT_SESSION || !(error instanceof NoSessionError)) throw error;
		result = await listOpen(error.message);
	}
	const { file } = result;
	if (file !== undefined) await writeWhole(file.path, file.bytes, { force: overwrite });
	const path = file === undefined ? {} : { file: file.path, bytes: file.bytes.length };
	if (json) writeOutput(formatJson({ ...result.data, ...path }));
	else writeOutput(`${result.text}${file === undefined ? '' : `: ${escapeText(file.path, 400)}`}\n`);
}

// A mistake is reported without asking the session.
function checkNow(description: CommandDescription, given: SessionArguments): SessionArguments {
	try {
		return checkArguments(description, given);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

async function listOpen(reason: string): Promise<SessionResult> {
	const open = await listSessions();
	const sessions = open.map(({ name, url, pid, version }) => ({ name, url, pid, version }));
	const lines = sessions.map(({ name, url }) => `${name}: ${escapeText(url, 400)}`);
	return { text: lines.length === 0 ? reason : lines.join('\n'), data: { sessions } };
}

async function closeAll(): Promise<string[]> {
	const closed: string[] = [];
	for (const { name } of await listSessions()) {
		await callSession(name, 'close', {});
		closed.push(name);
	}
	return closed;
}
