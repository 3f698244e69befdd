// Every call of the file system fails once while a file is written, or the program ends there.
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { injectFaults } from '../../../scripts/fail-once.ts';

const root = mkdtempSync(join(tmpdir(), 'handreel-aside-'));
const faults = injectFaults();
afterAll(() => {
	faults.restore();
	rmSync(root, { recursive: true, force: true });
});
const { AsideFile, createTemporaryName, ExistsError, writeAside } = await import('../src/aside-file.ts');
const { syncFolder } = await import('../src/sync-folder.ts');

const path = join(root, 'new', 'deep', 'file');
const reset = (): void => rmSync(join(root, 'new'), { recursive: true, force: true });

describe.each(['error', 'crash'] as const)('a fault (%s)', (kind) => {
	it('leaves the old content or the new one, and reports a name that is not flushed', async () => {
		let unflushed = 0;
		for (let at = 0; ; at++) {
			reset();
			writeAside(path, 'old');
			const { isHit, error, calls } = await faults.run(at, kind, () => writeAside(path, 'new'));
			const isUnflushed = String(error).includes('a power failure may undo');
			if (isUnflushed) unflushed++;
			expect({ calls, text: readFileSync(path, 'utf8') }).toEqual({
				calls,
				text: error === null || isUnflushed ? 'new' : 'old',
			});
			if (kind === 'error') expect(readdirSync(join(path, '..'))).toEqual(['file']);
			if (!isHit) break;
			expect(error).not.toBeNull();
		}
		// Opening the folder, flushing it, closing it.
		expect(unflushed).toBe(process.platform === 'win32' ? 0 : 3);
	});

	it('leaves a new file whole or absent, with its folders', async () => {
		for (let at = 0; ; at++) {
			reset();
			const { isHit } = await faults.run(at, kind, () => {
				const file = new AsideFile(path);
				file.write(Buffer.from('new'));
				file.create();
			});
			if (existsSync(path)) expect(readFileSync(path, 'utf8')).toBe('new');
			if (!isHit) break;
		}
		expect(readFileSync(path, 'utf8')).toBe('new');
	});
});

it('does not write through a link with the name of the temporary file', () => {
	reset();
	writeFileSync(join(root, 'victim'), 'mine');
	mkdirSync(join(path, '..'), { recursive: true });
	symlinkSync(join(root, 'victim'), createTemporaryName(path));
	writeAside(path, 'new');
	expect(readFileSync(path, 'utf8')).toBe('new');
	expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('mine');
});

it('creates no file over another', () => {
	writeAside(path, 'old');
	const file = new AsideFile(path);
	expect(() => file.create()).toThrow(ExistsError);
	file.discard();
	expect(readdirSync(join(path, '..'))).toEqual(['file']);
	expect(readFileSync(path, 'utf8')).toBe('old');
});

it.runIf(process.platform !== 'win32')('flushes a folder, or reports why not', () => {
	syncFolder(root);
	expect(() => syncFolder(join(root, 'missing'))).toThrow('ENOENT');
});
