import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listExports } from '../../../../scripts/public-api.ts';

it.each(['index'])('the public API changes on purpose only: %s', async (door) => {
	const exports = listExports(fileURLToPath(new URL(`../../src/${door}.ts`, import.meta.url)));
	expect(exports.filter(({ isDocumented }) => !isDocumented)).toEqual([]);
	const lines = exports.map(({ name, isType }) => `${isType ? 'type' : 'value'} ${name}`);
	await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`api/${door}.txt`);
});
