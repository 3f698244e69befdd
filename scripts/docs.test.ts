import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ISSUE_CODES, LAYOUTS } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { createExampleFolder, runCode } from './run-example.ts';
import { root } from './workspace.mjs';

const DOCUMENTS = [
	'README.md',
	'ARCHITECTURE.md',
	'FORMAT.md',
	'REEL.md',
	'DIAGNOSE.md',
	'MEASURES.md',
	'CONTRIBUTING.md',
	'RELEASING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'fixtures/README.md',
	'packages/core/README.md',
	'packages/node/README.md',
	'packages/capture/README.md',
	'packages/capture/PROTOCOL.md',
	'packages/plot/README.md',
	'packages/corpus/README.md',
	'packages/convert/README.md',
	'packages/convert/docs/json.md',
	'packages/convert/docs/csv.md',
	'packages/convert/docs/gltf.md',
	'packages/convert/docs/reel.md',
	'packages/convert/docs/parquet.md',
	'packages/convert/docs/npz.md',
	'packages/convert/docs/lerobot.md',
	'packages/convert/docs/mcap.md',
	'packages/cli/README.md',
	'packages/webxr/README.md',
	'packages/playwright/README.md',
	'packages/hands/README.md',
	'packages/three/README.md',
	'packages/babylon/README.md',
	'packages/aframe/README.md',
	'packages/player/README.md',
	'examples/grab/README.md',
	'examples/workbench/README.md',
	'examples/tutorial/README.md',
	'examples/gallery/README.md',
	'docs/README.md',
];

describe('the documents', () => {
	it('show code that works when pasted', () => {
		const { folder, stdout, stderr, status } = runExample('README.md', 0);
		try {
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
			const lines = stdout.trimEnd().split('\n');
			expect(lines).toHaveLength(296);
			expect(lines[0]).toMatch(/^0\.000 false 0\.2328\d+ 1\.619\d* -?\d\.\d+$/);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
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
		['packages/node/README.md', 0, ''],
		['packages/node/README.md', 1, ''],
	])('%s shows code that runs', (document, index, output) => {
		const { folder, stdout, stderr, status } = runExample(document, index);
		rmSync(folder, { recursive: true, force: true });
		expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		expect(stdout.startsWith(output), stdout).toBe(true);
	});

	it('explain every issue code and layout', () => {
		const format = read('FORMAT.md');
		for (const [code, meaning] of Object.entries(ISSUE_CODES)) expect(format).toContain(`| \`${code}\` | ${meaning} |`);
		for (const { name, layout } of LAYOUTS) {
			const markers = layout.markers ? 'yes' : 'no';
			expect(format).toContain(`| \`${name}\` | ${layout.version} | ${layout.keys} | ${markers} |`);
		}
	});

	it.each(DOCUMENTS)('%s names only scripts and files that exist', (document) => {
		const text = read(document);
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts, name).toHaveProperty([name]);
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

// Runs one of the code blocks of a document in a folder of its own, which is left behind.
function runExample(document: string, index: number) {
	const [, code = ''] = [...read(document).matchAll(/```ts\n([\s\S]*?)```/g)][index] ?? [];
	const folder = createExampleFolder();
	return { folder, ...runCode(folder, code) };
}

function read(path: string): string {
	return readFileSync(join(root, path), 'utf8');
}
