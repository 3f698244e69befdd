import { formatPlural } from '@handreel/text';
import { escapeText } from './escape-text.ts';
import { createStyle } from './style.ts';

/** Something that reading or writing a file has lost. */
export interface LossLine {
	readonly path: string;
	readonly text: string;
}

/** Tells on standard error what was lost. What many files lose alike is said once. */
export function printLosses(losses: readonly LossLine[]): void {
	const places = new Map<string, string[]>();
	for (const { path, text } of losses) {
		const paths = places.get(text);
		if (paths === undefined) places.set(text, [path]);
		else paths.push(path);
	}
	const { warn } = createStyle(process.stderr);
	for (const [text, [first = '', ...others]] of places) {
		const more = others.length > 0 ? ` and ${formatPlural(others.length, 'more file')}` : '';
		process.stderr.write(`${warn(`handreel: ${escapeText(first, 400)}${more}: ${text}`)}\n`);
	}
}
