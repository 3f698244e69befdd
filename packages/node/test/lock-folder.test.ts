import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '@handreel/node/internal';
import { afterAll, expect, it } from 'vitest';

const work = mkdtempSync(join(tmpdir(), 'handreel-lock-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const scratch = (): string => mkdtempSync(join(work, 'x'));
const lock = (folder: string): (() => void) =>
	lockFolder(folder, { name: 'the.lock', createError: (holder) => new Error(`${holder} has it`) });

it('refuses a second lock in the same process, also of a thread, whose locks this thread cannot know', () => {
	const folder = scratch();
	const unlock = lock(folder);
	expect(() => lock(folder)).toThrow(`process ${process.pid} on ${hostname()} has it`);
	const owner = JSON.parse(readFileSync(join(folder, 'the.lock'), 'utf8'));
	unlock();
	writeFileSync(join(folder, 'the.lock'), JSON.stringify({ ...owner, id: randomUUID() }));
	expect(() => lock(folder)).toThrow('has it');
	// The same number, but a process that began at another time.
	writeFileSync(join(folder, 'the.lock'), JSON.stringify({ ...owner, since: owner.since - 10 }));
	lock(folder)();
	expect(readdirSync(folder)).toEqual([]);
});

it('removes what killed processes left, and nothing else', () => {
	const folder = scratch();
	const owner = { host: hostname(), pid: 2 ** 22 + 1, id: 'x' };
	const names = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), 'txt'].map((end) => `the.lock.${end}`);
	const texts = [JSON.stringify(owner), '', JSON.stringify({ ...owner, pid: process.ppid }), 'a note of mine', ''];
	for (const [i, name] of names.entries()) writeFileSync(join(folder, name), texts[i]!);
	lock(folder)();
	expect(readdirSync(folder).sort()).toEqual(names.slice(2).sort());
});
