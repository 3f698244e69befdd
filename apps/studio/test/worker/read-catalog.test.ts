import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCatalog } from '../../../../packages/corpus/src/index.ts';
import { PICTURE_SIZE, readCatalog, readFigures } from '../../src/worker/read-catalog.ts';
import { fixturePath } from '../support/fixture-path.ts';

let folder = '';
let catalog = new Blob();
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'handreel-catalog-'));
	mkdirSync(join(folder, 'a'));
	copyFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'), join(folder, 'a', 'Full.bin'));
	copyFileSync(fixturePath('recorded/mrtk-2.6.0-full-5s.bin'), join(folder, 'old.bin'));
	writeFileSync(join(folder, 'text.bin'), 'no recording');
	await updateCatalog(folder);
	catalog = new Blob([readFileSync(join(folder, '.handreel', 'catalog.parquet'))]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('reads the rows, the pictures and the names of figures', async () => {
	const { rows, pictures, figures } = (await readCatalog({ blob: catalog }))!;
	expect(rows.map(({ path, status }) => [path, status])).toEqual([
		['a/Full.bin', 'readable'],
		['old.bin', 'readable'],
		['text.bin', 'unreadable'],
	]);
	expect(rows[0]).toMatchObject({ format: 'bin', errors: 0, error: null });
	expect(rows[0]?.duration).toBeCloseTo(5, 0);
	expect(rows[0]?.text).toContain('a/full.bin');
	expect(rows[1]?.problems).toContain('rotation-w-lost');
	expect(rows[2]?.error).not.toBeNull();
	expect(pictures.length).toBe(rows.length * 2 * PICTURE_SIZE);
	expect(pictures.subarray(0, PICTURE_SIZE).every(Number.isFinite)).toBe(true);
	expect(pictures.subarray(-PICTURE_SIZE).every(Number.isNaN)).toBe(true);
	expect(figures).toContain('left_tracking_share');
	expect(figures).not.toContain('path');
	// Every figure is a number, so none is a text by mistake.
	const columns = await readFigures({ blob: catalog, names: figures });
	const empty = figures.filter((_, i) => columns[i]?.length !== rows.length);
	expect(empty).toEqual([]);
	const share = columns[figures.indexOf('left_tracking_share')];
	expect(share?.[0]).toBeGreaterThan(0);
	expect(share?.[2]).toBeNaN();
});

test('other files are not catalogs', async () => {
	const events = readFileSync(join(folder, '.handreel', 'events.parquet'));
	expect(await readCatalog({ blob: new Blob([events]) })).toBeNull();
	expect(await readCatalog({ blob: new Blob(['text']) })).toBeNull();
	expect(await readCatalog({ blob: catalog.slice(0, catalog.size - 9) })).toBeNull();
});
