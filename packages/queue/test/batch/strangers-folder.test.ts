import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchFolder, listBatches, STATE_FOLDER } from '../../src/batch/batch-folder.ts';
import { type Batch, createBatch } from '../../src/batch/create-batch.ts';

function createFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-strangers-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

const batch = createBatch({
	version: '1.0.0',
	command: 'check .',
	settings: { work: 'index', folders: { root: 'a', catalog: 'a/.handreel' } },
	files: ['a', 'b', 'c'].map((name) => ({ path: `dir/${name}`, name, hash: `hash of ${name}` })),
	filesPerJob: 2,
});

describe('the folder of a queue from a stranger', () => {
	it('has no batch with the name of another folder', () => {
		const root = createFolder();
		const victim = createFolder();
		writeFileSync(join(victim, 'batch.json'), 'mine');
		const outside = join('..', '..', basename(victim));
		for (const id of [
			outside,
			'',
			'.',
			'..',
			`${batch.id}/..`,
			`${batch.id} `,
			batch.id.toUpperCase(),
			'x'.repeat(24),
		]) {
			expect(() => new BatchFolder(root, id), id).toThrow('is not the id of a batch');
		}
		new BatchFolder(root, batch.id).writeBatch(batch);
		const state = join(root, STATE_FOLDER);
		mkdirSync(join(state, 'thesis'));
		writeFileSync(join(state, '0123456789abcdef01234567'), 'a file');
		symlinkSync(victim, join(state, '0123456789abcdef01234568'));
		expect(listBatches(root)).toEqual([batch.id]);
		expect(readFileSync(join(victim, 'batch.json'), 'utf8')).toBe('mine');
	});

	it('is not followed through links', () => {
		const victim = createFolder();
		mkdirSync(join(victim, batch.id));
		const names = [`${batch.id}/batch.json`, `${batch.id}/0.part`, 'batch.json', '0.part'];
		for (const name of names) writeFileSync(join(victim, name), '{"files":1,"failed":0,"lost":[]}\n');
		const linkState = createFolder();
		symlinkSync(victim, join(linkState, STATE_FOLDER));
		const linkBatch = createFolder();
		mkdirSync(join(linkBatch, STATE_FOLDER));
		symlinkSync(victim, join(linkBatch, STATE_FOLDER, batch.id));
		for (const root of [linkState, linkBatch]) {
			const folder = new BatchFolder(root, batch.id);
			const steps = [
				() => folder.exists(),
				() => folder.readBatch(),
				() => folder.writeBatch(batch),
				() => folder.readPart(0),
				() => folder.writePart(0, { summary: { files: 0, failed: 0, lost: [] }, lines: [] }),
				() => folder.removePart(0),
				() => folder.remove(),
			];
			for (const step of steps) expect(step, String(step)).toThrow('is not a folder');
			expect(listBatches(root)).toEqual([]);
		}
		const linkFiles = createFolder();
		const folder = new BatchFolder(linkFiles, batch.id);
		folder.writeBatch(batch);
		rmSync(join(linkFiles, STATE_FOLDER, batch.id, 'batch.json'));
		for (const name of ['batch.json', '0.part'])
			symlinkSync(join(victim, name), join(linkFiles, STATE_FOLDER, batch.id, name));
		expect(() => folder.readBatch()).toThrow('not a regular file');
		expect(() => folder.readPart(0)).toThrow('not a regular file');
		folder.remove();
		for (const name of names) expect(readFileSync(join(victim, name), 'utf8')).toContain('"files":1');
		expect(readdirSync(victim).sort()).toEqual(['0.part', batch.id, 'batch.json'].sort());
	});

	it('has a batch only if its content matches its id', () => {
		const root = createFolder();
		const folder = new BatchFolder(root, batch.id);
		folder.writeBatch(batch);
		expect(folder.readBatch()).toEqual(batch);
		const [[first, ...rest] = [], ...jobs] = batch.jobs;
		const changeFirst = (change: object): Partial<Record<keyof Batch, unknown>> => ({
			jobs: [[{ ...first, ...change }, ...rest], ...jobs],
		});
		const changes: Partial<Record<keyof Batch, unknown>>[] = [
			{ version: '2' },
			{ settings: { work: 'edit' } },
			{ filesPerJob: 0 },
			{ filesPerJob: 3 },
			{ filesPerJob: 'x' },
			{ jobs },
			{ jobs: 5 },
			{ jobs: [5] },
			changeFirst({ path: '../../secret' }),
			changeFirst({ name: '../../secret' }),
			changeFirst({ output: '../../secret' }),
			changeFirst({ reason: 'none' }),
		];
		const path = join(root, STATE_FOLDER, batch.id, 'batch.json');
		for (const text of [...changes.map((change) => JSON.stringify({ ...batch, ...change })), '', '{', 'null']) {
			writeFileSync(path, text);
			expect(() => folder.readBatch(), text).toThrow('is damaged; add the work again');
		}
	});

	it('has no results without a sound summary', () => {
		const root = createFolder();
		const folder = new BatchFolder(root, batch.id);
		folder.writeBatch(batch);
		for (const text of [
			'',
			'5',
			'null',
			'{}',
			'{"files":"1","failed":0,"lost":[]}',
			'{"files":1,"failed":-1,"lost":[]}',
		]) {
			writeFileSync(join(root, STATE_FOLDER, batch.id, '0.part'), `${text}\n`);
			expect(folder.readPart(0), text).toBeNull();
		}
		for (const index of [-1, 0.5, Number.NaN]) expect(() => folder.readPart(index)).toThrow('index: ');
	});
});
