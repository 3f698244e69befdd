import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateTables } from './format-tables.ts';
import { root } from './workspace.mjs';

describe('the tables of formats in the documents', async () => {
	it.each(await generateTables())('$path: npx vitest run scripts/format-tables --update', async ({ path, text }) => {
		await expect(text).toMatchFileSnapshot(join(root, path));
	});
});
