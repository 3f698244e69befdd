import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES, root } from '../workspace.mjs';
import { fillManifest, isPlaceholder, readShared } from './metadata.mjs';
import { compareSizes } from './sizes.mjs';

const manifests = PACKAGES.map((name) => {
	const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
	return { directory: `packages/${name}`, manifest: JSON.parse(text) };
});

describe('the published manifests', () => {
	it.each(manifests)('$directory has the addresses and keywords of the root: npm run metadata', (entry) => {
		const filled = fillManifest(entry.manifest, readShared(), entry.directory);
		expect(JSON.stringify(entry.manifest)).toBe(JSON.stringify(filled));
	});

	it('that were never released are in a changeset', () => {
		const folder = join(root, '.changeset');
		const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		const unreleased = manifests.filter(({ manifest }) => manifest.version === '0.0.0');
		for (const { manifest } of unreleased) expect(texts.join('\n')).toContain(`'${manifest.name}': minor`);
	});

	it('refuses a release with the placeholder', () => {
		expect(isPlaceholder('https://code.example/handreel/handreel')).toBe(true);
		expect(isPlaceholder('https://github.com/handreel/example')).toBe(false);
	});
});

describe('the program of the release check', () => {
	it('uses every entry point that has types', () => {
		const folder = join(root, 'scripts', 'release', 'consumer');
		const program = ['program.ts', 'scenes.ts'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
		const doors = manifests.flatMap(({ manifest }) =>
			Object.entries<string | object>(manifest.exports)
				.filter(([, target]) => typeof target === 'object')
				.map(([path]) => `${manifest.name}${path.slice(1)}`),
		);
		expect(doors.length).toBeGreaterThan(10);
		for (const door of doors) expect(program).toContain(` from '${door}';`);
	});
});

describe('compareSizes', () => {
	const table = '| package | kB |\n|---|---:|\n| `a` | 100 |\n| `b` | 4.4 |\n';

	it('accepts five percent', () => {
		expect(compareSizes([size('a', 104_900), size('b', 4200)], table)).toEqual([]);
	});

	it('reports larger and smaller, new and removed packages', () => {
		expect(compareSizes([size('a', 106_000), size('c', 1)], table)).toEqual([
			'b: in the table, but no package',
			'a: 106 kB instead of 100 kB (+6.0 %)',
			'c: not in the table',
		]);
		expect(compareSizes([size('a', 90_000), size('b', 4400)], table)).toEqual(['a: 90 kB instead of 100 kB (-10.0 %)']);
	});

	function size(name: string, bytes: number) {
		return { name, bytes };
	}
});
