import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES, root } from '../workspace.mjs';
import { fillManifest, isPlaceholder, readShared } from './metadata.mjs';
import { checkNames } from './names.mjs';
import { compareSizes } from './sizes.mjs';

const manifests = PACKAGES.map((name) => {
	const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
	return { directory: `packages/${name}`, manifest: JSON.parse(text) };
});

describe('the published manifests', () => {
	it.each(manifests)('$directory has the addresses and keywords of the root: npm run tool -- metadata', (entry) => {
		const filled = fillManifest(entry.manifest, readShared(), entry.directory);
		expect(JSON.stringify(entry.manifest)).toBe(JSON.stringify(filled));
	});

	it('that were never released are in a changeset', () => {
		const folder = join(root, '.changeset');
		const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		const unreleased = manifests.filter(({ manifest }) => manifest.version === '0.0.0');
		for (const { manifest } of unreleased) expect(texts.join('\n')).toContain(`'${manifest.name}': major`);
	});

	it('have one version, which every release raises together', () => {
		expect(new Set(manifests.map(({ manifest }) => manifest.version)).size).toBe(1);
		const { fixed } = JSON.parse(readFileSync(join(root, '.changeset', 'config.json'), 'utf8'));
		const rest = manifests.filter(
			({ manifest: { name } }) => !fixed[0].includes(name.replace(/^(@handreel\/).*/, '$1*')),
		);
		expect(rest.map(({ manifest }) => manifest.name)).toEqual([]);
	});

	it('refuses a release with the placeholder', () => {
		expect(isPlaceholder('https://code.example/handreel/handreel')).toBe(true);
		expect(isPlaceholder('https://github.com/handreel/example')).toBe(false);
	});
});

describe('checkNames', () => {
	const answer = (status: number, stdout: string, stderr = '') => ({ status, stdout, stderr });
	const registry = (user: string | null) => (args: readonly string[]) => {
		if (args[0] === 'whoami') return user === null ? answer(1, '', 'npm error code ENEEDAUTH') : answer(0, `${user}\n`);
		if (args[1] === 'free') return answer(1, '{"error":{}}', 'npm error code E404');
		if (args[1] === 'broken') return answer(1, '', 'npm error code ECONNREFUSED');
		return answer(0, args[1] === 'one' ? '"us <us@mail.example>"' : '["them <t@mail.example>","us <us@mail.example>"]');
	};

	it('accepts free names and ours', () => {
		expect(checkNames(['free', 'one', 'two'], registry('us')).map(({ state }) => state)).toEqual([
			'free',
			'ours',
			'ours',
		]);
	});

	it('reports names of others, and whose they are', () => {
		const taken = { name: 'two', state: 'taken', owners: ['them', 'us'] };
		expect(checkNames(['two'], registry('me'))).toEqual([taken]);
		expect(checkNames(['two'], registry(null))).toEqual([taken]);
	});

	it('throws if the registry does not answer', () => {
		expect(() => checkNames(['broken'], registry('us'))).toThrow('npm view broken: npm error code ECONNREFUSED');
	});
});

describe('the program of the release check', () => {
	it('uses every public entry point that has types', () => {
		const folder = join(root, 'scripts', 'release', 'consumer');
		const program = ['program.ts', 'scenes.ts'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
		const doors = manifests.flatMap(({ manifest }) =>
			Object.entries<string | object>(manifest.exports)
				.filter(([path, target]) => typeof target === 'object' && path !== './internal' && !path.includes('*'))
				.map(([path]) => `${manifest.name}${path.slice(1)}`),
		);
		expect(doors.length).toBeGreaterThan(10);
		for (const door of doors) expect(program).toContain(` from '${door}';`);
	});
});

describe('compareSizes', () => {
	const sizes = { a: 100, b: 4.4 };

	it('accepts a growth of ten percent, and every smaller size', () => {
		expect(compareSizes([size('a', 109_900), size('b', 1200)], sizes)).toEqual([]);
	});

	it('reports packages that grew, and new ones', () => {
		expect(compareSizes([size('a', 111_000), size('c', 1000)], sizes)).toEqual([
			'a: 111 kB instead of 100 kB (+11.0 %)',
			'c: 1 kB, not in sizes.json',
		]);
	});

	function size(name: string, bytes: number) {
		return { name, bytes };
	}
});
