import type { Issue } from '@handreel/core';
import { formatPlural } from '@handreel/text';
import { escapeText } from './escape-text.ts';
import { createStyle } from './style.ts';

/** A problem with a file. */
export interface IssueLine {
	readonly path: string;
	readonly issue: Issue;
	/** Words before the message, such as `not kept`. */
	readonly prefix?: string;
}

/** Prints problems on standard error: a line per kind, with a count and one example. */
export function printIssues(lines: readonly IssueLine[]): void {
	const kinds = new Map<string, IssueLine[]>();
	for (const line of lines) {
		const kind = findKind(line);
		const found = kinds.get(kind);
		if (found === undefined) kinds.set(kind, [line]);
		else found.push(line);
	}
	const { warn } = createStyle(process.stderr);
	for (const found of kinds.values()) process.stderr.write(`${warn(`handreel: ${describeKind(found)}`)}\n`);
}

function describeKind(lines: readonly IssueLine[]): string {
	const [first] = lines;
	if (first === undefined) return '';
	const { path, prefix, issue } = first;
	const files = new Set(lines.map((line) => line.path)).size;
	const moreFiles = files > 1 ? ` and ${formatPlural(files - 1, 'more file')}` : '';
	// Each file has at least one problem of this kind.
	const morePlaces = lines.length > files ? `; ${formatPlural(lines.length, 'place')} in all` : '';
	const text = `${prefix === undefined ? '' : `${prefix}: `}${issue.message}${morePlaces}`;
	return `${escapeText(path, 400)}${moreFiles}: ${text} (${issue.code})`;
}

// Problems of one kind have the same message apart from the place and numbers.
function findKind({ prefix = '', issue: { code, path, message } }: IssueLine): string {
	const text = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
	return `${prefix} ${code} ${text.replace(/[\d.,]+/g, '#')}`;
}
