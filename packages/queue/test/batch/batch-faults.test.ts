// Every call of the file system fails once while a batch or its results are written, or the worker ends there.
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { injectFaults } from '../../../../scripts/fail-once.ts';

const root = mkdtempSync(join(tmpdir(), 'handreel-batch-faults-'));
const faults = injectFaults();
afterAll(() => {
	faults.restore();
	rmSync(root, { recursive: true, force: true });
});
const { BatchFolder, STATE_FOLDER } = await import('../../src/batch/batch-folder.ts');
const { createBatch } = await import('../../src/batch/create-batch.ts');

const batch = createBatch({
	version: '1.0.0',
	command: 'check .',
	settings: { work: 'check' },
	files: ['a', 'b'].map((name) => ({ path: name, name, hash: `hash of ${name}` })),
	filesPerJob: 2,
});
const createPart = (line: string) => ({ summary: { files: 2, failed: 0, lost: [] }, lines: [line, line] });
const [OLD, NEW] = [createPart('{"old":true}'), createPart('{"new":true}')];
const folder = new BatchFolder(root, batch.id);
const list = (): string[] => readdirSync(join(root, STATE_FOLDER, batch.id)).sort();

// Without an error, or with that of flushing the name.
const isWritten = (error: unknown): boolean =>
	error === null || String(error).includes('was written, but a power failure may undo that');

describe.each(['error', 'crash'] as const)('a fault (%s)', (kind) => {
	it('leaves the old results of a job or the new ones', async () => {
		for (let at = 0; ; at++) {
			rmSync(join(root, STATE_FOLDER), { recursive: true, force: true });
			folder.writeBatch(batch);
			folder.writePart(0, OLD);
			const { isHit, error, calls } = await faults.run(at, kind, () => folder.writePart(0, NEW));
			expect(folder.readPart(0)).toEqual(isWritten(error) ? NEW : OLD);
			// What a killed worker leaves does not disturb the next.
			if (kind === 'error') expect({ calls, files: list() }).toEqual({ calls, files: ['0.part', 'batch.json'] });
			folder.writePart(0, NEW);
			expect(folder.readPart(0)).toEqual(NEW);
			expect(list()).toEqual(['0.part', 'batch.json']);
			if (!isHit) break;
			expect(error).not.toBeNull();
		}
	});

	it('leaves a batch that is whole, or none', async () => {
		for (let at = 0; ; at++) {
			rmSync(join(root, STATE_FOLDER), { recursive: true, force: true });
			const { isHit, error } = await faults.run(at, kind, () => folder.writeBatch(batch));
			expect(folder.exists()).toBe(isWritten(error));
			folder.writeBatch(batch);
			expect(folder.readBatch()).toEqual(batch);
			expect(list()).toEqual(['batch.json']);
			if (!isHit) break;
		}
	});
});

it('a link with the name of a temporary file is not written through', async () => {
	rmSync(join(root, STATE_FOLDER), { recursive: true, force: true });
	folder.writeBatch(batch);
	writeFileSync(join(root, 'victim'), 'mine');
	const { calls } = await faults.run(Number.POSITIVE_INFINITY, 'error', () => folder.writePart(0, OLD));
	const temporary = calls.find((call) => call.startsWith('openSync'))?.split(' ')[1] ?? '';
	symlinkSync(join(root, 'victim'), temporary);
	folder.writePart(0, NEW);
	expect(folder.readPart(0)).toEqual(NEW);
	expect(list()).toEqual(['0.part', 'batch.json']);
	expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('mine');
});
