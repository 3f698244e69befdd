/** Reads the text of a `.headers` file: a header per line, in order. Throws an `Error` for a line that is not a header. */
export function readHeaders(text: string): [name: string, value: string][] {
	const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
	return lines.map((line) => {
		const colon = line.indexOf(':');
		if (colon <= 0) throw new Error(`'${line}' is not a header: expected 'Name: value'`);
		return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
	});
}
