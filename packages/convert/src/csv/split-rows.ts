import type { ReadBudget } from '@handreel/core/internal';

/** A row of a table. */
export interface Row {
	/** The number of its first line, from 1. */
	readonly line: number;
	readonly cells: readonly string[];
}

/** A quoted cell that does not end, or is not followed by a separator. */
export interface BadQuote {
	readonly line: number;
	readonly badQuote: string;
}

/** All supported separators. */
export const SEPARATORS: readonly string[] = [',', ';', '\t'];

/** Characters of the first line that tell the separator. */
const MAX_HEADING = 65_536;

/** Returns the separator of the first line: the most frequent one outside quotes. */
export function findSeparator(text: string): string {
	const end = text.indexOf('\n');
	const heading = text.slice(0, end < 0 ? MAX_HEADING : Math.min(end, MAX_HEADING)).replaceAll(/"[^"]*"/g, '');
	const counts = SEPARATORS.map((separator) => heading.split(separator).length);
	return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Memory of a character of a row: each may be a cell. */
const CHARACTER_BYTES = 16;
/** Memory of a cell of a row with quotes, which may have several lines. */
const CELL_BYTES = 64;

/** Iterates over the rows of a table (RFC 4180, lines ending in LF or CRLF). Skips blank lines. Throws `too-large`. */
export function* splitRows(text: string, separator: string, budget: ReadBudget): Generator<Row | BadQuote> {
	let line = 1;
	let at = 0;
	while (at < text.length) {
		const newline = text.indexOf('\n', at);
		const end = newline < 0 ? text.length : newline;
		const rowBytes = CHARACTER_BYTES * (end - at);
		budget.chargeBytes(rowBytes);
		const plain = text.slice(at, text.charCodeAt(end - 1) === 0x0d && end > at ? end - 1 : end);
		if (!plain.includes('"')) {
			if (plain.trim() !== '' || plain.includes(separator)) yield { line, cells: plain.split(separator) };
			budget.refundBytes(rowBytes);
			line++;
			at = end + 1;
			continue;
		}
		const { cells, next, badQuote } = splitQuoted(text, at, separator, budget);
		if (badQuote !== null) {
			yield { line, badQuote };
			return;
		}
		yield { line, cells };
		budget.refundBytes(rowBytes + CELL_BYTES * cells.length);
		for (let i = at; i < next; i++) if (text.charCodeAt(i) === 0x0a) line++;
		at = next;
	}
}

// Splits cell by cell, because a quoted cell may hold separators and line ends.
function splitQuoted(
	text: string,
	start: number,
	separator: string,
	budget: ReadBudget,
): { cells: string[]; next: number; badQuote: string | null } {
	const cells: string[] = [];
	let at = start;
	for (;;) {
		let cell = '';
		if (text.charAt(at) === '"') {
			for (;;) {
				const quote = text.indexOf('"', at + 1);
				if (quote < 0) return { cells, next: text.length, badQuote: 'the quoted cell does not end' };
				cell += text.slice(at + 1, quote);
				at = quote + 1;
				if (text.charAt(at) !== '"') break;
				cell += '"';
			}
		} else {
			const from = at;
			while (at < text.length && text.charAt(at) !== separator && text.charAt(at) !== '\n') at++;
			cell = text.slice(from, at);
			if (cell.endsWith('\r') && text.charAt(at) === '\n') cell = cell.slice(0, -1);
		}
		budget.chargeBytes(CELL_BYTES);
		cells.push(cell);
		if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') at++;
		if (at >= text.length || text.charAt(at) === '\n') return { cells, next: at + 1, badQuote: null };
		if (text.charAt(at) !== separator) {
			return {
				cells,
				next: at,
				badQuote: `expected the end of a quoted cell but found ${JSON.stringify(text.charAt(at))}`,
			};
		}
		at++;
	}
}
