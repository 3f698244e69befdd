import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { createProject, ProjectError } from '../src/create-project.ts';

const options = { template: join(root, 'packages', 'create-handreel', 'template'), version: '1.2.3' };

describe('createProject', () => {
	let base: string;
	beforeEach(() => {
		base = mkdtempSync(join(tmpdir(), 'create-handreel-'));
	});
	afterEach(() => rmSync(base, { recursive: true }));

	it('writes the files of the template with the version of the packages', () => {
		const folder = join(base, 'parent', 'tests');
		const names = ['.gitignore', 'README.md', 'app', 'package.json', 'playwright.config.ts', 'serve.mjs', 'tests'];
		expect(createProject(folder, options)).toEqual(names);
		const { name, devDependencies } = readManifest(folder);
		expect(name).toBe('tests');
		expect(devDependencies).toMatchObject({ '@handreel/playwright': '^1.2.3', three: expect.stringMatching(/^\^0/) });
		expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('node_modules/');
	});

	it('accepts an empty folder, also if it is a repository', () => {
		mkdirSync(join(base, '.git'));
		expect(createProject(base, options)).toContain('.git');
	});

	it.each([
		['My Tests', 'my-tests'],
		['.hidden', 'hidden'],
		['größe "x"', 'gr-e-x-'],
		['日本', 'hand-tests'],
		['node_modules', 'hand-tests'],
	])('names the package of the folder %s as npm allows it: %s', (folder, name) => {
		createProject(join(base, folder), options);
		expect(readManifest(join(base, folder)).name).toBe(name);
	});

	it('refuses a folder with files, and changes nothing', () => {
		writeFileSync(join(base, 'package.json'), 'mine');
		expect(() => createProject(base, options)).toThrow(ProjectError);
		expect(() => createProject(base, options)).toThrow(/is not empty \(it contains package\.json\)/);
		expect(readdirSync(base)).toEqual(['package.json']);
		expect(readFileSync(join(base, 'package.json'), 'utf8')).toBe('mine');
	});

	it('refuses a file, and a link to a folder with files', () => {
		writeFileSync(join(base, 'file'), '');
		expect(() => createProject(join(base, 'file'), options)).toThrow(/file is a file/);
		symlinkSync(base, join(base, 'link'));
		expect(() => createProject(join(base, 'link'), options)).toThrow(/is not empty/);
	});

	it('has the versions of tools that the workspace tests', () => {
		const used = JSON.parse(readFileSync(join(root, 'examples', 'grab', 'package.json'), 'utf8')).devDependencies;
		createProject(join(base, 'tests'), options);
		const { devDependencies } = readManifest(join(base, 'tests'));
		for (const name of ['@playwright/test', 'three']) expect(devDependencies[name]).toBe(`^${used[name]}`);
	});
});

function readManifest(folder: string) {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
