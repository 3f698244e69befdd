// Files as users have them: missing, broken, in the way, too large, many, interrupted.
import {
	chmodSync,
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readRecording } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, MAIN, type Outcome, recorded, startHandreel } from '../support/run-handreel.ts';

const scratch = createScratch({
	'a.bin': 'mrtk-2.8.3-full-5s',
	'dir/one.bin': 'mrtk-2.8.3-n020',
	'dir/sub/two.bin': 'mrtk-2.8.3-n100',
});
afterAll(() => scratch.remove());
const { run, runWith, path, shell, folder } = scratch;

describe('where results go', () => {
	it('a folder is worked through with its sub-folders, into another one', () => {
		const { status, stdout } = run('mirror', 'dir', 'out');
		expect(status).toBe(0);
		expect(readdirSync(path('out'), { recursive: true }).sort()).toEqual(['one.bin', 'sub', 'sub/two.bin']);
		expect(stdout).toContain('2 of 2 files written');
	});

	it('nothing is overwritten without --force', () => {
		copyFileSync(recorded('mrtk-2.8.3-n020'), path('there.bin'));
		const before = readFileSync(path('there.bin'));
		const { status, stderr } = run('mirror', 'a.bin', 'there.bin');
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: 'handreel: a.bin: there.bin: exists already; --force replaces it\n',
		});
		expect(readFileSync(path('there.bin')).equals(before)).toBe(true);
		expect(run('mirror', 'a.bin', 'there.bin', '--force').status).toBe(0);
		expect(readFileSync(path('there.bin')).length).toBe(361_475);
	});

	it('- is standard input and output', () => {
		const { bytes, status, stderr } = runWith({ input: readFileSync(path('a.bin')) }, 'trim', '-', '-', '--end', '1');
		expect(status).toBe(0);
		expect(readRecording(bytes).duration).toBeCloseTo(1, 5);
		expect(stderr).toContain('standard output');
		expect(run('trim', 'a.bin', '-', '--end', '1', '--json').status).toBe(2);
	});

	it('an unknown ending, two files of one name and a missing output are wrong use', () => {
		expect(run('mirror', 'a.bin', 'a.xyz').status).toBe(2);
		expect(run('mirror', 'a.bin').status).toBe(2);
		mkdirSync(path('same'), { recursive: true });
		copyFileSync(path('a.bin'), path('same', 'a.bin'));
		const { status, stderr } = run('mirror', 'a.bin', 'same/a.bin', 'both/');
		expect(status).toBe(2);
		expect(stderr).toContain('would both become');
	});

	it('pieces are written when all their names are free, never to standard output', () => {
		writeFileSync(path('piece.bin'), '');
		expect(run('split', 'a.bin', 'piece.bin', '--at', '1,2').status).toBe(0);
		expect(readdirSync(folder).filter((name) => name.startsWith('piece-')).length).toBe(3);
		writeFileSync(path('taken-2.bin'), '');
		expect(run('split', 'a.bin', 'taken.bin', '--at', '1,2').stderr).toContain('taken-2.bin: exists already');
		expect(existsSync(path('taken-1.bin'))).toBe(false);
		expect(run('split', 'a.bin', '-', '--at', '1,2')).toMatchObject({ status: 2, stdout: '' });
	});

	it('options that would have no effect are refused', () => {
		expect(run('convert', 'a.bin', 'x.json', '--layout', 'mrtk-1.1').stderr).toContain('--layout is for bin');
		expect(run('convert', 'a.bin', 'x.bin', '--rate', '30').status).toBe(2);
		expect(run('convert', 'a.bin', 'x.bin', '--space', 'webxr').status).toBe(2);
		expect(run('convert', 'a.bin', 'x.csv', '--meshes').status).toBe(2);
		expect(existsSync(path('x.bin'))).toBe(false);
	});

	it('--quiet says nothing when all is well', () => {
		expect(run('mirror', 'a.bin', 'quiet.bin', '--quiet')).toMatchObject({ stdout: '', stderr: '', status: 0 });
	});

	it('names the layout for Unity when MRTK could not read the result', () => {
		const { stdout } = run('convert', 'a.bin', 'doc.bin', '--layout', 'documented-1.1');
		expect(stdout).toContain('--layout mrtk-1.1');
	});
});

describe('what can go wrong', () => {
	it('a missing and a broken file are named, the others are done', () => {
		writeFileSync(path('broken.bin'), readFileSync(path('a.bin')).subarray(0, 5000));
		const { status, stderr } = run('mirror', 'broken.bin', 'no-such.bin', 'a.bin', 'mixed/');
		expect(status).toBe(1);
		expect(stderr).toContain('broken.bin: ');
		expect(stderr).toMatch(/\(truncated\)/);
		expect(stderr).toContain('no-such.bin: no such file or folder');
		expect(stderr).toContain('2 files could not be used');
		expect(readdirSync(path('mixed'))).toEqual(['a.bin']);
	});

	it('no permission is said, and leaves nothing behind', () => {
		mkdirSync(path('locked'));
		chmodSync(path('locked'), 0o555);
		const { status, stderr } = runAsNobody('mirror', 'a.bin', 'locked/b.bin');
		expect({ status, stderr }).toEqual({ status: 1, stderr: 'handreel: a.bin: locked/b.bin: no permission\n' });
		expect(readdirSync(path('locked'))).toEqual([]);
	});

	it('links to files in a folder are followed; a folder that may not be looked into is named', () => {
		mkdirSync(path('linked/locked'), { recursive: true });
		symlinkSync(path('a.bin'), path('linked/link.bin'));
		symlinkSync('nowhere', path('linked/dangling.bin'));
		chmodSync(path('linked/locked'), 0);
		const { status, stdout, stderr } = runAsNobody('check', 'linked');
		expect(status).toBe(1);
		expect(stdout).toContain('✓ linked/link.bin');
		expect(stderr).toContain('linked/dangling.bin: no such file or folder');
		expect(stderr).toContain('linked/locked: no permission');
	});

	it('a link that leads nowhere is not overwritten either', () => {
		symlinkSync('nowhere', path('taken-link.bin'));
		expect(run('mirror', 'a.bin', 'taken-link.bin').stderr).toContain('exists already');
	});

	it('a full disk behind standard output is said in one line', () => {
		for (const command of ['sample a.bin --time 1', 'info a.bin', 'convert a.bin -q -']) {
			const { status, stderr } = shell(`"${process.execPath}" "$MAIN" ${command} > /dev/full`, {
				env: { ...process.env, MAIN: mainPath() },
			});
			expect(status, command).toBe(1);
			expect(stderr).toBe('handreel: standard output: ENOSPC: no space left on device, write\n');
		}
	});

	it('a full disk is said, and leaves no half-written file', () => {
		const script = `ulimit -f 100; trap '' XFSZ; exec "${process.execPath}" "$MAIN" mirror a.bin full-disk.bin`;
		const { status, stderr } = shell(script, { env: { ...process.env, MAIN: mainPath() } });
		expect(status, stderr).toBe(1);
		expect(stderr).toMatch(/full-disk\.bin: larger than files may become here; nothing was written/);
		expect(readdirSync(folder).filter((name) => name.startsWith('full-disk'))).toEqual([]);
	});

	it('Ctrl-C in the middle of a batch leaves only finished files and ends with 130', async () => {
		mkdirSync(path('many'));
		for (let i = 0; i < 200; i++) copyFileSync(path('a.bin'), path('many', `${i}.bin`));
		for (const threads of ['1', '2']) {
			const target = `interrupted-${threads}`;
			const { child, ended } = startHandreel(folder, ['optimize', 'many', target, '--threads', threads]);
			const countFiles = (): number => readdirSync(path(target)).filter((name) => name.endsWith('.bin')).length;
			await until(() => existsSync(path(target)) && countFiles() >= 8);
			child.kill('SIGINT');
			const { status, stderr } = await ended;
			expect(status).toBe(130);
			const names = readdirSync(path(target));
			const done = Number(/interrupted after (\d+) of 200 files/.exec(stderr)?.[1]);
			expect(done).toBeLessThanOrEqual(names.length);
			// A thread may be stopped between writing and counting.
			expect(done).toBeGreaterThanOrEqual(names.length - Number(threads));
			expect(names.filter((name) => !name.endsWith('.bin'))).toEqual([]);
			expect(names.length).toBeLessThan(200);
			for (const name of names) readRecording(readFileSync(path(target, name)));
		}
	}, 60_000);
});

describe('large files', () => {
	it('hear Ctrl-C while they are worked on', async () => {
		expect(run('concat', ...Array<string>(20).fill('a.bin'), 'large.bin', '--quiet').status).toBe(0);
		copyFileSync(path('large.bin'), path('larger.bin'));
		const files = ['a.bin', 'large.bin', 'larger.bin'];
		const { child, ended } = startHandreel(folder, ['optimize', ...files, 'large/', '--threads', '1', '--quiet']);
		await until(() => existsSync(path('large', 'a.bin')));
		child.kill('SIGINT');
		const { status, stderr } = await ended;
		expect(status).toBe(130);
		expect(stderr).toMatch(/^handreel: interrupted after [01] of 3 files\n$/);
		expect(readdirSync(path('large'))).toEqual(['a.bin']);
	}, 60_000);
});

describe('a batch on several threads', () => {
	it('gives the same files in the same order as one thread', () => {
		mkdirSync(path('batch'));
		for (let i = 0; i < 30; i++) copyFileSync(recorded('mrtk-2.8.3-n100'), path('batch', `${i}.bin`));
		writeFileSync(path('batch', '7.bin'), 'not a recording');
		const one = run('mirror', 'batch', 'by-one', '--threads', '1', '--json');
		const two = run('mirror', 'batch', 'by-two', '--threads', '2', '--json');
		expect([one.status, two.status]).toEqual([1, 1]);
		const strip = (text: string): string => text.replaceAll(/by-(one|two)/g, 'by');
		expect(strip(two.stdout)).toBe(strip(one.stdout));
		expect(readdirSync(path('by-two')).length).toBe(29);
		for (const name of readdirSync(path('by-two'))) {
			expect(readFileSync(path('by-two', name)).equals(readFileSync(path('by-one', name)))).toBe(true);
		}
	});
});

describe('checking many files on several threads', () => {
	it('gives what one thread gives', () => {
		mkdirSync(path('to-check'));
		for (let i = 0; i < 30; i++) copyFileSync(recorded('mrtk-2.8.3-n100'), path('to-check', `${i}.bin`));
		writeFileSync(path('to-check', '7.bin'), readFileSync(path('to-check', '8.bin')).subarray(0, 5000));
		writeFileSync(path('to-check', '9.bin'), '{"format": 7}');
		const [one, two] = ['1', '2'].map((threads) => run('check', 'to-check', '--json', '--threads', threads));
		expect(one?.status).toBe(1);
		expect(JSON.parse(one?.stdout ?? '')).toHaveLength(30);
		expect(two).toEqual(one);
	});
});

describe('a terminal and a pipe', () => {
	// Nothing of the environment of the tests reaches it: CI, TMUX and others decide on colours as NO_COLOR does.
	const inTerminal = (command: string, env = ''): string =>
		shell(
			`script -qec "stty cols 60; env -i TERM=xterm ${env} '${process.execPath}' '${mainPath()}' ${command}" /dev/null`,
		).stdout;

	it('shows a bar that fits the terminal, and colours', () => {
		const text = inTerminal('mirror dir terminal-out');
		expect(text).toContain('\u001b[2K');
		expect(text).toContain('2 of 2 dir/sub/two.bin');
		expect(inTerminal('info a.bin')).toContain('\u001b[1m');
	});

	it.each(['NO_COLOR=1', 'TERM=dumb'])('writes no colours with %s', (env) => {
		expect(inTerminal('info a.bin', env)).not.toContain('\u001b[1m');
	});

	it('writes plain lines into a pipe', () => {
		const { stderr } = run('mirror', 'dir', 'pipe-out');
		expect(stderr).not.toContain('\u001b');
		expect(stderr).toContain('2 of 2 files\n');
	});
});

// Root may do everything; nobody may not. Nobody may not even look into every clone, and so gets a copy of the command.
function runAsNobody(...args: string[]): Outcome {
	if (process.getuid?.() !== 0) return run(...args);
	chmodSync(folder, 0o755);
	cpSync(dirname(MAIN), path('command'), { recursive: true });
	return shell(`'${process.execPath}' command/main.cjs ${args.join(' ')}`, { uid: 65_534, gid: 65_534 });
}

function mainPath(): string {
	return new URL('../../dist/main.cjs', import.meta.url).pathname;
}

async function until(isTrue: () => boolean): Promise<void> {
	for (let i = 0; i < 4000 && !isTrue(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
}
