import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FaultKind, injectFaults } from './fail-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-faults-'));
const faults = injectFaults();
afterAll(() => {
	faults.restore();
	rmSync(folder, { recursive: true, force: true });
});

// As programs do: a file is written aside, flushed and renamed, and removed if that fails.
async function save(): Promise<void> {
	const fs = await import('node:fs');
	const path = join(folder, 'a');
	const fd = fs.openSync(`${path}.new`, 'w');
	try {
		try {
			fs.writeSync(fd, '12345678');
			fs.fsyncSync(fd);
		} finally {
			fs.closeSync(fd);
		}
		fs.renameSync(`${path}.new`, path);
	} catch (error) {
		fs.rmSync(`${path}.new`, { force: true });
		throw error;
	}
}

async function tryAll(kind: FaultKind): Promise<string[]> {
	const outcomes: string[] = [];
	for (let at = 0; ; at++) {
		rmSync(folder, { recursive: true });
		(await import('node:fs')).mkdirSync(folder);
		const { isHit, error, calls } = await faults.run(at, kind, save);
		const files = readdirSync(folder).map((name) => `${name}=${readFileSync(join(folder, name), 'utf8')}`);
		outcomes.push(`${calls.at(-1)?.split(' ')[0]}: ${files.join() || '-'}, ${error === null ? 'done' : 'threw'}`);
		if (!isHit) return outcomes;
	}
}

describe('injectFaults', () => {
	it('fails one call of a program, which can clean up', async () => {
		expect(await tryAll('error')).toEqual([
			'openSync: -, threw',
			'writeSync: -, threw',
			'fsyncSync: -, threw',
			'closeSync: -, threw',
			'renameSync: -, threw',
			'renameSync: a=12345678, done',
		]);
	});

	it('fails all calls from one on, so that a program leaves what it had written', async () => {
		expect(await tryAll('crash')).toEqual([
			'openSync: -, threw',
			'writeSync: a.new=, threw',
			'fsyncSync: a.new=12345678, threw',
			'closeSync: a.new=12345678, threw',
			'renameSync: a.new=12345678, threw',
			'renameSync: a=12345678, done',
		]);
	});
});
