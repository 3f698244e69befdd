import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { lockFolder } from '../../src/store/lock-folder.ts';
import { useScratch } from '../support/scratch.ts';

const scratch = useScratch();
const LOCK = '.handreel-capture.lock';

it('a second server in the same folder is refused, until the first is closed', async () => {
	const folder = scratch();
	const options = { folder, assets: folder };
	const first = await startCaptureServer(options);
	await expect(startCaptureServer(options)).rejects.toThrow(`process ${process.pid} on ${hostname()} is capturing to`);
	await first.close();
	const second = await startCaptureServer(options);
	await second.close();
	expect(readdirSync(folder)).toEqual([]);
});

it('a server that cannot listen leaves no lock', async () => {
	const [one, other] = [scratch(), scratch()];
	const first = await startCaptureServer({ folder: one, assets: one });
	await expect(startCaptureServer({ folder: other, assets: other, port: first.port })).rejects.toThrow('EADDRINUSE');
	expect(readdirSync(other)).toEqual([]);
	await first.close();
});

it.each([
	['a process that has ended', { host: hostname(), pid: 2 ** 22 + 1, id: 'x' }],
	['a process that was killed and had the number of this one', { host: hostname(), pid: process.pid, id: 'x' }],
	['nobody', {}],
	['control characters', { host: '\u001b[2J', pid: 1, id: 'x' }],
])('the lock of %s is taken over', (_, owner) => {
	const folder = scratch();
	writeFileSync(join(folder, LOCK), JSON.stringify(owner));
	const unlock = lockFolder(folder);
	expect(JSON.parse(readFileSync(join(folder, LOCK), 'utf8'))).toMatchObject({ pid: process.pid });
	unlock();
	expect(readdirSync(folder)).toEqual([]);
});

it('the lock of a living process, and of another machine, is respected', () => {
	for (const owner of [
		{ host: hostname(), pid: process.ppid, id: 'x' },
		{ host: 'other.example', pid: 1, id: 'x' },
	]) {
		const folder = scratch();
		writeFileSync(join(folder, LOCK), JSON.stringify(owner));
		expect(() => lockFolder(folder)).toThrow(`process ${owner.pid} on ${owner.host} is capturing to`);
		expect(readdirSync(folder)).toEqual([LOCK]);
	}
});

it('a lock that is a link is replaced, and what it points to stays', () => {
	const outside = scratch();
	const folder = join(outside, 'takes');
	mkdirSync(folder);
	writeFileSync(join(outside, 'canary'), 'canary');
	symlinkSync(join(outside, 'canary'), join(folder, LOCK));
	lockFolder(folder)();
	expect(readFileSync(join(outside, 'canary'), 'utf8')).toBe('canary');
	expect(readdirSync(folder)).toEqual([]);
});
