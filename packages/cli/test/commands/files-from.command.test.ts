import { copyFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { expandFilesFrom } from '../../src/commands/files-from.ts';
import { createScratch, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({ 'a.bin': 'mrtk-2.8.3-n020', 'b b.bin': 'mrtk-2.8.3-n100' });
afterAll(() => scratch.remove());
const { run, runWith, json, path } = scratch;

describe('--files-from', () => {
	it('takes the place of the inputs, before other paths', () => {
		const expand = (list: string, ...args: string[]): string[] => expandFilesFrom(args, () => list);
		expect(expand('a\nb\n', 'convert', '--files-from', 'list', 'out/')).toEqual(['convert', 'a', 'b', 'out/']);
		expect(expand('a\r\n\r\nb', 'convert', 'out/', '--files-from=list', '-q')).toEqual([
			'convert',
			'a',
			'b',
			'out/',
			'-q',
		]);
		expect(expand('a\nb\0c', 'info', '--null', '--files-from', '-')).toEqual(['info', 'a\nb', 'c']);
		expect(expand('a', 'markers', 'add', '--files-from', 'l', 'out')).toEqual(['markers', 'add', 'a', 'out']);
		expect(expand('--force', 'info', '--files-from', 'l')).toEqual(['info', './--force']);
		expect(expand('a', 'info', '--', '--files-from', 'l')).toEqual(['info', '--', '--files-from', 'l']);
	});

	it('feeds commands from a file and from standard input', () => {
		writeFileSync(path('list.txt'), 'a.bin\nb b.bin\n');
		expect(json('info', '--files-from', 'list.txt', '--json').map(({ file }: { file: string }) => file)).toEqual([
			'a.bin',
			'b b.bin',
		]);
		const { stdout, status } = runWith({ input: 'b b.bin\0a.bin\0' }, 'check', '--files-from', '-', '--null');
		expect(status).toBe(0);
		expect(stdout).toContain('2 files: ');
		expect(run('mirror', '--files-from', 'list.txt', 'mirrored/').stdout).toContain('2 of 2 files written');
	});

	it('names what is wrong with a list', () => {
		writeFileSync(path('empty.txt'), '\n');
		expect(run('info', '--files-from', 'nope.txt')).toMatchObject({
			status: 1,
			stderr: 'handreel: --files-from nope.txt: no such file or folder\n',
		});
		expect(run('info', '--files-from', 'empty.txt')).toMatchObject({
			status: 1,
			stderr: 'handreel: --files-from empty.txt: the list has no paths\n',
		});
		expect(run('info', '--files-from').status).toBe(2);
		copyFileSync(recorded('mrtk-2.8.3-n020'), path('--odd.bin'));
		expect(runWith({ input: '--odd.bin\n' }, 'info', '--files-from', '-').status).toBe(0);
	});
});
