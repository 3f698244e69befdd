import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	chownSync,
	copyFileSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkFree, writeWhole } from '../../src/files/write-file.ts';
import { createScratch, isPosix, MAIN } from '../support/run-handreel.ts';

const scratch = createScratch({ 'a.bin': 'mrtk-2.8.3-n020' });
afterAll(() => scratch.remove());
const { run, path, shell, folder } = scratch;
const isRoot = process.getuid?.() === 0;
const bytes = Buffer.from('new content');
const REPORT = fileURLToPath(new URL('../support/report-waiting.cjs', import.meta.url));

// Device nodes that the test makes: never those of the system, which a fault would replace.
function makeNode(name: string, minor: number): boolean {
	if (spawnSync('mknod', [path(name), 'c', '1', String(minor)]).status !== 0) return false;
	return spawnSync('sh', ['-c', `: < '${path(name)}'`]).status === 0;
}
const hasNodes = makeNode('null-node.bin', 3) && makeNode('full-node.bin', 7);

describe.runIf(isPosix)('--force', () => {
	it('writes through a FIFO whose reader comes late, and which stays', async () => {
		const { writer, ended } = await startWaiting('pipe.bin');
		const reader = spawn('cat', [path('pipe.bin')]);
		const received: Buffer[] = [];
		reader.stdout.on('data', (chunk: Buffer) => received.push(chunk));
		await once(reader, 'close');
		expect(await ended).toEqual([0, null]);
		expect(writer.exitCode).toBe(0);
		run('mirror', 'a.bin', 'mirrored.bin');
		expect(lstatSync(path('pipe.bin')).isFIFO()).toBe(true);
		expect(Buffer.concat(received).equals(readFileSync(path('mirrored.bin')))).toBe(true);
	});

	it('waits for the reader of a FIFO until it is interrupted', async () => {
		const { writer, ended } = await startWaiting('nobody.bin');
		writer.kill('SIGINT');
		expect(await ended).toEqual([130, null]);
		expect(lstatSync(path('nobody.bin')).isFIFO()).toBe(true);
	});

	/** Makes a FIFO and a program that writes into it, and returns once the program waits for a reader. */
	async function startWaiting(name: string) {
		spawnSync('mkfifo', [path(name)]);
		const args = ['--require', REPORT, MAIN, 'mirror', 'a.bin', name, '--force', '--quiet'];
		const writer = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
		onTestFinished(() => void writer.kill('SIGKILL'));
		const ended = once(writer, 'exit');
		const [text] = await once(writer.stderr, 'data');
		expect(String(text)).toBe('waiting\n');
		return { writer, ended };
	}

	// Containers often forbid device nodes, and root alone may create them.
	it.skipIf(!hasNodes)('writes through character devices, which stay', () => {
		expect(run('mirror', 'a.bin', 'null-node.bin', '--force')).toMatchObject({ status: 0, stderr: '' });
		// Shows that the bytes reach the device.
		expect(run('mirror', 'a.bin', 'full-node.bin', '--force').stderr).toContain('no space left');
		expect(run('concat', 'a.bin', 'a.bin', 'null-node.bin', '--force').status).toBe(0);
		for (const name of ['null-node.bin', 'full-node.bin']) expect(lstatSync(path(name)).isCharacterDevice()).toBe(true);
	});

	it('follows links and replaces their target, also through folders and to files that do not exist', () => {
		mkdirSync(path('real/deep'), { recursive: true });
		copyFileSync(path('a.bin'), path('real/target.bin'));
		symlinkSync('real/deep', path('shortcut'));
		symlinkSync('../target.bin', path('real/deep/link.bin'));
		symlinkSync('../new.bin', path('real/deep/dangling.bin'));
		const mirrored = run('mirror', 'a.bin', '-').bytes;
		for (const [link, target] of [
			['link.bin', 'target.bin'],
			['dangling.bin', 'new.bin'],
		] as const) {
			expect(run('mirror', 'a.bin', `shortcut/${link}`, '--force')).toMatchObject({ status: 0, stderr: '' });
			expect(readlinkSync(path('real/deep', link))).toBe(`../${target}`);
			expect(readFileSync(path('real', target)).equals(mirrored)).toBe(true);
		}
		expect(readdirSync(path('real')).sort()).toEqual(['deep', 'new.bin', 'target.bin']);
	});

	it('replaces the target of a link at once: an open file keeps its content', async () => {
		writeFileSync(path('old.txt'), 'old content');
		symlinkSync('old.txt', path('to-old.txt'));
		const { ino } = statSync(path('old.txt'));
		await writeWhole(path('to-old.txt'), bytes, { force: true });
		expect(statSync(path('old.txt')).ino).not.toBe(ino);
		expect(readFileSync(path('old.txt'), 'utf8')).toBe('new content');
	});

	it.each([0o600, 0o444, 0o640, 0o755])('keeps mode %o', async (mode) => {
		const name = `mode-${mode}.bin`;
		copyFileSync(path('a.bin'), path(name));
		chmodSync(path(name), mode);
		// The command writes with the same function.
		if (mode === 0o444) expect(run('mirror', 'a.bin', name, '--force').status).toBe(0);
		else await writeWhole(path(name), bytes, { force: true });
		expect(readFileSync(path(name)).equals(readFileSync(path('a.bin')))).toBe(false);
		expect(statSync(path(name)).mode & 0o7777).toBe(mode);
	});

	// Only root may give files away.
	it.skipIf(!isRoot)('keeps the owner, and refuses where it cannot', () => {
		copyFileSync(path('a.bin'), path('theirs.bin'));
		chmodSync(path('theirs.bin'), 0o666);
		chownSync(path('theirs.bin'), 1234, 2345);
		expect(run('mirror', 'a.bin', 'theirs.bin', '--force').status).toBe(0);
		expect(statSync(path('theirs.bin'))).toMatchObject({ uid: 1234, gid: 2345, mode: 0o100666 });
		const before = readFileSync(path('theirs.bin'));
		mkdirSync(path('open'));
		copyFileSync(path('theirs.bin'), path('open/theirs.bin'));
		chownSync(path('open/theirs.bin'), 1234, 2345);
		for (const name of ['.', 'open']) chmodSync(path(name), 0o777);
		spawnSync('cp', ['-r', dirname(MAIN), path('command')]);
		const { status, stderr } = shell(`'${process.execPath}' command/main.cjs mirror a.bin open/theirs.bin --force`, {
			uid: 65_534,
			gid: 65_534,
		});
		expect(stderr).toContain('open/theirs.bin: belongs to user 1234 and group 2345, which cannot be kept');
		expect(status).toBe(1);
		expect(readFileSync(path('open/theirs.bin')).equals(before)).toBe(true);
		expect(readdirSync(path('open'))).toEqual(['theirs.bin']);
	});

	it('refuses sockets and folders', async () => {
		const server = createServer();
		await new Promise<void>((done) => server.listen(path('socket'), done));
		expect(() => checkFree(path('socket'), true)).toThrow('this is a socket, which cannot be overwritten');
		await expect(writeWhole(path('socket'), bytes, { force: true })).rejects.toThrow('this is a socket');
		expect(lstatSync(path('socket')).isSocket()).toBe(true);
		await new Promise((done) => server.close(done));
		expect(() => checkFree(folder, true)).toThrow('this is a folder');
	});
});
