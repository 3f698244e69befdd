import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMissingBinaries } from '../platforms/lock.mjs';
import { root } from '../workspace.mjs';

const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { packages: entries } = JSON.parse(text);

describe('package-lock.json', () => {
	it('has the native binaries of all tools for Linux, macOS and Windows on x64 and ARM', () => {
		expect(findMissingBinaries(entries)).toEqual([]);
	});

	it('names no registry, so that everybody installs from their own', () => {
		expect(text).not.toMatch(/"resolved": "https?:/);
	});
});

describe('findMissingBinaries', () => {
	const without = (pattern: RegExp) =>
		Object.fromEntries(Object.entries<object>(entries).filter(([path]) => !pattern.test(path)));

	it('reports binaries that npm left out', () => {
		expect(findMissingBinaries(without(/biomejs\/cli-win32-arm64$/))).toEqual([
			expect.stringMatching(/^@biomejs\/biome \S+: the lock file lacks @biomejs\/cli-win32-arm64 /),
			expect.stringMatching(/^@biomejs\/biome \S+: no binary for win32 arm64$/),
		]);
	});

	it('asks for musl only where a tool offers it', () => {
		const tool = (libc?: string[]) => ({
			'node_modules/tool': { version: '1.0.0', optionalDependencies: { a: '1.0.0', b: '1.0.0' } },
			'node_modules/a': { version: '1.0.0', os: ['linux'], cpu: ['x64', 'arm64'], libc: ['glibc'] },
			'node_modules/b': { version: '1.0.0', os: ['darwin', 'win32', 'linux'], cpu: ['x64'], ...(libc && { libc }) },
		});
		expect(findMissingBinaries(tool(['glibc']))).toEqual([
			'tool 1.0.0: no binary for darwin arm64',
			'tool 1.0.0: no binary for win32 arm64',
		]);
		expect(findMissingBinaries(tool(['musl']))).toContain('tool 1.0.0: no binary for linux arm64 musl');
	});
});
