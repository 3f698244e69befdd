import { readdirSync } from 'node:fs';
import { compareRecordings } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, json, read } = scratch;

describe('handreel split and concat', () => {
	it('cuts into numbered files that make up the whole again', () => {
		const { status } = run('split', 'full.bin', 'piece.bin', '--at', '1,2.5');
		expect(status).toBe(0);
		expect(
			readdirSync(scratch.folder)
				.filter((name) => name.startsWith('piece'))
				.sort(),
		).toEqual(['piece-1.bin', 'piece-2.bin', 'piece-3.bin']);
		expect(run('concat', 'piece-1.bin', 'piece-2.bin', 'piece-3.bin', 'whole.bin').status).toBe(0);
		const { position, rotation } = compareRecordings(read('full.bin'), read('whole.bin'));
		expect(position?.max).toBeLessThan(1e-5);
		expect(rotation?.max).toBeLessThan(1e-2);
	});

	it('cuts at markers', () => {
		const [entry] = json('split', 'markers.bin', 'take.bin', '--markers', '--json');
		expect(entry.pieces.length).toBe(entry.written.length);
		expect(entry.pieces.length).toBeGreaterThan(1);
	});

	it('refuses --markers if there is no marker to split at, and writes nothing', () => {
		run('markers', 'add', 'full.bin', 'at-start.bin', '--time', '0', '--name', 'start');
		for (const [name, reason] of [
			['full.bin', 'has no markers'],
			['at-start.bin', 'has no marker between its start and its end'],
		] as const) {
			expect(run('split', name, 'none.bin', '--markers')).toMatchObject({
				status: 1,
				stdout: '',
				stderr: `handreel: ${name}: nothing to split: the recording ${reason}\n`,
			});
		}
		expect(readdirSync(scratch.folder).filter((name) => name.startsWith('none'))).toEqual([]);
	});

	it('does not overwrite a piece that is there already', () => {
		const { status, stderr } = run('split', 'full.bin', 'piece.bin', '--at', '1');
		expect(status).toBe(1);
		expect(stderr).toMatch(/full\.bin: .*already exists; use --force to overwrite it/);
	});
});
