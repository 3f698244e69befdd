import { afterAll, describe, expect, it } from 'vitest';
import { createScratch, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, json } = scratch;

describe('handreel diff', () => {
	it('ends with 0 for equal recordings and 1 for different recordings, and lists the largest deviations', () => {
		const small = recorded('mrtk-2.8.3-n020');
		expect(run('diff', small, small).status).toBe(0);
		const { stdout, status } = run('diff', 'new.bin', 'old.bin');
		expect(status).toBe(1);
		expect(stdout).toMatch(/The recordings differ/);
		expect(stdout).toMatch(/\d+ channels beyond the tolerance, largest first:\n +1[78]\d\.\d+° +hands\./);
	});

	// Simulated hands give joint `none` keys; devices do not.
	it('compares joint `none` if it has keys', () => {
		const paths = (file: string): string[] =>
			json('diff', file, file, '--json').channels.map(({ path }: { path: string }) => path);
		expect(paths(recorded('mrtk-2.8.3-n033')).filter((path) => path.includes('none'))).toEqual([]);
		expect(paths(recorded('mrtk-2.8.3-none-joint')).filter((path) => path.includes('none'))).toEqual(
			['left', 'right'].flatMap((side) => ['position', 'rotation'].map((part) => `hands.${side}.joints.none.${part}`)),
		);
	});

	it('takes a tolerance', () => {
		const small = recorded('mrtk-2.8.3-n033');
		run('shift', small, 'late.bin', '--by', '0.001');
		expect(run('diff', small, 'late.bin', '--mm', '0.001', '--degrees', '0.001').status).toBe(1);
		expect(run('diff', small, 'late.bin', '--mm', '50', '--degrees', '20', '--seconds', '1').status).toBe(0);
	});

	it('reports durations that differ, and refuses a tolerance below 0', () => {
		const [a, b] = [recorded('mrtk-2.8.3-n020'), recorded('mrtk-2.8.3-n100')];
		expect(run('diff', a, b).stdout).toMatch(/durations: \d\.\d{3} s and \d\.\d{3} s\n/);
		expect(json('diff', a, b, '--json').durations.a).toBeGreaterThan(0);
		expect(run('diff', a, b, '--mm', '-1').status).toBe(2);
		expect(run('optimize', a, 'negative.bin', '--degrees', '-1').status).toBe(2);
	});

	it('compares a time range with --start and --end', () => {
		run('markers', 'add', 'new.bin', 'marked.bin', '--time', '1', '--name', 'grab');
		expect(run('diff', 'new.bin', 'marked.bin').status).toBe(1);
		const { status, stdout } = run('diff', 'new.bin', 'marked.bin', '--start', '2', '--end', '0:03');
		expect(status).toBe(0);
		expect(stdout).toContain('compared from 2.000 s to 3.000 s');
		expect(run('diff', 'new.bin', 'marked.bin', '--end', '2').status).toBe(1);
		const whole = json('diff', 'new.bin', 'old.bin', '--json');
		const part = json('diff', 'new.bin', 'old.bin', '--json', '--start', '1', '--end', '1.1');
		expect(part).toMatchObject({ start: 1, end: 1.1 });
		expect(part.rotation.max).toBeLessThan(whole.rotation.max);
		for (const channel of part.channels) {
			expect(channel.time).toBeGreaterThanOrEqual(1);
			expect(channel.time).toBeLessThanOrEqual(1.1);
		}
		expect(run('diff', 'new.bin', 'old.bin', '--start', '3', '--end', '2').status).toBe(2);
		expect(run('diff', 'new.bin', 'old.bin', '--start', '9').stderr).toContain('after the end of both recordings');
	});

	it('names a file that cannot be read', () => {
		expect(run('diff', 'new.bin', 'gone.bin')).toMatchObject({
			status: 1,
			stderr: 'handreel: gone.bin: no such file or folder\n',
		});
	});
});
