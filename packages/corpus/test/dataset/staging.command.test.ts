import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LockedError, lockFolder } from '../../src/dataset/lock-folder.ts';
import { findCurrent, Staging, settleFolder } from '../../src/dataset/staging.ts';
import { createFolder } from '../support/folders.ts';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('Staging', () => {
	it('replaces files together', () => {
		const folder = createFolder();
		for (const name of ['catalog.parquet', 'events.parquet', 'state.json']) writeFileSync(join(folder, name), 'old');
		const staging = new Staging(folder);
		staging.writeText('catalog.parquet', 'new');
		staging.writeText('frames/0123456789abcdef01234567.parquet', 'new');
		expect(read(folder, 'catalog.parquet')).toBe('old');
		staging.commit(['state.json']);
		expect([
			read(folder, 'catalog.parquet'),
			read(folder, 'events.parquet'),
			read(folder, 'frames/0123456789abcdef01234567.parquet'),
		]).toEqual(['new', 'old', 'new']);
		expect(
			['catalog.parquet.handreel-new', 'state.json', 'commit.json'].filter((name) => existsSync(join(folder, name))),
		).toEqual([]);
	});

	it('leaves the old files after a crash before the decision', () => {
		const folder = createFolder();
		writeFileSync(join(folder, 'catalog.parquet'), 'old');
		new Staging(folder).writeText('catalog.parquet', 'new');
		expect(findCurrent(folder, 'catalog.parquet')).toBe('catalog.parquet');
		settleFolder(folder);
		expect(read(folder, 'catalog.parquet')).toBe('old');
		expect(existsSync(join(folder, 'catalog.parquet.handreel-new'))).toBe(false);
	});

	it('completes the change after a crash behind the decision', () => {
		const folder = createFolder();
		for (const name of ['catalog.parquet', 'events.parquet']) writeFileSync(join(folder, name), 'old');
		// One of two files was renamed before the crash.
		writeFileSync(join(folder, 'events.parquet.handreel-new'), 'new');
		writeFileSync(
			join(folder, 'commit.json'),
			JSON.stringify({ rename: ['catalog.parquet', 'events.parquet'], remove: ['state.json'] }),
		);
		expect(read(folder, 'events.parquet.handreel-new')).toBe('new');
		expect(findCurrent(folder, 'catalog.parquet')).toBe('catalog.parquet');
		expect(findCurrent(folder, 'events.parquet')).toBe('events.parquet.handreel-new');
		settleFolder(folder);
		expect(read(folder, 'events.parquet')).toBe('new');
		expect(existsSync(join(folder, 'commit.json'))).toBe(false);
	});

	it('neither deletes nor replaces files whose names are not its own', () => {
		const folder = createFolder();
		const victim = createFolder();
		for (const name of ['secret', 'secret.new']) writeFileSync(join(victim, name), name);
		writeFileSync(join(folder, 'thesis.new'), 'mine');
		symlinkSync(victim, join(folder, 'link'));
		settleFolder(folder);
		const outside = `../${basename(victim)}/secret`;
		for (const commit of [{ rename: [outside], remove: [] }, { rename: [], remove: [outside] }, {}, null]) {
			writeFileSync(join(folder, 'commit.json'), JSON.stringify(commit));
			expect(() => settleFolder(folder)).toThrow('is not a file of this program');
		}
		expect(read(folder, 'thesis.new')).toBe('mine');
		expect([read(victim, 'secret'), read(victim, 'secret.new')]).toEqual(['secret', 'secret.new']);
	});
});

describe('lockFolder', () => {
	it('refuses a second lock, names its owner, and takes it after the first is gone', () => {
		const folder = join(createFolder(), 'new', 'folder');
		const unlock = lockFolder(folder);
		expect(() => lockFolder(folder)).toThrow(LockedError);
		expect(() => lockFolder(folder)).toThrow(`process ${process.pid} on ${hostname()}`);
		unlock();
		lockFolder(folder)();
		expect(existsSync(join(folder, 'lock.json'))).toBe(false);
	});

	it('takes over the lock of a process that has ended, or ended before it had written its name', () => {
		const folder = createFolder();
		const { pid } = spawnSync(process.execPath, ['-e', '']);
		for (const text of [JSON.stringify({ host: hostname(), pid, id: 'x' }), '']) {
			writeFileSync(join(folder, 'lock.json'), text);
			const unlock = lockFolder(folder);
			expect(JSON.parse(read(folder, 'lock.json'))).toMatchObject({ host: hostname(), pid: process.pid });
			unlock();
			expect(readdirSync(folder)).toEqual([]);
		}
	});

	it('respects the lock of another machine', () => {
		const folder = createFolder();
		writeFileSync(join(folder, 'lock.json'), JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' }));
		expect(() => lockFolder(folder)).toThrow('process 1 on elsewhere');
		expect(() => lockFolder(folder, { job: 'a' })).toThrow('process 1 on elsewhere');
	});

	it('takes over the lock of an earlier attempt at the same job on another machine', () => {
		const folder = createFolder();
		const lock = join(folder, 'lock.json');
		writeFileSync(lock, JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x', job: 'a' }));
		expect(() => lockFolder(folder)).toThrow(LockedError);
		expect(() => lockFolder(folder, { job: 'b' })).toThrow(LockedError);
		const unlock = lockFolder(folder, { job: 'a' });
		expect(JSON.parse(read(folder, 'lock.json'))).toMatchObject({ host: hostname(), job: 'a' });
		unlock();
		expect(existsSync(lock)).toBe(false);
	});
});
