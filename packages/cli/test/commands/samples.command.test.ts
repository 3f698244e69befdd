import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getSampleUrl, listSamples } from '@handreel/samples';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch();
afterAll(() => scratch.remove());

describe('handreel samples', () => {
	it('lists all samples, as a table and as JSON', () => {
		const { stdout, status } = scratch.run('samples');
		expect(status).toBe(0);
		for (const { name, description } of listSamples()) {
			expect(stdout).toContain(name);
			expect(stdout).toContain(description);
		}
		expect(stdout).toContain('not captured from people');
		expect(scratch.json('samples', '--tag', 'controllers', '--json')).toEqual({ samples: listSamples('controllers') });
	});

	it('copies the files, which the other commands read', () => {
		const { stdout, status } = scratch.run('samples', '--copy', 'all/samples');
		expect({ status, stdout }).toEqual({
			status: 0,
			stdout: `${listSamples().length} samples copied to all/samples\n`,
		});
		expect(readdirSync(scratch.path('all', 'samples')).sort()).toEqual(
			listSamples()
				.map(({ file }) => file)
				.sort(),
		);
		expect(readFileSync(scratch.path('all', 'samples', 'wave.reel')).equals(readFileSync(getSampleUrl('wave')))).toBe(
			true,
		);
		expect(scratch.run('info', 'all/samples/drawer.reel').stdout).toContain('held');
	});

	it('overwrites nothing without --force, and then copies nothing at all', () => {
		mkdirSync(scratch.path('mine'));
		writeFileSync(scratch.path('mine', 'wave.reel'), 'mine');
		const { stderr, status } = scratch.run('samples', '--copy', 'mine');
		expect(status).toBe(1);
		expect(stderr).toMatch(/wave\.reel: already exists; use --force/);
		expect(readdirSync(scratch.path('mine'))).toEqual(['wave.reel']);
		expect(readFileSync(scratch.path('mine', 'wave.reel'), 'utf8')).toBe('mine');
		expect(scratch.run('samples', '--copy', 'mine', '--tag', 'gesture', '--force').status).toBe(0);
		expect(readFileSync(scratch.path('mine', 'wave.reel'), 'utf8')).not.toBe('mine');
	});

	it('refuses tags that no sample has, and folders that are files', () => {
		const { stderr, status } = scratch.run('samples', '--tag', 'feet', '--copy', 'feet');
		expect(status).toBe(2);
		expect(stderr).toMatch(/no sample has the tag 'feet'; there are .*controllers/);
		expect(existsSync(scratch.path('feet'))).toBe(false);
		writeFileSync(scratch.path('file'), '');
		expect(scratch.run('samples', '--copy', 'file').status).toBe(1);
	});
});
