import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listInputs } from '../../src/formats/list-inputs.ts';
import { planOutputs } from '../../src/formats/plan-outputs.ts';
import { createScratch, isPosix, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({
	'takes/a1.bin': 'mrtk-2.8.3-n001',
	'takes/A2.BIN': 'mrtk-2.8.3-n001',
	'takes/b(1).bin': 'mrtk-2.8.3-n001',
	'other/a1.bin': 'mrtk-2.8.3-n001',
	'upper/A1.bin': 'mrtk-2.8.3-n001',
});
afterAll(() => scratch.remove());
const { path } = scratch;

describe('on Windows', () => {
	const names = (pattern: string) =>
		listInputs([path(pattern)], undefined, { platform: 'win32' }).map(({ name }) => name);

	it('wildcards are expanded, because its shells do not', () => {
		expect(names('takes/a*.bin')).toEqual(['A2.BIN', 'a1.bin']);
		expect(names('takes/?1.bin')).toEqual(['a1.bin']);
		expect(names('takes/b(?).bin')).toEqual(['b(1).bin']);
	});

	it('a pattern without a match stays, and reading it fails', () => {
		expect(names('takes/c*.bin')).toEqual(['c*.bin']);
		expect(names('nowhere/*.bin')).toEqual(['*.bin']);
	});
});

it('elsewhere, a star is a part of the name', () => {
	expect(listInputs([path('takes/a*.bin')], undefined, { platform: 'linux' })).toEqual([
		{ path: path('takes/a*.bin'), name: 'a*.bin' },
	]);
});

it('names that differ in case are the same file on Windows and macOS', async () => {
	const plan = (platform: NodeJS.Platform) =>
		planOutputs([path('other'), path('upper'), path('out/')], undefined, { platform });
	await expect(plan('win32')).rejects.toThrow('would both be written to');
	await expect(plan('darwin')).rejects.toThrow('would both be written to');
	expect(await plan('linux')).toHaveLength(2);
});

it.runIf(isPosix)(
	'a folder is listed without links to devices, pipes and folders; links to files and to nothing stay',
	() => {
		mkdirSync(path('links', 'sub'), { recursive: true });
		writeFileSync(path('links', 'sub', 'file.bin'), '');
		spawnSync('mkfifo', [path('pipe')]);
		for (const [name, target] of [
			['device', '/dev/zero'],
			['fifo', path('pipe')],
			['fifo.notes', path('pipe')],
			['folder', '.'],
			['file', path('links', 'sub', 'file.bin')],
			['nothing', 'nowhere'],
		] as const) {
			symlinkSync(target, path('links', name.endsWith('.notes') ? name : `${name}.bin`));
		}
		const skipped: string[] = [];
		const onSkip = (file: string): number => skipped.push(file);
		const names = listInputs([path('links')], undefined, { onSkip }).map(({ name }) => name);
		expect(skipped.sort()).toEqual([path('links', 'device.bin'), path('links', 'fifo.bin')]);
		expect(names).toEqual(['file.bin', 'nothing.bin', join('sub', 'file.bin')]);
	},
);

it.runIf(isPosix)('info, check, measure and convert of a folder skip a pipe behind a link, and say so', () => {
	mkdirSync(path('waiting'));
	spawnSync('mkfifo', [path('waiting-pipe')]);
	symlinkSync(path('waiting-pipe'), path('waiting', 'pipe.bin'));
	copyFileSync(recorded('mrtk-2.8.3-n020'), path('waiting', 'take.bin'));
	for (const args of [['info'], ['check'], ['measure'], ['convert', '--to', 'reel', '--quiet']]) {
		const [name = '', ...options] = args;
		const paths = name === 'convert' ? ['waiting', 'converted'] : ['waiting'];
		expect(scratch.runWith({ timeout: 20_000 }, name, ...paths, ...options)).toMatchObject({
			status: 0,
			stderr: `handreel: ${join('waiting', 'pipe.bin')}: skipped: this link leads to a pipe or device\n`,
		});
	}
});

it('a folder with a .bin file has its recordings of other formats, too, and no other files', () => {
	const heads: Readonly<Record<string, string>> = {
		'mixed/b.csv': 'time_s,head_x\n0,1\n',
		'mixed/c.iwer.json': '{}',
		'mixed/d.json': '{ "format": "handreel-recording" }',
		'mixed/package.json': '{ "name": "x" }',
		'mixed/results.csv': 'subject,score\n',
		'mixed/cup.gltf': '{ "asset": { "version": "2.0" } }',
		'mixed/notes.txt': '',
	};
	cpSync(path('takes/a1.bin'), path('mixed/a.bin'));
	for (const [name, text] of Object.entries(heads)) writeFileSync(path(name), text);
	const names = (extensions?: string[]) => listInputs([path('mixed')], extensions).map(({ name }) => name);
	expect(names()).toEqual(['a.bin', 'b.csv', 'c.iwer.json', 'd.json']);
	expect(names(['.csv'])).toEqual(['b.csv', 'results.csv']);
});
