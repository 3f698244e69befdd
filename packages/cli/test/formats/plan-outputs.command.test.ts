import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { isReel } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, isPosix, MAIN, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({
	'a.bin': 'mrtk-2.8.3-n100',
	'dir/one.bin': 'mrtk-2.8.3-n020',
	'dir/sub/two.bin': 'mrtk-2.8.3-n100',
});
afterAll(() => scratch.remove());
const { run, runWith, path, folder } = scratch;

describe('where results go', () => {
	it('a folder is worked through with its sub-folders, into another one', () => {
		const { status, stdout } = run('mirror', 'dir', 'out');
		expect(status).toBe(0);
		expect(readdirSync(path('out'), { recursive: true }).sort()).toEqual(['one.bin', 'sub', join('sub', 'two.bin')]);
		expect(stdout).toContain('2 of 2 files written');
	});

	it('reels stay reels in folders and on standard output', () => {
		mkdirSync(path('mixed'), { recursive: true });
		copyFileSync(path('a.bin'), path('mixed', 'a.bin'));
		expect(run('convert', 'a.bin', 'mixed/b.reel').status).toBe(0);
		expect(run('mirror', 'mixed', 'mixed-out').status).toBe(0);
		expect(readdirSync(path('mixed-out')).sort()).toEqual(['a.bin', 'b.reel']);
		expect(run('split', 'mixed/b.reel', 'pieces/', '--at', '1').status).toBe(0);
		expect(readdirSync(path('pieces')).sort()).toEqual(['b-1.reel', 'b-2.reel']);
		const { bytes } = runWith({}, 'trim', 'mixed/b.reel', '-', '--end', '1');
		expect(decodeReel(bytes).duration).toBeCloseTo(1, 5);
	});

	it('the content of a file decides whether it is a reel, not its name', () => {
		expect(run('convert', 'a.bin', 'real.reel').status).toBe(0);
		const reel = readFileSync(path('real.reel'));
		writeFileSync(path('named.bin'), reel);
		expect(run('mirror', 'named.bin', 'by-content/').status).toBe(0);
		expect(readdirSync(path('by-content'))).toEqual(['named.reel']);
		copyFileSync(path('a.bin'), path('named.reel'));
		expect(run('mirror', 'named.reel', 'by-content/').status).toBe(0);
		expect(readdirSync(path('by-content')).sort()).toEqual(['named.bin', 'named.reel']);
		expect(run('concat', 'a.bin', 'named.bin', '-').status).toBe(0);
		expect(isReel(runWith({}, 'concat', 'a.bin', 'named.bin', '-').bytes)).toBe(true);
		const piped = runWith({ input: reel }, 'trim', '-', '-', '--end', '1');
		expect(decodeReel(piped.bytes).duration).toBeCloseTo(1, 5);
		expect(runWith({ input: reel }, 'mirror', '-', 'piped/').status).toBe(0);
		expect(readdirSync(path('piped'))).toEqual(['stdin.reel']);
	});

	it.each(['', 'no recording'])('the name of a file decides if its content is unknown: %j', (content) => {
		const name = content === '' ? 'empty' : 'unknown';
		mkdirSync(path(name));
		writeFileSync(path(name, 'take.reel'), content);
		copyFileSync(path('a.bin'), path(name, 'take.bin'));
		const { status, stdout, stderr } = run('mirror', name, `${name}-out`);
		expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('1 of 2 files written') });
		expect(stderr).toContain(`handreel: ${join(name, 'take.reel')}: `);
		expect(readdirSync(path(`${name}-out`))).toEqual(['take.bin']);
	});

	it.runIf(isPosix).each([
		['split - - --at 1', 'standard output takes a single result'],
		['trim - - --end 1 --json', '--json and the output - both use standard output'],
	])('%s is refused before standard input is read', (args, message) => {
		// Nothing is ever written to the FIFO, and it never ends.
		const { status, stderr } = scratch.shell(
			`[ -p silent ] || mkfifo silent; exec "${process.execPath}" "${MAIN}" ${args} 0<>silent`,
			{ timeout: 20_000 },
		);
		expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
	});

	it.runIf(isPosix)('pipes are read once', () => {
		const { status, stderr } = scratch.shell(
			`cat a.bin | "${process.execPath}" "${MAIN}" mirror /dev/stdin piped-bin/`,
		);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(readRecording(readFileSync(path('piped-bin', 'stdin.bin'))).duration).toBeGreaterThan(1);
	});

	it('nothing is overwritten without --force', () => {
		copyFileSync(recorded('mrtk-2.8.3-n020'), path('there.bin'));
		const before = readFileSync(path('there.bin'));
		const { status, stderr } = run('mirror', 'a.bin', 'there.bin');
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: 'handreel: a.bin: there.bin: already exists; use --force to overwrite it\n',
		});
		expect(readFileSync(path('there.bin')).equals(before)).toBe(true);
		expect(run('mirror', 'a.bin', 'there.bin', '--force').status).toBe(0);
		expect(readFileSync(path('there.bin')).length).toBe(readFileSync(path('a.bin')).length);
	});

	it('- is standard input and output', () => {
		const { bytes, status, stderr } = runWith({ input: readFileSync(path('a.bin')) }, 'trim', '-', '-', '--end', '1');
		expect(status).toBe(0);
		expect(readRecording(bytes).duration).toBeCloseTo(1, 5);
		expect(stderr).toContain('standard output');
		expect(run('trim', 'a.bin', '-', '--end', '1', '--json').status).toBe(2);
	});

	it('an unknown extension, two files with the same name and a missing output are usage errors', () => {
		expect(run('mirror', 'a.bin', 'a.xyz').status).toBe(2);
		expect(run('mirror', 'a.bin').status).toBe(2);
		mkdirSync(path('same'), { recursive: true });
		copyFileSync(path('a.bin'), path('same', 'a.bin'));
		const { status, stderr } = run('mirror', 'a.bin', 'same/a.bin', 'both/');
		expect(status).toBe(2);
		expect(stderr).toContain('would both be written to');
	});

	it('pieces are written when all their names are free, never to standard output', () => {
		writeFileSync(path('piece.bin'), '');
		expect(run('split', 'a.bin', 'piece.bin', '--at', '0.5,1').status).toBe(0);
		expect(readdirSync(folder).filter((name) => name.startsWith('piece-')).length).toBe(3);
		writeFileSync(path('taken-2.bin'), '');
		expect(run('split', 'a.bin', 'taken.bin', '--at', '0.5,1').stderr).toContain('taken-2.bin: already exists');
		expect(existsSync(path('taken-1.bin'))).toBe(false);
		expect(run('split', 'a.bin', '-', '--at', '0.5,1')).toMatchObject({ status: 2, stdout: '' });
	});

	it('options that would have no effect are refused', () => {
		expect(run('convert', 'a.bin', 'x.json', '--layout', 'mrtk-1.1').stderr).toContain(
			'--layout works with bin and handsbin only',
		);
		expect(run('convert', 'a.bin', 'x.bin', '--frame-rate', '30').status).toBe(2);
		expect(run('convert', 'a.bin', 'x.bin', '--space', 'webxr').status).toBe(2);
		expect(run('convert', 'a.bin', 'x.csv', '--meshes').status).toBe(2);
		expect(existsSync(path('x.bin'))).toBe(false);
	});

	it('--quiet prints nothing when all is well', () => {
		expect(run('mirror', 'a.bin', 'quiet.bin', '--quiet')).toMatchObject({ stdout: '', stderr: '', status: 0 });
	});

	it('names the layout for Unity when MRTK could not read the result', () => {
		const { stdout } = run('convert', 'a.bin', 'doc.bin', '--layout', 'documented-1.1');
		expect(stdout).toContain('--layout mrtk-1.1');
	});
});
