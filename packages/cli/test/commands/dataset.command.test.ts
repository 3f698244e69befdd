import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { decodeParquet } from '@handreel/convert/parquet';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({ 'full.bin': 'mrtk-2.8.3-n100', 'small.bin': 'mrtk-2.8.3-n033' });
afterAll(() => scratch.remove());
const { run, path, json } = scratch;

describe('handreel dataset', () => {
	it('writes recordings as the row groups of a Parquet file', () => {
		const { status, stdout, stderr } = run('dataset', 'full.bin', 'small.bin', 'two.parquet', '--frame-rate', '60');
		expect(status).toBe(0);
		expect(stdout).toMatch(/^two\.parquet {2}2 recordings, /);
		expect(stderr).toMatch(
			/^handreel: full and 1 more file: not kept: head\.position\.x: its key times differ from the rows/m,
		);
		const { recordings } = decodeParquet(readFileSync(path('two.parquet')));
		expect(recordings.map(({ name }) => name)).toEqual(['full', 'small']);
		const hint = 'only the first of 2 recordings is read; the file has "full", "small"; the option recording chooses';
		expect(run('convert', 'two.parquet', 'first.bin').stderr).toContain(hint);
		for (const command of ['info', 'check']) expect(run(command, 'two.parquet').stdout).toContain(hint);
		expect(run('convert', 'two.parquet', 'second.bin', '--recording', 'small').stderr).not.toContain(hint);
		// A file with one recording names it after itself.
		expect(run('convert', 'small.bin', 'alone.parquet').status).toBe(0);
		expect(decodeParquet(readFileSync(path('alone.parquet'))).recordings.map(({ name }) => name)).toEqual(['alone']);
		expect(run('check', 'two.parquet', '--recording', 'small').stdout).not.toContain(hint);
		const [chosen] = json('info', 'two.parquet', '--recording', 'small', '--json');
		expect(chosen.duration).toBeCloseTo(recordings[1]!.recording.duration, 5);
		const missing = run('info', 'two.parquet', '--recording', 'third');
		expect(missing.status).toBe(1);
		expect(missing.stderr).toContain('the file has no recording "third"; it has "full", "small"');
	});

	it('names recordings of a folder by their paths', () => {
		mkdirSync(path('takes/monday'), { recursive: true });
		for (const name of ['takes/a.bin', 'takes/monday/a.bin'])
			writeFileSync(path(name), readFileSync(recorded('mrtk-2.8.3-n020')));
		const report = json('dataset', 'takes', 'takes.parquet', '--json') as { recordings: string[]; format: string };
		expect(report).toMatchObject({ format: 'parquet', recordings: ['a', 'monday/a'] });
	});

	it('writes a LeRobot data set into a new folder', () => {
		expect(run('dataset', 'full.bin', 'small.bin', 'hands/', '--frame-rate', '20', '--task', 'wave').status).toBe(0);
		const info = JSON.parse(readFileSync(path('hands/meta/info.json'), 'utf8'));
		expect(info).toMatchObject({ codebase_version: 'v3.0', fps: 20, total_episodes: 2, total_tasks: 1 });
		expect(existsSync(path('hands/data/chunk-000/file-000.parquet'))).toBe(true);
		const again = run('dataset', 'full.bin', 'hands/', '--force');
		expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('the folder is not empty') });
	});

	it('writes nothing if a file cannot be read', () => {
		writeFileSync(path('broken.bin'), 'nothing');
		const result = run('dataset', 'full.bin', 'broken.bin', 'broken.parquet');
		expect(result.status).toBe(1);
		expect(result.stderr).toContain('1 file could not be read; nothing was written');
		expect(existsSync(path('broken.parquet'))).toBe(false);
	});

	it.each([
		[['full.bin'], 'missing output'],
		[['full.bin', 'full.bin', 'x.parquet'], 'have the same name'],
		[['full.bin', 'x.parquet', '--task', 'wave'], '--task works with lerobot only; the format is parquet'],
	])('refuses %j', (args, message) => {
		const result = run('dataset', ...args);
		expect(result.status).toBe(2);
		expect(result.stderr).toContain(message);
	});

	it('refuses parts that do not exist', () => {
		const result = run('dataset', 'full.bin', 'parts/', '--state', 'left_elbow');
		expect(result.status).toBe(1);
		expect(result.stderr).toContain("'left_elbow' is not a part");
		expect(existsSync(path('parts'))).toBe(false);
	});
});
