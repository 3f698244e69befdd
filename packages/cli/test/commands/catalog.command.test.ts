import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TableReader } from '@handreel/convert/internal';
import { QUESTIONS } from '@handreel/corpus';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, recorded, startHandreel } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({
	'takes/five.bin': 'mrtk-2.8.3-full-5s',
	'takes/lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, runWith, json, path } = scratch;

copyFileSync(join(root, 'fixtures/broken/truncated.bin'), path('takes', 'cut.bin'));
mkdirSync(path('takes', 'sub'));
writeFileSync(path('takes', 'sub', 'old.bin'), readStart('mrtk-2.6.0-full-5s', 1));

describe('handreel index and query', () => {
	it('index a folder, and answer questions as table, CSV, JSON, Parquet and files', () => {
		const first = run('index', 'takes');
		expect(first.status).toBe(0);
		expect(first.stdout).toMatch(
			/^takes\/\.handreel {2}4 recordings, 4 new or changed, \d+ events, [\d,]+ bytes \([\d.]+ kB\)\n$/,
		);
		expect(first.stderr).toMatch(/^handreel: cut\.bin: .*\(truncated\)$/m);
		expect(json('index', 'takes', '--json')).toMatchObject({ recordings: 4, changed: 0, removed: 0 });
		expect(run('index', 'takes', '--quiet')).toMatchObject({ stdout: '', stderr: '', status: 0 });

		const names = ['cut.bin', 'five.bin', 'lost.bin', 'sub/old.bin'];
		const sql = 'SELECT path, round(duration, 3) AS seconds, has_head, problems FROM catalog';
		expect(json('query', sql, 'takes', '--json').map((row: { path: string }) => row.path)).toEqual(names);
		const table = run('query', 'SELECT path, round(duration, 3) AS seconds FROM catalog', 'takes').stdout;
		expect(table.split('\n').slice(0, 3)).toEqual(['path         seconds', expect.any(String), 'five.bin       4.933']);
		expect(run('query', sql, 'takes', '--csv').stdout).toMatch(/^path,seconds,has_head,problems\ncut\.bin,/);
		expect(run('query', sql, 'takes', '--parquet', 'result.parquet')).toMatchObject({ stderr: '', status: 0 });
		const result = new TableReader(readFileSync(path('result.parquet')));
		expect(result.readColumn('path', 0)).toEqual(names);
		expect(result.readColumn('problems', 0)[0]).toEqual(['truncated']);
		expect(run('query', sql, 'takes', '--parquet', 'result.parquet').stderr).toContain('already exists');

		const broken = [join('takes', 'cut.bin'), join('takes', 'sub', 'old.bin')];
		expect(run('query', 'broken', 'takes', '--files').stdout).toBe(broken.map((name) => `${name}\n`).join(''));
		expect(run('query', 'broken', 'takes', '--files', '--null').stdout).toBe(
			broken.map((name) => `${name}\0`).join(''),
		);
		expect(run('query', 'overview', 'takes', '--show').stdout).toMatch(/^SELECT format/);
		expect(json('query', '--list', '--json')).toHaveLength(QUESTIONS.length);
		expect(runWith({ cwd: path('takes') }, 'query', 'overview').stdout).toContain('bin');
	});

	it('feed a list of files to other commands', () => {
		run('index', 'takes', '--quiet');
		const list = run(
			'query',
			"SELECT path FROM catalog WHERE 'rotation-w-lost' IN problems",
			'takes',
			'--files',
		).stdout;
		expect(list).toBe(`${join('takes', 'sub', 'old.bin')}\n`);
		const repaired = runWith({ input: list }, 'repair', '--files-from', '-', 'repaired.bin');
		expect(repaired.status).toBe(0);
		expect(existsSync(path('repaired.bin'))).toBe(true);
	});

	it('writes the same bytes with threads and without, and after changes', () => {
		// As few as go to threads.
		for (let i = 0; i < 24; i++) copyFileSync(recorded('mrtk-2.8.3-n033'), path('takes', `more-${i}.bin`));
		run('index', 'takes', '--quiet', '--threads', '2');
		run('index', 'takes', '--quiet', '--threads', '1', '--out', 'fresh');
		for (const name of ['catalog.parquet', 'events.parquet', 'manifest.json']) {
			expect(readFileSync(path('takes', '.handreel', name)).equals(readFileSync(path('fresh', name))), name).toBe(true);
		}
		for (let i = 0; i < 24; i++) rmSync(path('takes', `more-${i}.bin`));
		expect(json('index', 'takes', '--json')).toMatchObject({ recordings: 4, changed: 0, removed: 24 });
	});

	it('writes frames on request', () => {
		const { frames } = json('index', 'takes', '--frames', '--frame-rate', '30', '--json');
		expect(frames).toMatchObject({ frameRate: 30, files: [{ recordings: 3 }] });
		const sql =
			'SELECT path, min(distance(left_thumbTip, left_indexTip)) AS aperture FROM frames GROUP BY path ORDER BY path';
		const rows: { path: string; aperture: number }[] = json('query', sql, 'takes', '--json');
		expect(rows.find((row) => row.path === 'five.bin')?.aperture).toBeCloseTo(0.009, 2);
		expect(json('index', 'takes', '--no-frames', '--json').frames).toBeNull();
	});

	it('explains mistakes', () => {
		expect(run('query', 'SELECT 1', 'nowhere')).toMatchObject({
			stderr: expect.stringContaining('index it first'),
			status: 1,
		});
		expect(run('query', 'brokn', 'takes')).toMatchObject({ stderr: expect.stringContaining('--list'), status: 2 });
		expect(run('query')).toMatchObject({ stderr: expect.stringContaining('missing SQL'), status: 2 });
		expect(run('query', 'SELECT 1', 'takes', '--csv', '--json').status).toBe(2);
		expect(run('query', 'DROP VIEW catalog', 'takes')).toMatchObject({
			stderr: expect.stringContaining('only SELECT'),
			status: 1,
		});
		expect(run('query', 'SELECT 1 AS one', 'takes', '--files')).toMatchObject({
			stderr: expect.stringContaining('--files needs a column path'),
			status: 2,
		});
		expect(run('index', 'missing').stderr).toBe('handreel: missing: no such file or folder\n');
		expect(existsSync(path('missing'))).toBe(false);
		writeFileSync(path('takes', '.handreel', 'lock.json'), JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' }));
		expect(run('index', 'takes')).toMatchObject({
			stderr: expect.stringContaining('process 1 on elsewhere'),
			status: 1,
		});
		rmSync(path('takes', '.handreel', 'lock.json'));
	});

	it('leaves the catalog intact when it is killed', async () => {
		run('index', 'takes', '--quiet');
		const before = readFileSync(path('takes', '.handreel', 'catalog.parquet'));
		for (let i = 0; i < 12; i++) copyFileSync(recorded('mrtk-2.8.3-n033'), path('takes', `more-${i}.bin`));
		const { child, ended } = startHandreel(scratch.folder, ['index', 'takes', '--threads', '1']);
		// The lock exists from the first step to the last.
		while (!existsSync(path('takes', '.handreel', 'lock.json')) && child.exitCode === null) {
			await new Promise(setImmediate);
		}
		child.kill('SIGKILL');
		await ended;
		const rows = json('query', 'SELECT count(*) AS count FROM catalog', 'takes', '--json');
		const isOld = readFileSync(path('takes', '.handreel', 'catalog.parquet')).equals(before);
		expect(rows).toEqual([{ count: isOld ? 4 : 16 }]);
		expect(json('index', 'takes', '--json').recordings).toBe(16);
	});
});
