import type { Issue } from '@handreel/core';
import { formatPlural } from '@handreel/text';
import { escapeText } from './escape-text.ts';
import { writeError } from './output.ts';
import { createStyle } from './style.ts';

/** Messages may quote a file. */
const MAX_MESSAGE = 1000;

/** A problem with a file. */
export interface IssueLine {
	readonly path: string;
	readonly issue: Issue;
	/** Words before the message, such as `not kept`. */
	readonly prefix?: string;
}

/** Prints problems on standard error: a line per kind, with a count and one example. */
export function printIssues(lines: Iterable<IssueLine>): void {
	const kinds = new IssueKinds();
	for (const line of lines) kinds.add(line);
	kinds.print();
}

/** Problems by kind. Keeps one example of each. */
export class IssueKinds {
	readonly #kinds = new Map<string, { readonly first: IssueLine; places: number; files: number; last: string }>();

	/** Adds a problem. Those of a file must follow each other. */
	add(line: IssueLine): void {
		const name = findKind(line);
		const kind = this.#kinds.get(name);
		if (kind === undefined) {
			this.#kinds.set(name, { first: line, places: 1, files: 1, last: line.path });
			return;
		}
		kind.places++;
		if (kind.last !== line.path) kind.files++;
		kind.last = line.path;
	}

	/** Prints a line per kind on standard error. */
	print(): void {
		const { warn } = createStyle(process.stderr);
		for (const { first, places, files } of this.#kinds.values()) {
			const { path, prefix, issue } = first;
			const moreFiles = files > 1 ? ` and ${formatPlural(files - 1, 'more file')}` : '';
			// Each file has at least one problem of this kind.
			const morePlaces = places > files ? `; ${formatPlural(places, 'place')} in all` : '';
			const text = `${prefix === undefined ? '' : `${prefix}: `}${escapeText(issue.message, MAX_MESSAGE)}${morePlaces}`;
			writeError(`handreel: ${escapeText(path, 400)}${moreFiles}: ${text} (${issue.code})`, warn);
		}
	}
}

// Problems of one kind have the same message apart from the place and numbers.
function findKind({ prefix = '', issue: { code, path, message } }: IssueLine): string {
	const text = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
	return `${prefix} ${code} ${text.replace(/[\d.,]+/g, '#')}`;
}
