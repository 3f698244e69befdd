/** Tables of documents by name, in Markdown. */
export type Tables = Readonly<Record<string, () => string>>;

/** Returns a table in Markdown. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	return [heads, heads.map(() => '---'), ...rows]
		.map((cells, i) => (i === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
		.join('\n');
}

/**
 * Returns a document with its tables made again: each stands between `<!-- table NAME -->` and `<!-- end -->`. Throws `Error`
 * for a name without a table.
 */
export function fillTables(text: string, tables: Tables): string {
	return text.replaceAll(
		/(<!-- table ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
		(_, start: string, name: string, end: string) => {
			const create = tables[name];
			if (create === undefined) throw new Error(`no table is called '${name}'`);
			return `${start}\n${create()}\n\n${end}`;
		},
	);
}

/** Lists the names of the tables in a document. */
export function listTables(text: string): string[] {
	return [...text.matchAll(/<!-- table ([\w-]+) -->/g)].map(([, name = '']) => name);
}
