import { afterAll, describe, expect, it } from 'vitest';
import { listInputs } from '../../src/formats/list-inputs.ts';
import { planOutputs } from '../../src/formats/plan-outputs.ts';
import { createScratch } from '../support/run-handreel.ts';

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
	const names = (pattern: string) => listInputs([path(pattern)], undefined, 'win32').map(({ name }) => name);

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
	expect(listInputs([path('takes/a*.bin')], undefined, 'linux')).toEqual([
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
