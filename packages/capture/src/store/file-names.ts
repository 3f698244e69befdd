import { FORMATS } from '@handreel/convert';

/** The start of file names: no separators, no characters that a system refuses, no control characters, not hidden. */
const NAME = String.raw`[^/\\:*?"<>|\p{Cc}.][^/\\:*?"<>|\p{Cc}]{0,99}`;
const NAME_PATTERN = new RegExp(`^${NAME}$`, 'u');
const TAKE_PATTERN = new RegExp(String.raw`^${NAME}-\d{3,15}$`, 'u');
const JOURNAL_PATTERN = new RegExp(String.raw`^(${NAME}-\d{3,15})\.([0-9a-f]{32})\.hrj$`, 'u');
const EXTENSIONS: readonly string[] = FORMATS.flatMap(({ writes, extensions: [extension] }) =>
	writes && extension !== undefined ? [extension] : [],
);

/** Returns whether takes may be called `NAME-001` and so on. */
export function isTakeName(name: string): boolean {
	return NAME_PATTERN.test(name);
}

/** Returns whether a value is the name that the store assigns to a complete take, such as `take-001.reel`. */
export function isTakeFile(value: unknown): value is string {
	return typeof value === 'string' && EXTENSIONS.some((extension) => hasTakeName(value, extension));
}

function hasTakeName(file: string, extension: string): boolean {
	return file.endsWith(extension) && TAKE_PATTERN.test(file.slice(0, -extension.length));
}

/** The name of a journal. */
export function nameJournal(name: string, take: string): string {
	return `${name}.${take}.hrj`;
}

/** Reads the name of a journal. Returns `null` for other files. */
export function parseJournalName(file: string): { readonly name: string; readonly take: string } | null {
	const [, name, take] = JOURNAL_PATTERN.exec(file) ?? [];
	return name === undefined || take === undefined ? null : { name, take };
}

/** The name of a file that becomes the file of a take when it is whole. */
export function namePart(file: string, take: string): string {
	return `${file}.${take}.part`;
}

/** Returns the take to which a part belongs; `null` for other files. */
export function parsePartName(file: string): string | null {
	const [, whole, take] = /^(.+)\.([0-9a-f]{32})\.part$/.exec(file) ?? [];
	return isTakeFile(whole) ? (take ?? null) : null;
}

/** Returns whether a file is a copy of the damaged journal of a take. */
export function isDamagedCopy(file: string, take: string): boolean {
	const [, journal] = /^(.+)\.damaged(?:-\d+)?\.hrj$/.exec(file) ?? [];
	return journal !== undefined && parseJournalName(`${journal}.hrj`)?.take === take;
}

/** Returns the name after the one with the largest number among files that are called `NAME-001` and so on. */
export function nextTakeName(name: string, files: Iterable<string>): string {
	let largest = 0;
	for (const file of files) {
		if (!file.startsWith(`${name}-`)) continue;
		const [, digits] = /^(\d{3,15})\./.exec(file.slice(name.length + 1)) ?? [];
		if (digits !== undefined) largest = Math.max(largest, Number(digits));
	}
	return `${name}-${String(largest + 1).padStart(3, '0')}`;
}
