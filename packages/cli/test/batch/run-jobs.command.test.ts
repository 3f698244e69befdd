import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createScratch, isPosix, recorded, startHandreel } from '../support/run-handreel.ts';

const scratch = createScratch({
	'a.bin': 'mrtk-2.8.3-n100',
	'full.bin': 'mrtk-2.8.3-full-5s',
});
afterAll(() => scratch.remove());
const { run, path, folder } = scratch;

describe.runIf(isPosix)('a signal', () => {
	it('in the middle of a batch leaves only finished files and ends with 130 or 143', async () => {
		mkdirSync(path('many'));
		for (let i = 0; i < 200; i++) copyFileSync(path('a.bin'), path('many', `${i}.bin`));
		for (const [threads, signal, code] of [
			['1', 'SIGTERM', 143],
			['2', 'SIGINT', 130],
		] as const) {
			const target = `interrupted-${threads}`;
			const { child, ended } = startHandreel(folder, ['optimize', 'many', target, '--threads', threads]);
			const countFiles = (): number => readdirSync(path(target)).filter((name) => name.endsWith('.bin')).length;
			await until(() => existsSync(path(target)) && countFiles() >= 8);
			child.kill(signal);
			const { status, stderr } = await ended;
			expect(status).toBe(code);
			const names = readdirSync(path(target));
			const done = Number(/interrupted after (\d+) of 200 files/.exec(stderr)?.[1]);
			expect(done).toBeLessThanOrEqual(names.length);
			// A thread may be stopped between writing and counting.
			expect(done).toBeGreaterThanOrEqual(names.length - Number(threads));
			expect(names.filter((name) => !name.endsWith('.bin'))).toEqual([]);
			expect(names.length).toBeLessThan(200);
			for (const name of names) readRecording(readFileSync(path(target, name)));
		}
	});
});
describe.runIf(isPosix)('large files', () => {
	it('hear Ctrl-C while they are worked on', async () => {
		expect(run('concat', ...Array<string>(12).fill('full.bin'), 'large.bin', '--quiet').status).toBe(0);
		copyFileSync(path('large.bin'), path('larger.bin'));
		const files = ['a.bin', 'large.bin', 'larger.bin'];
		const { child, ended } = startHandreel(folder, ['optimize', ...files, 'large/', '--threads', '1', '--quiet']);
		await until(() => existsSync(path('large', 'a.bin')));
		child.kill('SIGINT');
		const { status, stderr } = await ended;
		expect(status).toBe(130);
		expect(stderr).toMatch(/^handreel: interrupted after [01] of 3 files\n$/);
		expect(readdirSync(path('large'))).toEqual(['a.bin']);
	});
});
describe('a batch on several threads', () => {
	it('writes the same files in the same order as one thread', () => {
		mkdirSync(path('batch'));
		// As few as go to threads.
		for (let i = 0; i < 24; i++) copyFileSync(recorded('mrtk-2.8.3-n033'), path('batch', `${i}.bin`));
		writeFileSync(path('batch', '7.bin'), 'not a recording');
		const one = run('mirror', 'batch', 'by-one', '--threads', '1', '--json');
		const two = run('mirror', 'batch', 'by-two', '--threads', '2', '--json');
		expect([one.status, two.status]).toEqual([1, 1]);
		const strip = (text: string): string => text.replaceAll(/by-(one|two)/g, 'by');
		expect(strip(two.stdout)).toBe(strip(one.stdout));
		expect(readdirSync(path('by-two')).length).toBe(23);
		for (const name of readdirSync(path('by-two'))) {
			expect(readFileSync(path('by-two', name)).equals(readFileSync(path('by-one', name)))).toBe(true);
		}
	});
});
describe('checking many files on several threads', () => {
	it('returns what one thread returns', () => {
		mkdirSync(path('to-check'));
		for (let i = 0; i < 24; i++) copyFileSync(recorded('mrtk-2.8.3-n033'), path('to-check', `${i}.bin`));
		writeFileSync(path('to-check', '7.bin'), readFileSync(path('to-check', '8.bin')).subarray(0, 5000));
		writeFileSync(path('to-check', '9.bin'), '{"format": 7}');
		const [one, two] = ['1', '2'].map((threads) => run('check', 'to-check', '--json', '--threads', threads));
		expect(one?.status).toBe(1);
		expect(JSON.parse(one?.stdout ?? '')).toHaveLength(24);
		expect(two).toEqual(one);
	});
});

function until(isTrue: () => boolean): Promise<boolean> {
	return vi.waitUntil(isTrue, { interval: 5, timeout: 30_000 });
}
