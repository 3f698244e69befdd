import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listExports } from '../../../scripts/public-api.ts';
import { root } from '../../../scripts/workspace.mjs';

const exported = listExports(join(root, 'packages/node/src/index.ts'));

it('exports these names', () => {
	expect(exported.map(({ name, isType }) => (isType ? `type ${name}` : name)).sort()).toEqual([
		'JOURNAL_FILE_DEFAULTS',
		'borrowMemory',
		'openJournal',
		'readFully',
		'readOpenFile',
		'type JournalFile',
		'type JournalFileOptions',
		'type ReadOpenFile',
	]);
});

it('documents every export', () => {
	expect(exported.filter(({ isDocumented }) => !isDocumented)).toEqual([]);
});
