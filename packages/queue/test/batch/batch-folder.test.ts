import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BatchFolder, STATE_FOLDER } from '../../src/batch/batch-folder.ts';
import { type BatchPlan, createBatch, jobData } from '../../src/batch/create-batch.ts';

const root = mkdtempSync(join(tmpdir(), 'handreel-batch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const plan: BatchPlan = {
	version: '1.0.0',
	command: 'check .',
	settings: { work: 'check' },
	files: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: `dir/${name}`, name, hash: `hash of ${name}` })),
	filesPerJob: 2,
};

describe('createBatch', () => {
	it('splits files into jobs, in order', () => {
		const batch = createBatch(plan);
		expect(batch.jobs.map((files) => files.map(({ name }) => name).join(''))).toEqual(['ab', 'cd', 'e']);
		expect(jobData(batch, 2)).toMatchObject({ index: 2, batch: batch.id, files: [{ path: 'dir/e' }] });
	});

	it('has an id that depends on version, settings, paths and contents alone', () => {
		const { id } = createBatch(plan);
		expect(createBatch({ ...plan, command: 'another text' }).id).toBe(id);
		const [first, ...rest] = plan.files;
		const others: Partial<BatchPlan>[] = [
			{ version: '1.0.1' },
			{ settings: { work: 'measure' } },
			{ filesPerJob: 3 },
			{ files: rest },
			{ files: [{ path: 'dir/a', name: 'a', hash: 'another hash' }, ...rest] },
			{ files: [{ path: 'dir/z', name: 'a', hash: first?.hash ?? null }, ...rest] },
		];
		const ids = others.map((other) => createBatch({ ...plan, ...other }).id);
		expect(new Set([id, ...ids]).size).toBe(ids.length + 1);
	});
});

describe('BatchFolder', () => {
	it('keeps a batch and its parts until it is removed', () => {
		const batch = createBatch(plan);
		const folder = new BatchFolder(root, batch.id);
		expect(folder.exists()).toBe(false);
		folder.writeBatch(batch);
		expect(folder.readBatch()).toEqual(batch);
		expect(folder.readPart(0)).toBeNull();
		const part = { summary: { files: 2, failed: 0, lost: [] }, lines: ['{"file":"a\\nb"}', '{}'] };
		folder.writePart(0, part);
		folder.writePart(0, part);
		expect(folder.readPart(0)).toEqual(part);
		expect(readdirSync(join(root, STATE_FOLDER, batch.id)).sort()).toEqual(['0.part', 'batch.json']);
		folder.removePart(0);
		expect(folder.readPart(0)).toBeNull();
		folder.remove();
		expect(existsSync(join(root, STATE_FOLDER))).toBe(false);
		folder.remove();
	});

	it('leaves other batches', () => {
		const [one, two] = [createBatch(plan), createBatch({ ...plan, version: '2' })];
		for (const batch of [one, two]) new BatchFolder(root, batch.id).writeBatch(batch);
		new BatchFolder(root, one.id).remove();
		expect(new BatchFolder(root, two.id).exists()).toBe(true);
	});
});
