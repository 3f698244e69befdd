import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMissed, isRatio, mergeResults, type SavedResult } from '../../bench/results.ts';
import { listFiles, root } from '../workspace.mjs';
import { formatFigures, formatInstall, readResults } from './first-page.ts';

const machine = { cpu: 'x', cores: 2, memory: 8, system: 'Linux x64', node: '22.0.0' };
const result = (name: string, fields: Partial<SavedResult> = {}): SavedResult => ({
	name,
	ratio: 2,
	spread: null,
	target: null,
	better: 'higher',
	command: `npm run bench -- "${name}"`,
	date: '2030-01-01',
	load: 0,
	...fields,
});

describe('saved results of benchmarks', () => {
	it('have the command that measures them again, a date and the load of the machine', () => {
		const { results } = readResults();
		expect(results.length).toBeGreaterThan(50);
		for (const { name, command, date, load } of results) {
			expect(command).toBe(`npm run bench -- "${name}"`);
			expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/);
			expect(load, name).toBeGreaterThanOrEqual(0);
		}
	});

	it('are merged by name, in the order of the benchmarks, and only from the same machine', () => {
		const kept = { machine, results: [result('b'), result('gone'), result('a')] };
		const added = [result('b', { ratio: 3 }), result('c')];
		const names = ['a', 'b', 'c'];
		const merged = mergeResults(kept, machine, added, names).results;
		expect(merged.map(({ name, ratio }) => [name, ratio])).toEqual([
			['a', 2],
			['b', 3],
			['c', 2],
		]);
		const other = mergeResults(kept, { ...machine, cores: 8 }, added, names).results;
		expect(other.map(({ name }) => name)).toEqual(['b', 'c']);
	});

	it('miss a target on its wrong side only', () => {
		expect(isMissed({ ratio: 2, target: 2, better: 'higher' })).toBe(false);
		expect(isMissed({ ratio: 1.9, target: 2, better: 'higher' })).toBe(true);
		expect(isMissed({ ratio: 2.3, target: 2.2, better: 'lower' })).toBe(true);
		expect(isMissed({ ratio: 2.3, target: null, better: 'lower' })).toBe(false);
	});

	it('are ratios if they name what they are compared with', () => {
		expect(isRatio(result('read / copy'))).toBe(true);
		expect(isRatio(result('reel, kB of ten minutes'))).toBe(false);
	});
});

describe('the figures of README', () => {
	const all = readResults().results;

	it('show a missed target, and figures of a busy machine', () => {
		const spread = { low: 1, high: 3 };
		const changed = all.map((entry) =>
			entry.name.startsWith('SIMD play lines, raw') ? { ...entry, ratio: 3, target: 10, spread, load: 9 } : entry,
		);
		const [row = ''] = formatFigures({ machine, results: changed }).split('\n').slice(-1);
		expect(row).toContain('**3 times** as fast');
		expect(row).toContain('(the target, 10, is missed; rough: the machine was busy)');
	});

	it('are all measured', () => {
		expect(() => formatFigures({ machine, results: [] })).toThrow(/bench\/results\.json has no result of 'reel,/);
	});

	// Output of commands is in code blocks, which other tests run.
	it('are the only ones that compare: README and the written pages of the site have none in their text', () => {
		const pages = listFiles(join(root, 'docs', 'pages')).filter(
			(path) => path.endsWith('.md') && !/[\\/](format|reference)[\\/]/.test(path),
		);
		const found = [join(root, 'README.md'), ...pages].flatMap((path) => {
			const text = readFileSync(path, 'utf8')
				.replaceAll(/```[\s\S]*?```/g, '')
				.replaceAll(/<!-- table readme-figures -->[\s\S]*?<!-- end -->/g, '');
			const figures =
				/\b[\d.]+ times (as|faster|smaller|larger)|\b[\d.]+ % of (the|a|its) (size|bytes|file|time)|\b[\d.]+ files per second/g;
			return [...text.matchAll(figures)].map(([figure]) => `${path}: ${figure}`);
		});
		expect(found).toEqual([]);
	});
});

describe('how to install', () => {
	it('names the two commands of a clone and npm, before and after the packages are published', () => {
		for (const text of [formatInstall(false), formatInstall(true)]) {
			for (const command of ['npm start ', 'npm test ', 'npm create handreel ']) expect(text).toContain(`\n${command}`);
		}
		expect(formatInstall(false)).toContain('not on npm yet');
		expect(formatInstall(true)).not.toContain('not on npm yet');
	});
});
