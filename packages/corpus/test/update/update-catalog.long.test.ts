import { appendFileSync, copyFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCurve, createRecording, writeRecording } from '@handreel/core';
import { updateCatalog } from '@handreel/corpus';
import { describe, expect, it } from 'vitest';
import { createCorpus, createFolder, createSmallCorpus, readDataset, readRows } from '../support/folders.ts';

/** Files of this test are younger than the times of a file system can tell. */
const later = { now: () => Date.now() + 60_000 };

describe('updateCatalog', () => {
	it('describes readable, damaged and unreadable recordings', async () => {
		const corpus = createCorpus();
		const { folder, manifest, changed, unreadable } = await updateCatalog(corpus);
		expect(folder).toBe(join(corpus, '.handreel'));
		const rows = readRows(join(folder, 'catalog.parquet'));
		expect(rows.length).toBe(manifest.recordings);
		expect(changed).toBe(rows.length);
		const paths = rows.map(({ path }) => path as string);
		expect(paths).toEqual(paths.toSorted());
		const find = (path: string): Record<string, unknown> => rows.find((row) => row['path'] === path) ?? {};
		expect(find('generated/mrtk-1.1.bin')).toMatchObject({
			status: 'readable',
			format: 'bin',
			layout: 'mrtk-1.1',
			error: null,
		});
		expect(find('broken/truncated.bin')).toMatchObject({ status: 'damaged', errors: 1, problems: ['truncated'] });
		expect(find('broken/bad-magic--text.bin')).toMatchObject({ status: 'unreadable', duration: null, format: null });
		expect(find('broken/empty-file.bin')).toMatchObject({ status: 'unreadable', problems: ['empty-file'] });
		expect(find('broken/teleport.bin')['problems']).toContain('teleport');
		expect(unreadable.map(({ path }) => path)).toContain('broken/truncated.bin');
		expect(find('broken/truncated.bin')['error']).toBe(
			unreadable.find(({ path }) => path === 'broken/truncated.bin')?.error,
		);
	});

	it('writes equal bytes for equal folders with different histories', async () => {
		const corpus = createCorpus();
		await updateCatalog(corpus, later);
		rmSync(join(corpus, 'generated/simple-1.1.bin'));
		copyFileSync(join(corpus, 'generated/mrtk-1.1.bin'), join(corpus, 'a-new.bin'));
		copyFileSync(join(corpus, 'generated/mrtk-1.0.bin'), join(corpus, 'generated/marker-names.bin'));
		copyFileSync(join(corpus, 'generated/mrtk-1.0.bin'), join(corpus, 'zz.bin'));
		const { folder, changed, removed, unchanged } = await updateCatalog(corpus, later);
		expect({ changed, removed }).toEqual({ changed: 3, removed: 1 });
		const fresh = await updateCatalog(corpus, { out: join(createFolder(), 'fresh') });
		expect(changed + unchanged).toBe(fresh.manifest.recordings);
		expect(readDataset(folder)).toEqual(readDataset(fresh.folder));
	});

	it('reads only files that may have changed, and knows them by content', async () => {
		const corpus = createCorpus();
		const first = await updateCatalog(corpus, later);
		const before = readDataset(first.folder);
		const second = await updateCatalog(corpus, later);
		expect({ ...second, manifest: null }).toEqual({
			...first,
			manifest: null,
			changed: 0,
			read: 0,
			unchanged: first.changed,
		});
		// A new time, the same content.
		utimesSync(join(corpus, 'generated/mrtk-1.1.bin'), 1, 1);
		const third = await updateCatalog(corpus, later);
		expect({ read: third.read, changed: third.changed }).toEqual({ read: 1, changed: 0 });
		expect(readDataset(first.folder)).toEqual(before);
		// Too young to trust the time: read, found to be the same, not written.
		const fourth = await updateCatalog(corpus);
		expect(fourth.read).toBeGreaterThan(0);
		expect(fourth.changed).toBe(0);
		expect(readDataset(first.folder)).toEqual(before);
	});

	it('starts again from a damaged catalog, manifest or state', async () => {
		const corpus = createSmallCorpus();
		const { folder } = await updateCatalog(corpus, later);
		const before = readDataset(folder);
		for (const name of ['catalog.parquet', 'events.parquet', 'manifest.json', 'state.json']) {
			const path = join(folder, name);
			writeFileSync(path, readFileSync(path).subarray(0, 100));
			await updateCatalog(corpus, later);
			expect(readDataset(folder), name).toEqual(before);
			appendFileSync(path, 'x');
			await updateCatalog(corpus, later);
			expect(readDataset(folder), name).toEqual(before);
		}
	});

	it('keeps the data set if the work fails', async () => {
		const corpus = createSmallCorpus();
		const { folder } = await updateCatalog(corpus, later);
		const before = readDataset(folder);
		copyFileSync(join(corpus, 'generated/mrtk-1.1.bin'), join(corpus, 'a-new.bin'));
		const run = async (): Promise<void> => {
			throw new Error('a thread ended');
		};
		await expect(updateCatalog(corpus, { ...later, run })).rejects.toThrow('a thread ended');
		expect(readDataset(folder)).toEqual(before);
		expect((await updateCatalog(corpus, later)).changed).toBe(1);
	});

	it('writes frames on request, remembers that, and writes only what changed', async () => {
		const corpus = createSmallCorpus();
		const { folder, manifest } = await updateCatalog(corpus, { ...later, frames: true });
		expect(manifest.frames?.files.length).toBe(1);
		const file = manifest.frames!.files[0]!;
		const rows = readRows(join(folder, file.name));
		const recorded = new Set(rows.map(({ recording }) => recording));
		expect(recorded).toContain('generated/mrtk-1.1.bin');
		expect(recorded).not.toContain('broken/truncated.bin');
		const again = await updateCatalog(corpus, later);
		expect(again.manifest.frames?.files).toEqual(manifest.frames?.files);
		rmSync(join(corpus, 'generated/mrtk-1.1.bin'));
		const changed = await updateCatalog(corpus, later);
		expect(changed.manifest.frames?.files[0]?.name).not.toBe(file.name);
		expect(Object.keys(readDataset(folder))).not.toContain(file.name);
		const fresh = await updateCatalog(corpus, { out: join(createFolder(), 'fresh'), frames: true });
		expect(readDataset(fresh.folder)).toEqual(readDataset(folder));
		const without = await updateCatalog(corpus, { ...later, frames: false });
		expect(without.manifest.frames).toBeNull();
		expect(Object.keys(readDataset(folder)).filter((name) => name.startsWith('frames'))).toEqual([]);
	});

	it('leaves out the frames of recordings that are too long, and names them', async () => {
		const folder = createFolder();
		const short = createRecording({ head: { position: { x: createCurve([0, 0, 1, 1]) } } });
		const long = createRecording({ head: { position: { x: createCurve([0, 0, 900, 1]) } } });
		writeFileSync(join(folder, 'short.bin'), writeRecording(short));
		writeFileSync(join(folder, 'long.bin'), writeRecording(long));
		const { manifest, unreadable } = await updateCatalog(folder, { ...later, frames: true, frameRate: 3000 });
		expect(manifest.frames?.files.map(({ recordings }) => recordings)).toEqual([1]);
		const named = [{ path: 'long.bin', error: 'without frames: 900 s at 3000 Hz are more than 2097152 frames' }];
		expect(unreadable).toEqual(named);
		expect((await updateCatalog(folder, later)).unreadable).toEqual(named);
	});
});
