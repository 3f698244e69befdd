import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LockedError, lockFolder } from '../../src/dataset/lock-folder.ts';
import { findCurrent, Staging, settleFolder } from '../../src/dataset/staging.ts';
import { createFolder } from '../support/folders.ts';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('Staging', () => {
	it('replaces files together', () => {
		const folder = createFolder();
		for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), 'old');
		const staging = new Staging(folder);
		staging.writeText('a', 'new');
		staging.writeText('sub/d', 'new');
		expect(read(folder, 'a')).toBe('old');
		staging.commit(['c']);
		expect([read(folder, 'a'), read(folder, 'b'), read(folder, 'sub/d')]).toEqual(['new', 'old', 'new']);
		expect(['a.new', 'c', 'commit.json'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
	});

	it('leaves the old files after a crash before the decision', () => {
		const folder = createFolder();
		writeFileSync(join(folder, 'a'), 'old');
		new Staging(folder).writeText('a', 'new');
		expect(findCurrent(folder, 'a')).toBe(join(folder, 'a'));
		settleFolder(folder);
		expect(read(folder, 'a')).toBe('old');
		expect(existsSync(join(folder, 'a.new'))).toBe(false);
	});

	it('completes the change after a crash behind the decision', () => {
		const folder = createFolder();
		for (const name of ['a', 'b']) writeFileSync(join(folder, name), 'old');
		// One of two files was renamed before the crash.
		writeFileSync(join(folder, 'b.new'), 'new');
		writeFileSync(join(folder, 'commit.json'), JSON.stringify({ rename: ['a', 'b'], remove: ['c'] }));
		expect(read(folder, 'b.new')).toBe('new');
		expect(findCurrent(folder, 'a')).toBe(join(folder, 'a'));
		expect(findCurrent(folder, 'b')).toBe(join(folder, 'b.new'));
		settleFolder(folder);
		expect(read(folder, 'b')).toBe('new');
		expect(existsSync(join(folder, 'commit.json'))).toBe(false);
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
