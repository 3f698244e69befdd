import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { LAYOUTS } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { createExampleFolder, runCode } from './run-example.ts';
import { TOOLS } from './tool.mjs';
import { root } from './workspace.mjs';

const DOCUMENTS = [
	'.',
	'docs',
	'fixtures',
	'readers/python',
	'packages/convert/docs',
	...['packages', 'apps', 'examples'].flatMap((group) =>
		readdirSync(join(root, group)).map((name) => `${group}/${name}`),
	),
].flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => posix.join(folder, name)),
);

describe('the documents', () => {
	it('show code that works when pasted', () => {
		const { folder, stdout, stderr, status } = runExample('README.md', 2);
		try {
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
			const lines = stdout.trimEnd().split('\n');
			expect(lines).toHaveLength(296);
			expect(lines[0]).toMatch(/^0\.000 false 0\.2328\d+ 1\.619\d* -?\d\.\d+$/);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it('begin with a test that `npm create handreel` writes', () => {
		const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
		expect(code.replaceAll('  ', '\t')).toBe(read('packages/create-handreel/template/tests/drawer.spec.ts'));
	});

	it.each([
		['packages/core/README.md', 0, '4.93 '],
		['packages/core/README.md', 1, ''],
		['packages/core/README.md', 2, 'head.position.x '],
		['packages/core/README.md', 3, 'true Float32Array(3)'],
		['packages/core/README.md', 4, '2.5 0.00'],
		['packages/core/README.md', 5, '2\n2 121'],
		['packages/core/README.md', 6, 'halfway\n0.75 1.5'],
		['packages/core/README.md', 7, 'rotation-w-lost '],
		['packages/core/README.md', 8, '3 0.79'],
		['packages/core/README.md', 9, '4.93 '],
		['packages/core/README.md', 10, 'held '],
		['packages/samples/README.md', 0, 'drawer Drawer '],
		['packages/samples/README.md', 1, ''],
		['packages/node/README.md', 0, ''],
		['packages/node/README.md', 1, ''],
	])('%s shows code that runs', (document, index, output) => {
		const { folder, stdout, stderr, status } = runExample(document, index);
		rmSync(folder, { recursive: true, force: true });
		expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		expect(stdout.startsWith(output), stdout).toBe(true);
	});

	it('explain every layout', () => {
		const format = read('FORMAT.md');
		for (const { name, layout } of LAYOUTS) {
			const markers = layout.markers ? 'yes' : 'no';
			expect(format).toContain(`| \`${name}\` | ${layout.version} | ${layout.keys} | ${markers} |`);
		}
	});

	it('name a test for each promise of SECURITY.md', () => {
		const [, promises = ''] = /\n## What we consider an attack\n([\s\S]*?)\n## /.exec(read('SECURITY.md')) ?? [];
		const paragraphs = promises.split(/\n(?=\*\*)/).filter((text) => text.startsWith('**'));
		expect(paragraphs.length).toBeGreaterThan(5);
		for (const paragraph of paragraphs) expect(paragraph).toMatch(/`[\w./-]+\.test\.ts`/);
		const tests = [...promises.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
		expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});

	it.each(DOCUMENTS)('%s names only scripts and files that exist', (document) => {
		const text = read(document);
		const near = join(dirname(document), 'package.json');
		const manifests = ['package.json', ...(existsSync(join(root, near)) ? [near] : [])];
		const scripts = Object.assign({}, ...manifests.map((path) => JSON.parse(read(path)).scripts));
		for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts, name).toHaveProperty([name]);
		for (const [, name = ''] of text.matchAll(/npm run tool -- ([a-z-]+)/g)) expect(TOOLS, name).toHaveProperty([name]);
		for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
			expect(existsSync(join(root, dirname(document), target)), target).toBe(true);
		}
		for (const [, path = ''] of text.matchAll(/`((?:packages|fixtures|scripts|src)\/[\w./-]+\.\w+)`/g)) {
			const bases = [
				root,
				join(root, dirname(document)),
				join(root, 'packages', 'core'),
				join(root, 'packages', 'cli'),
			];
			expect(
				bases.some((base) => existsSync(join(base, path))),
				path,
			).toBe(true);
		}
	});
});

// Runs one of the code blocks of a document in a separate folder, which is left behind.
function runExample(document: string, index: number) {
	const [, code = ''] = [...read(document).matchAll(/```ts\n([\s\S]*?)```/g)][index] ?? [];
	const folder = createExampleFolder();
	return { folder, ...runCode(folder, code) };
}

function read(path: string): string {
	return readFileSync(join(root, path), 'utf8');
}
