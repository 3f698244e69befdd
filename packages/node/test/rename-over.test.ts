import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RenameSystem, renameOver } from '../src/rename-over.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-rename-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('renameOver', () => {
	it('replaces a file, also a read-only one', () => {
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		writeFileSync(from, 'new');
		writeFileSync(to, 'old');
		chmodSync(to, 0o444);
		renameOver(from, to);
		expect(readFileSync(to, 'utf8')).toBe('new');
		expect(statSync(from, { throwIfNoEntry: false })).toBeUndefined();
	});

	it.each(['EPERM', 'EACCES', 'EBUSY'])('tries again on Windows after %s, first with a writable target', (code) => {
		const { system, log } = imitate('win32', code, 3);
		renameOver('from', 'to', system);
		expect(log).toEqual(['rename', 'chmod to 666', 'rename', 'wait 10', 'rename', 'wait 20', 'rename']);
	});

	it('gives up within a second', () => {
		const { system, log } = imitate('win32', 'EBUSY', 1000);
		expect(() => renameOver('from', 'to', system)).toThrow('EBUSY');
		const waits = log.filter((line) => line.startsWith('wait')).map((line) => Number(line.slice(5)));
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(1000);
	});

	it('fails at once for other reasons and on other systems', () => {
		for (const [platform, code] of [
			['win32', 'ENOSPC'],
			['linux', 'EPERM'],
		] as const) {
			const { system, log } = imitate(platform, code, 1);
			expect(() => renameOver('from', 'to', system)).toThrow(code);
			expect(log).toEqual(['rename']);
		}
	});
});

/** A system on which the first renames fail. */
function imitate(platform: NodeJS.Platform, code: string, failures: number): { system: RenameSystem; log: string[] } {
	const log: string[] = [];
	let left = failures;
	const system: RenameSystem = {
		platform,
		renameSync: () => {
			log.push('rename');
			if (left-- > 0) throw Object.assign(new Error(code), { code });
		},
		chmodSync: (path, mode) => log.push(`chmod ${path} ${mode.toString(8)}`),
		wait: (milliseconds) => log.push(`wait ${milliseconds}`),
	};
	return { system, log };
}
