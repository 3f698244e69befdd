import { formatPlural } from '@handreel/text';
import { escapeText } from './escape-text.ts';
import { createStyle } from './style.ts';

/** A problem with a file. */
export interface IssueLine {
	readonly path: string;
	readonly text: string;
}

/** Prints problems on standard error. A problem of several files is printed once. */
export function printIssues(lines: readonly IssueLine[]): void {
	const pathsByText = new Map<string, string[]>();
	for (const { path, text } of lines) {
		const paths = pathsByText.get(text);
		if (paths === undefined) pathsByText.set(text, [path]);
		else paths.push(path);
	}
	const { warn } = createStyle(process.stderr);
	for (const [text, [first = '', ...others]] of pathsByText) {
		const more = others.length > 0 ? ` and ${formatPlural(others.length, 'more file')}` : '';
		process.stderr.write(`${warn(`handreel: ${escapeText(first, 400)}${more}: ${text}`)}\n`);
	}
}
