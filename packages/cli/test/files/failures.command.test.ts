import {
	chmodSync,
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isLinux, isPosix, MAIN, type Outcome } from '../support/run-handreel.ts';

const scratch = createScratch({
	'a.bin': 'mrtk-2.8.3-n100',
	'dir/one.bin': 'mrtk-2.8.3-n020',
	'dir/sub/two.bin': 'mrtk-2.8.3-n100',
});
afterAll(() => scratch.remove());
const { run, runWith, path, shell, folder } = scratch;

describe('what can go wrong', () => {
	it('a missing and a broken file are named, the others are done', () => {
		writeFileSync(path('broken.bin'), readFileSync(path('a.bin')).subarray(0, 5000));
		const { status, stderr } = run('mirror', 'broken.bin', 'no-such.bin', 'a.bin', 'mixed/');
		expect(status).toBe(1);
		expect(stderr).toContain('broken.bin: ');
		expect(stderr).toMatch(/\(truncated\)/);
		expect(stderr).toContain('no-such.bin: no such file or folder');
		expect(stderr).toContain('2 files failed');
		expect(readdirSync(path('mixed'))).toEqual(['a.bin']);
	});

	it.runIf(isPosix)('permission denied is said, and leaves nothing behind', () => {
		mkdirSync(path('locked'));
		chmodSync(path('locked'), 0o555);
		const { status, stderr } = runAsNobody('mirror', 'a.bin', 'locked/b.bin');
		expect({ status, stderr }).toEqual({ status: 1, stderr: 'handreel: a.bin: locked/b.bin: permission denied\n' });
		expect(readdirSync(path('locked'))).toEqual([]);
	});

	it.runIf(isPosix)('links to files in a folder are followed; a folder that may not be looked into is named', () => {
		mkdirSync(path('linked/locked'), { recursive: true });
		symlinkSync(path('a.bin'), path('linked/link.bin'));
		symlinkSync('nowhere', path('linked/dangling.bin'));
		chmodSync(path('linked/locked'), 0);
		const { status, stdout, stderr } = runAsNobody('check', 'linked');
		expect(status).toBe(1);
		expect(stdout).toContain('✓ linked/link.bin');
		expect(stderr).toContain('linked/dangling.bin: no such file or folder');
		expect(stderr).toContain('linked/locked: permission denied');
	});

	it.runIf(isPosix)('a link that leads nowhere is not overwritten either', () => {
		symlinkSync('nowhere', path('taken-link.bin'));
		expect(run('mirror', 'a.bin', 'taken-link.bin').stderr).toContain('already exists');
	});

	it.each([
		['view', 'nope.bin'],
		['sample', 'nope.bin', '--time', '1'],
		['info', 'nope.bin'],
		['diff', 'nope.bin', 'a.bin'],
		['concat', 'nope.bin', 'a.bin', 'joined.bin'],
		['markers', 'list', 'nope.bin'],
	])('%s names a file that is missing', (...args) => {
		expect(run(...args)).toMatchObject({ status: 1, stderr: 'handreel: nope.bin: no such file or folder\n' });
	});

	it.runIf(isPosix)('files of 4 GiB and more are refused in a sentence', () => {
		// A sparse file: it takes no space.
		copyFileSync(path('a.bin'), path('huge.bin'));
		truncateSync(path('huge.bin'), 2 ** 32 + 2 ** 30);
		for (const args of [
			['check', 'huge.bin'],
			['sample', 'huge.bin', '--time', '1'],
			['mirror', 'huge.bin', 'b.bin'],
		]) {
			const { status, stderr } = run(...args);
			expect(status).toBe(1);
			expect(stderr).toMatch(/^handreel: huge\.bin: the file has 5,\d+.*; files of 4 GiB and more are not supported/m);
		}
	});

	it.runIf(isPosix)('info reads only the head of a huge file that is not a recording', () => {
		writeFileSync(path('zeros.bin'), '');
		truncateSync(path('zeros.bin'), 2 ** 40);
		writeFileSync(path('text.bin'), 'Once upon a time');
		truncateSync(path('text.bin'), 3 * 2 ** 30);
		const { status, stderr } = runWith({ timeout: 20_000 }, 'info', 'zeros.bin', 'text.bin');
		expect(status).toBe(1);
		expect(stderr).toMatch(/^handreel: zeros\.bin: unknown format: .*\nhandreel: text\.bin: unknown format: .*\n$/);
	});

	it.runIf(isLinux)('a full disk behind standard output is said in one line', () => {
		for (const command of ['sample a.bin --time 1', 'info a.bin', 'convert a.bin -q -']) {
			const { status, stderr } = shell(`"${process.execPath}" "$MAIN" ${command} > /dev/full`, {
				env: { ...process.env, MAIN },
			});
			expect(status, command).toBe(1);
			expect(stderr).toBe('handreel: standard output: ENOSPC: no space left on device, write\n');
		}
	});

	it.runIf(isLinux)('a full disk is said, and leaves no half-written file', () => {
		const script = `ulimit -f 100; trap '' XFSZ; exec "${process.execPath}" "$MAIN" mirror a.bin full-disk.bin`;
		const { status, stderr } = shell(script, { env: { ...process.env, MAIN } });
		expect(status, stderr).toBe(1);
		expect(stderr).toMatch(/full-disk\.bin: file too large for this system; nothing was written/);
		expect(readdirSync(folder).filter((name) => name.startsWith('full-disk'))).toEqual([]);
	});
});

// Root may do everything; nobody may not. Nobody may not even look into every clone, and so gets a copy of the command.
function runAsNobody(...args: string[]): Outcome {
	if (process.getuid?.() !== 0) return run(...args);
	chmodSync(folder, 0o755);
	if (!existsSync(path('command'))) {
		// The studio is large, and no command here needs it.
		const filter = (from: string): boolean => basename(from) !== 'studio';
		cpSync(dirname(MAIN), path('command'), { recursive: true, filter });
	}
	return shell(`'${process.execPath}' command/main.cjs ${args.join(' ')}`, { uid: 65_534, gid: 65_534 });
}
