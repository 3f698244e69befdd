import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { findProject, listTests } from '../test-projects.mjs';
import { root } from '../workspace.mjs';

const SKIPPED = /^(node_modules|dist|\..*)$/;

it('every test file is in exactly one Vitest project', async () => {
	const vitest = await createVitest('test', { root, watch: false });
	const specifications = await vitest.globTestSpecifications();
	await vitest.close();
	const found = specifications.map(({ moduleId, project }) => `${relative(root, moduleId)} (${project.name})`);
	const expected = listTests().map((path) => `${path} (${findProject(path)})`);
	expect(found.map((line) => line.replaceAll('\\', '/')).sort()).toEqual(expected.sort());
	expect(expected).toHaveLength(listTestFiles().length);
});

function listTestFiles(folder = root): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : listTestFiles(join(folder, entry.name));
		return entry.name.endsWith('.test.ts') ? [entry.name] : [];
	});
}
