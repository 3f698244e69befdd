import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { SLOW_TESTS, sortTests } from '../test-projects.mjs';
import { root } from '../workspace.mjs';

const SKIPPED = /^(node_modules|dist|\..*)$/;

it('every test file is in exactly one Vitest project', async () => {
	const vitest = await createVitest('test', { root, watch: false });
	const specifications = await vitest.globTestSpecifications();
	await vitest.close();
	const found = specifications.map(({ moduleId, project }) => `${relative(root, moduleId)} (${project.name})`);
	const sorted = Object.entries(sortTests()).flatMap(([project, paths]) => paths.map((path) => `${path} (${project})`));
	expect(found.map((line) => line.replaceAll('\\', '/')).sort()).toEqual(sorted.sort());
	expect(sorted).toHaveLength(listTestFiles().length);
});

it('every slow test is there', () => {
	const paths = Object.values(sortTests()).flat();
	expect(SLOW_TESTS.filter((end) => !paths.some((path) => path.endsWith(end)))).toEqual([]);
});

function listTestFiles(folder = root): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : listTestFiles(join(folder, entry.name));
		return entry.name.endsWith('.test.ts') ? [entry.name] : [];
	});
}
