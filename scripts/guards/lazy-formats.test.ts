import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';

const sources = new Map(readSources('packages/convert').map((source) => [source.path, source]));

/** The files that are loaded with a file. */
function listLoaded(path: string, found = new Set<string>()): Set<string> {
	if (found.has(path)) return found;
	found.add(path);
	for (const { path: next, isType, isLazy } of sources.get(path)?.imports ?? [])
		if (next !== null && !isType && !isLazy) listLoaded(next, found);
	return found;
}

describe('the detection of formats', () => {
	it('loads no code that reads or writes one', () => {
		const loaded = listLoaded('front/detect-format.ts');
		const lazy = [...loaded].flatMap((path) => sources.get(path)!.imports.filter(({ isLazy }) => isLazy));
		expect(lazy.length).toBeGreaterThan(20);
		expect(lazy.filter(({ path }) => path !== null && loaded.has(path))).toEqual([]);
	});
});
