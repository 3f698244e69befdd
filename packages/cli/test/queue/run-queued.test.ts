import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG_COLUMNS } from '@handreel/corpus';
import { describeFile } from '@handreel/corpus/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFile } from '../../src/batch/check-file.ts';
import { indexFile } from '../../src/batch/index-file.ts';
import type { RunJob } from '../../src/batch/job.ts';
import { hashFile } from '../../src/queue/hash-file.ts';
import { describeLoss, runQueuedFiles } from '../../src/queue/run-queued.ts';
import { createJob, type QueuedWork, type QueueSettings } from '../../src/queue/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-queued-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'a.bin');
writeFileSync(path, '');
const hash = hashFile(path)?.hash ?? null;
const settings: QueueSettings = { work: 'check', report: 'r.json' };
const run = checkFile as RunJob<QueuedWork>;

describe('runQueuedFiles', () => {
	it('returns the entries of --json', async () => {
		const [result] = await runQueuedFiles(run, settings, [{ path, name: 'a.bin', hash }]);
		const { file, issues, readable } = await checkFile({ input: { path, name: 'a.bin' } });
		expect(result).toEqual({ line: JSON.stringify({ file, issues, readable }), isFailed: false });
	});

	it('refuses files that have changed since they were added', async () => {
		const changed = { path, name: 'a.bin', hash: 'another' };
		const gone = { path: join(folder, 'gone.bin'), name: 'gone.bin', hash };
		for (const { line, isFailed } of await runQueuedFiles(run, settings, [changed, gone])) {
			expect(isFailed).toBe(true);
			expect(JSON.parse(line).error).toEqual({
				code: 'file-changed',
				message: 'the file has changed since it was added; add it again',
			});
		}
	});

	it('refuses files that change while they are read', async () => {
		const writing: RunJob<QueuedWork> = async (job) => {
			const result = await run(job);
			writeFileSync(path, 'changed');
			return result;
		};
		const [result] = await runQueuedFiles(writing, settings, [{ path, name: 'a.bin', hash }]);
		expect(result?.line).toContain('file-changed');
		writeFileSync(path, '');
	});

	it('reports files that could not be read when they were added, and still cannot', async () => {
		const missing = join(folder, 'missing.bin');
		const [result] = await runQueuedFiles(run, settings, [{ path: missing, name: 'missing.bin', hash: null }]);
		expect(JSON.parse(result?.line ?? '').error.code).toBe('ENOENT');
	});
});

describe('the catalog', () => {
	const index: QueueSettings = { work: 'index', report: null, folders: { root: folder, catalog: 'x' } };
	const runIndex = indexFile as RunJob<QueuedWork>;

	it('has rows for files that change, are set aside, or cannot be read', async () => {
		const changed = { path, name: 'a.bin', hash: 'another' };
		const reason = 'the name is not UTF-8; rename the file';
		const unreadable = { path: 'b\\xFF.bin', name: 'b\\xFF.bin', hash: null, reason };
		const results = [
			...(await runQueuedFiles(runIndex, index, [changed, unreadable])),
			await describeLoss({ ...index }, changed, 'set aside'),
		];
		const errors = results.map(
			({ line }) => JSON.parse(line).row[CATALOG_COLUMNS.findIndex(({ name }) => name === 'error')],
		);
		expect(errors).toEqual(['the file has changed since it was added; add it again', reason, 'set aside']);
		expect(results.map(({ isFailed }) => isFailed)).toEqual([true, true, true]);
	});

	it('has the same rows as without a queue', async () => {
		const [result] = await runQueuedFiles(runIndex, index, [{ path, name: 'a.bin', hash }]);
		const { file } = await describeFile({ root: folder, path: 'a.bin' });
		expect(result).toEqual({ line: JSON.stringify(file), isFailed: false });
	});
});

describe('createJob', () => {
	it('lets jobs replace their own results, so that they can run twice', () => {
		const edit = { edit: 'repair', options: { only: [] } };
		const job = createJob(
			{ work: 'edit', report: null, edit: { ...edit, writes: [{ to: 'bin', options: {}, force: false }] } },
			{ path: 'in/a.bin', name: 'a.bin', hash, output: 'out/a.bin' },
		);
		expect(job).toEqual({
			...edit,
			write: { to: 'bin', options: {}, force: true },
			input: { path: 'in/a.bin', name: 'a.bin' },
			output: 'out/a.bin',
		});
	});
});

describe('hashFile', () => {
	it('returns null for what is not a file', () => {
		mkdirSync(join(folder, 'sub'));
		expect(hashFile(join(folder, 'sub'))).toBeNull();
		expect(hashFile(join(folder, 'missing'))).toBeNull();
	});
});
