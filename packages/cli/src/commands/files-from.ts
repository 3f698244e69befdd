import { readFileSync } from 'node:fs';
import { errorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';

const LIST_FLAG = '--files-from';
const NULL_FLAG = '--null';

/** The options of commands that take several files. */
export const FILES_FROM_OPTION = [
	`${LIST_FLAG} <file>`,
	'take inputs from a list, one path per line; - for standard input',
] as const;
export const NULL_OPTION = [NULL_FLAG, "paths in the list end with NUL, as after 'find -print0'"] as const;

/** The number of words that call a command with subcommands. */
const WORDS: Readonly<Record<string, number>> = { markers: 2, queue: 3 };

/**
 * Replaces the options for a list of files by the paths in the list. The paths come before other paths, because the output
 * of a command is its last path. Throws if the list cannot be read, or has no paths.
 */
export function expandFilesFrom(args: readonly string[], readList: (file: string) => string = readText): string[] {
	const end = args.indexOf('--');
	const isFlag = (arg: string, i: number, flag: string): boolean => arg === flag && (end < 0 || i < end);
	const at = args.findIndex((arg, i) => isFlag(arg, i, LIST_FLAG) || isFlag(arg.split('=')[0]!, i, LIST_FLAG));
	if (at < 0) return [...args];
	const joined = args[at]!.startsWith(`${LIST_FLAG}=`);
	const file = joined ? args[at]!.slice(LIST_FLAG.length + 1) : args[at + 1];
	// The parser reports the missing value.
	if (file === undefined || file === '') return [...args];
	const rest = args.filter((arg, i) => (i < at || i > at + (joined ? 0 : 1)) && !isFlag(arg, i, NULL_FLAG));
	const text = tryReading(file, readList);
	const paths = text
		.split(args.some((arg, i) => isFlag(arg, i, NULL_FLAG)) ? '\0' : /\r?\n/)
		.filter((path) => path !== '');
	if (paths.length === 0) throw new Error(`${LIST_FLAG} ${escapeText(file, 400)}: the list has no paths`);
	const words = WORDS[rest[0] ?? ''] ?? 1;
	// A path that starts with a hyphen is not an option.
	const safe = paths.map((path) => (path.startsWith('-') ? `./${path}` : path));
	return [...rest.slice(0, words), ...safe, ...rest.slice(words)];
}

function tryReading(file: string, readList: (file: string) => string): string {
	try {
		return readList(file);
	} catch (error) {
		throw new Error(`${LIST_FLAG} ${escapeText(file, 400)}: ${errorText(error)}`, { cause: error });
	}
}

function readText(file: string): string {
	return readFileSync(file === '-' ? 0 : file, 'utf8');
}
