import { writeFileSync } from 'node:fs';
import { FORMATS, listLayouts } from '@handreel/convert';
import { FINGER_JOINTS, SPACES } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, json, path, shell } = scratch;
writeFileSync(path('completion.bash'), run('completion', 'bash').stdout);
const [zsh, fish] = ['zsh', 'fish'].map((shell) => run('completion', shell).stdout);

// Runs the function that bash calls.
function complete(...words: string[]): string[] {
	const quoted = words.map((word) => `'${word}'`).join(' ');
	const { stdout, stderr } = shell(
		`source completion.bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _handreel; printf '%s\\n' "\${COMPREPLY[@]}"`,
	);
	expect(stderr).toBe('');
	return stdout.trim().split('\n');
}

describe('handreel formats and completion', () => {
	it('lists formats and layouts', () => {
		const { stdout } = run('formats');
		for (const word of ['json', 'csv', 'glb', 'gltf', 'journal', 'mrtk-1.1', 'documented-1.0'])
			expect(stdout).toContain(word);
		expect(json('formats', '--json').layouts).toHaveLength(6);
	});

	it.runIf(isPosix)('completes commands and options in bash', () => {
		expect(complete('handreel', 'tr')).toEqual(['trim']);
		expect(complete('handreel', 'trim', '--st')).toEqual(['--start']);
		expect(complete('handreel', 'markers', 're')).toEqual(['rename', 'remove']);
		expect(complete('handreel', 'markers', 'add', '--na')).toEqual(['--name']);
		expect(complete('handreel', 'queue', 'add', 'm')).toEqual(['measure']);
		expect(complete('handreel', 'queue', 'add', 'check', '--rep')).toEqual(['--report']);
		expect(complete('handreel', 'info', 'new')).toEqual(['new.bin']);
		writeFileSync(path('with two spaces.bin'), '');
		expect(complete('handreel', 'info', 'with')).toEqual(['with two spaces.bin']);
	});

	it.runIf(isPosix)('completes the values of options in bash', () => {
		expect(complete('handreel', 'convert', '--to', 'gl')).toEqual(['glb', 'gltf']);
		expect(complete('handreel', 'convert', 'new.bin', 'out.csv', '--space', '')).toEqual(Object.keys(SPACES));
		expect(complete('handreel', 'trim', '--layout', '')).toEqual(FORMATS.flatMap(listLayouts));
		expect(complete('handreel', 'convert', '--map', 'ne')).toEqual(['new.bin']);
		expect(complete('handreel', 'markers', 'add', '--to', 'j')).toEqual(['json']);
		expect(complete('handreel', 'smooth', '--only', 'r')).toEqual(['right']);
		expect(complete('handreel', 'replay', '--render', 'l')).toEqual(['last']);
		// `=` separates words in bash.
		expect(complete('handreel', 'sample', '--format', '=', 'c')).toEqual(['csv']);
		expect(complete('handreel', 'sample', '--format', '=')).toEqual(['json', 'csv']);
		// Comma-separated words.
		expect(complete('handreel', 'sample', '--joints', 'ind')).toEqual(FINGER_JOINTS.index);
		expect(complete('handreel', 'sample', '--joints', 'wrist,thumbT')).toEqual(['wrist,thumbTip']);
		// Values that cannot be listed, and values that are files.
		expect(complete('handreel', 'trim', '--start', '')).toEqual(['']);
		expect(complete('handreel', 'replay', '--events', 'ne')).toEqual(['new.bin']);
		expect(complete('handreel', 'view', '--no-')).toEqual(['--no-open']);
	});

	it.runIf(isPosix)('completes the topics of help and the names of shells in bash', () => {
		expect(complete('handreel', 'he')).toEqual(['help']);
		expect(complete('handreel', 'help', 'tr')).toEqual(['trim']);
		expect(complete('handreel', 'help', 'markers', 're')).toEqual(['rename', 'remove']);
		expect(complete('handreel', 'help', 'trim', '')).toEqual(['']);
		expect(complete('handreel', 'completion', '')).toEqual(['bash', 'zsh', 'fish', '--help']);
		expect(complete('handreel', 'formats', '')).toEqual(['--json', '--help']);
	});

	it('offers the same values in zsh and fish', () => {
		const writable = FORMATS.flatMap(({ name, writes }) => (writes ? [name] : [])).join(' ');
		expect(zsh).toContain(`('convert --to') kind=word offered=(${writable}) ;;`);
		expect(zsh).toMatch(/\('sample --joints'\) kind=list offered=\(none wrist palm .* pinkyTip\) ;;/);
		expect(zsh).toMatch(/\('help markers'\) kind=nothing offered=\(list add rename move remove\) ;;/);
		expect(fish).toMatch(new RegExp(`__fish_seen_subcommand_from convert; .*-l to -x -a '${writable}'$`, 'm'));
		expect(fish).toMatch(/ -l joints -x -a '\(__fish_complete_list , "string split : none:wrist:.*:pinkyTip"\)'$/m);
		expect(fish).toMatch(/__fish_seen_subcommand_from help; .* -f -a 'info check .* completion'$/m);
	});

	it('has scripts for zsh and fish, and refuses other shells', () => {
		expect(zsh).toContain("'optimize:remove redundant keys within a tolerance'");
		expect(fish).toContain('-a trim');
		expect(run('completion', 'tcsh')).toMatchObject({ status: 2, stderr: expect.stringContaining('bash, zsh, fish') });
	});
});
