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

/** Returns the separator of the first line: the most frequent one outside quotes. */
export function findSeparator(text: string): string {
	const end = text.indexOf('\n');
	const heading = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
	const counts = SEPARATORS.map((separator) => heading.split(separator).length);
	return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Iterates over the rows of a table (RFC 4180, lines ending in LF or CRLF). Skips blank lines. */
export function* splitRows(text: string, separator: string): Generator<Row | BadQuote> {
	let line = 1;
	let at = 0;
	while (at < text.length) {
		const newline = text.indexOf('\n', at);
		const end = newline < 0 ? text.length : newline;
		const plain = text.slice(at, text.charCodeAt(end - 1) === 0x0d && end > at ? end - 1 : end);
		if (!plain.includes('"')) {
			if (plain.trim() !== '' || plain.includes(separator)) yield { line, cells: plain.split(separator) };
			line++;
			at = end + 1;
			continue;
		}
		const { cells, next, badQuote } = splitQuoted(text, at, separator);
		if (badQuote !== null) {
			yield { line, badQuote };
			return;
		}
		yield { line, cells };
		for (let i = at; i < next; i++) if (text.charCodeAt(i) === 0x0a) line++;
		at = next;
	}
}

// Splits cell by cell, because a quoted cell may hold separators and line ends.
function splitQuoted(
	text: string,
	start: number,
	separator: string,
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
