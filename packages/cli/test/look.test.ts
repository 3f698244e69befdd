// Commands that look and print.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, readRecording, sampleFrame } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { createScratch, recorded } from './support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, runWith, json, path, shell } = scratch;

describe('handreel check', () => {
	it('finds the lost W of MRTK 2.6.0, names the releases and ends with 1', () => {
		const { stdout, status } = run('check', 'old.bin');
		expect(status).toBe(1);
		expect(stdout).toMatch(/error +.*W is missing .*MRTK 2\.6\.0–2\.6\.2 and 2\.7\.0–2\.7\.2 .*\(rotation-w-lost\) at byte \d+/);
	});

	it('ends with 0 for warnings, unless it is strict', () => {
		const [entry] = json('check', recorded('mrtk-2.8.3-n020'), '--json');
		expect(entry.issues.map(({ severity }: { severity: string }) => severity)).toContain('warning');
		expect(run('check', recorded('mrtk-2.8.3-n020')).status).toBe(0);
		expect(run('check', recorded('mrtk-2.8.3-n020'), '--strict').status).toBe(1);
	});

	it('explains broken files with the place', () => {
		const { stdout, status } = run('check', join(root, 'fixtures', 'broken', 'truncated.bin'));
		expect(status).toBe(1);
		expect(stdout).toMatch(/\(truncated\) at byte 31/);
	});

	it('looks at folders and standard input', () => {
		expect(run('check', join(root, 'fixtures', 'recorded')).stdout).toMatch(/\d+ files, \d+ with problems/);
		expect(runWith({ input: readFileSync(path('old.bin')) }, 'check', '-').status).toBe(1);
		expect(run('check', 'no-such.bin')).toMatchObject({ status: 1 });
	});
});

describe('handreel repair', () => {
	it('gives W back and says how sure it is', () => {
		const { stdout, status } = run('repair', 'old.bin', 'mended.bin');
		expect(stdout).toMatch(/mended: .*\(rotation-w-lost\)/);
		expect([0, 1]).toContain(status);
		const [entry] = json('check', 'mended.bin', '--json');
		expect(entry.issues.map(({ code }: { code: string }) => code)).not.toContain('rotation-w-lost');
		const difference = json('diff', 'mended.bin', 'new.bin', '--json');
		expect(difference.rotation.mean).toBeLessThan(0.2);
	});

	it('saves what is left of a cut file', () => {
		writeFileSync(path('cut.bin'), readFileSync(path('new.bin')).subarray(0, 200_000));
		const { stdout, status } = run('repair', 'cut.bin', 'saved.bin');
		expect(status).toBe(0);
		expect(stdout).toMatch(/mended: .*\(truncated\); kept \d+ complete keys/);
		expect(readRecording(readFileSync(path('saved.bin'))).head?.position.x.count).toBeGreaterThan(0);
	});

	it('says why nothing could be saved', () => {
		const { stderr, status } = run('repair', recorded('mrtk-2.8.3-0bytes'), 'nothing.bin');
		expect(status).toBe(1);
		expect(stderr).toMatch(/nothing could be saved[\s\S]*empty-file/);
	});
});

describe('handreel diff', () => {
	it('ends with 0 for the same recording and 1 for different ones, and says where most', () => {
		expect(run('diff', 'new.bin', 'new.bin').status).toBe(0);
		const { stdout, status } = run('diff', 'new.bin', 'old.bin');
		expect(status).toBe(1);
		expect(stdout).toMatch(/The recordings differ/);
		expect(stdout).toMatch(/\d+ channels beyond the tolerance, the worst first:\n +1[78]\d\.\d+ ° +hands\./);
	});

	it('takes a tolerance', () => {
		run('shift', 'new.bin', 'late.bin', '--by', '0.001');
		expect(run('diff', 'new.bin', 'late.bin', '--mm', '0.001', '--degrees', '0.001').status).toBe(1);
		expect(run('diff', 'new.bin', 'late.bin', '--mm', '50', '--degrees', '20', '--seconds', '1').status).toBe(0);
	});

	it('tells durations that differ, and refuses a tolerance below 0', () => {
		const [a, b] = [recorded('mrtk-2.8.3-n020'), recorded('mrtk-2.8.3-n100')];
		expect(run('diff', a, b).stdout).toMatch(/durations: \d\.\d{3} s and \d\.\d{3} s\n/);
		expect(json('diff', a, b, '--json').durations.a).toBeGreaterThan(0);
		expect(run('diff', a, b, '--mm', '-1').status).toBe(2);
		expect(run('optimize', a, 'negative.bin', '--degrees', '-1').status).toBe(2);
	});

	it('names a file that cannot be read', () => {
		expect(run('diff', 'new.bin', 'gone.bin')).toMatchObject({
			status: 1,
			stderr: 'handreel: gone.bin: no such file or folder\n',
		});
	});
});

describe('handreel sample', () => {
	it('prints what the core samples', () => {
		const frames = json('sample', 'new.bin', '--times', '0.5,1.25');
		const recording = readRecording(readFileSync(path('new.bin')));
		const frame = sampleFrame(recording, 1.25, createFrameSample());
		expect(frames.map(({ time }: { time: number }) => time)).toEqual([0.5, 1.25]);
		expect(frames[1].head.position.map(Math.fround)).toEqual([...frame.head.subarray(0, 3)]);
		expect(frames[1].hands.right.joints.indexTip.rotation.map(Math.fround)).toEqual([
			...frame.hands.right.joints.subarray(11 * 7 + 3, 12 * 7),
		]);
		expect(frames[1].hands.left.joints.none).toBeUndefined();
	});

	it('prints a table', () => {
		const { stdout } = run('sample', 'new.bin', '--rate', '10', '--format', 'csv', '--space', 'webxr');
		const lines = stdout.trim().split('\n');
		expect(lines).toHaveLength(51);
		expect(lines[0]).toMatch(/^time_s,/);
	});

	it('wants to know when', () => {
		expect(run('sample', 'new.bin').status).toBe(2);
		expect(run('sample', 'new.bin', '--time', '1', '--rate', '3').status).toBe(2);
	});

	it('stops quietly when nobody reads on', () => {
		const { status, stderr } = shell(
			`"${process.execPath}" "${join(root, 'packages/cli/dist/main.cjs')}" sample new.bin --rate 240 | head -c 100`,
		);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	});
});

describe('what could not be read of a file', () => {
	it.each([
		['sample', ['odd.csv', '--time', '0']],
		['diff', ['odd.csv', 'odd.csv']],
		['concat', ['odd.csv', 'odd.csv', 'joined.bin']],
		['markers', ['list', 'odd.csv']],
	])('is told by %s, too', (command, args) => {
		writeFileSync(path('odd.csv'), 'time_s,head_px_m,colour\n0,1,7\n1,2,7\n');
		const { status, stderr } = run(command, ...args);
		expect({ status, stderr }).toEqual({
			status: 0,
			stderr: expect.stringContaining('handreel: odd.csv: colour: the column is not known (unknown-column)\n'),
		});
	});
});

describe('handreel formats and completion', () => {
	it('lists formats and layouts', () => {
		const { stdout } = run('formats');
		for (const word of ['json', 'csv', 'glb', 'gltf', 'journal', 'mrtk-1.1', 'documented-1.0'])
			expect(stdout).toContain(word);
		expect(json('formats', '--json').layouts).toHaveLength(6);
	});

	it('completes commands and options in bash', () => {
		writeFileSync(path('completion.bash'), run('completion', 'bash').stdout);
		const complete = (...words: string[]): string[] =>
			shell(
				`source completion.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _handreel; printf '%s\\n' "\${COMPREPLY[@]}"`,
			)
				.stdout.trim()
				.split('\n');
		expect(complete('handreel', 'tr')).toEqual(['trim']);
		expect(complete('handreel', 'trim', '--st')).toEqual(['--start']);
		expect(complete('handreel', 'markers', 're')).toEqual(['rename', 'remove']);
		expect(complete('handreel', 'markers', 'add', '--n')).toEqual(['--name']);
		expect(complete('handreel', 'info', 'new')).toEqual(['new.bin']);
		writeFileSync(path('with two spaces.bin'), '');
		expect(complete('handreel', 'info', 'with')).toEqual(['with two spaces.bin']);
	});

	it('has scripts for zsh and fish, and refuses other shells', () => {
		expect(run('completion', 'zsh').stdout).toContain("'optimize:leave out keys within a tolerance'");
		expect(run('completion', 'fish').stdout).toContain('-a trim');
		expect(run('completion', 'tcsh').status).toBe(2);
	});
});
