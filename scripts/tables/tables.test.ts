import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../workspace.mjs';
import { fillTables, listTables } from './fill-tables.ts';
import { TABLES } from './tables.ts';

/** The documents with tables that are made from code. */
const DOCUMENTS = [
	'README.md',
	'docs/pages/guide/getting-started.md',
	'FORMAT.md',
	'docs/DIAGNOSE.md',
	'docs/MEASURES.md',
	'docs/pages/concepts/spaces.md',
	'packages/convert/docs/csv.md',
];

// After a change to a description: npx vitest run scripts/tables --update
describe('tables of documents', () => {
	it.each(DOCUMENTS)('%s has the tables of the code', async (document) => {
		const path = join(root, document);
		const text = readFileSync(path, 'utf8');
		expect(listTables(text)).not.toEqual([]);
		await expect(fillTables(text, TABLES)).toMatchFileSnapshot(path);
	});

	it('are each shown in a document', () => {
		const shown = DOCUMENTS.flatMap((document) => listTables(readFileSync(join(root, document), 'utf8')));
		expect(Object.keys(TABLES).filter((name) => !shown.includes(name))).toEqual([]);
	});

	it('refuse names that are unknown, and change nothing else', () => {
		const table = (content: string) => `a\n<!-- table one -->\n${content}<!-- end -->\nb`;
		expect(fillTables(table('old'), { one: () => 'new' })).toBe(table('\nnew\n\n'));
		expect(() => fillTables(table(''), {})).toThrow("no table is called 'one'");
	});
});
