import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, json, path, shell } = scratch;

describe('handreel formats and completion', () => {
	it('lists formats and layouts', () => {
		const { stdout } = run('formats');
		for (const word of ['json', 'csv', 'glb', 'gltf', 'journal', 'mrtk-1.1', 'documented-1.0'])
			expect(stdout).toContain(word);
		expect(json('formats', '--json').layouts).toHaveLength(6);
	});

	it.runIf(isPosix)('completes commands and options in bash', () => {
		writeFileSync(path('completion.bash'), run('completion', 'bash').stdout);
		const complete = (...words: string[]): string[] =>
			shell(
				`source completion.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _handreel; printf '%s\\n' "\${COMPREPLY[@]}"`,
			)
				.stdout.trim()
				.split('\n');
		expect(complete('handreel', 'tr')).toEqual(['trim']);
		expect(complete('handreel', 'trim', '--st')).toEqual(['--start']);
		expect(complete('handreel', 'markers', 're')).toEqual(['rename', 'remove']);
		expect(complete('handreel', 'markers', 'add', '--n')).toEqual(['--name']);
		expect(complete('handreel', 'info', 'new')).toEqual(['new.bin']);
		writeFileSync(path('with two spaces.bin'), '');
		expect(complete('handreel', 'info', 'with')).toEqual(['with two spaces.bin']);
	});

	it('has scripts for zsh and fish, and refuses other shells', () => {
		expect(run('completion', 'zsh').stdout).toContain("'optimize:remove redundant keys within a tolerance'");
		expect(run('completion', 'fish').stdout).toContain('-a trim');
		expect(run('completion', 'tcsh').status).toBe(2);
	});
});
