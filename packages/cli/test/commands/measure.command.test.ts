import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({
	'five.bin': 'mrtk-2.8.3-full-5s',
	'lost.bin': 'mrtk-2.8.3-lost',
	'many/camera.bin': 'mrtk-2.8.3-camera-only',
	'many/five, again.bin': 'mrtk-2.8.3-full-5s',
});
writeFileSync(scratch.path('old.bin'), readStart('mrtk-2.6.0-full-5s', 1));
afterAll(() => scratch.remove());
const { run, json, path } = scratch;

describe('handreel measure', () => {
	it('prints a page for one file', () => {
		const { stdout, stderr, status } = run('measure', 'five.bin');
		expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		expect(stdout).toMatchInlineSnapshot(`
			"five.bin

			  Recording
			  Duration             4.933 s
			  Key times                208
			  Frame rate             60 Hz
			  Jitter               0.21 ms
			  Frames without keys    30.1%
			  Longest interval     0.066 s

			  Motion           Path m  Still  Speed m/s, median    p95   peak  Acceleration m/s², p95  Jerk m/s³, p95
			  head              0.409   0.0%             0.0795   0.15   0.15                   0.427            13.4
			  left wrist         2.44   0.0%              0.428   1.03   1.15                    5.45            98.3
			  left thumb tip     2.69   0.0%              0.464   1.17   1.25                     5.2            90.9
			  left index tip      2.5   0.0%              0.298   1.14   1.16                    4.22            69.4
			  right wrist        2.04   0.0%              0.392  0.788  0.822                    5.44             155
			  right thumb tip    2.16   0.0%              0.409  0.872   1.01                    5.33             173
			  right index tip    2.11   0.0%              0.337  0.905   1.02                    4.69            83.6

			  Head
			  Turned            211°
			  Turning, peak   115°/s
			  Height, median  1.63 m

			  Hands                                    left      right
			  Tracked                                100.0%     100.0%
			  Losses                                      0          0
			  Reaches                                     4          4
			  Reach, median                         0.214 m    0.156 m
			  Peak / mean speed of reaches, median     1.85       1.88
			  Smoothness                              -1.74      -1.63
			  Pinches                                     1          3
			  Pinch, median                         0.767 s      0.5 s
			  Closing speed, median                 0.4 m/s  0.705 m/s
			  Aperture, min                            9 mm       5 mm
			  Aperture, median                        73 mm      72 mm
			  Aperture, max                           90 mm      90 mm
			  Workspace, longest                     1.06 m     0.86 m
			  Workspace, middle                      0.67 m     0.55 m
			  Workspace, shortest                    0.20 m     0.14 m
			  Hand length                            164 mm     165 mm
			  Bones vary by                            9.5%       7.1%
			  From the head, median                  0.51 m     0.50 m
			  From the head, max                     0.56 m     0.56 m
			  Above the head, median                -0.11 m    -0.17 m

			  Gaze
			  Time in fixations    22.6%
			  Fixations                7
			  Fixations, median  0.117 s
			  Saccades                 6
			  Saccades, median     3.99°

			  Problems  none
			"
		`);
	});

	it('prints a table for several files, and all files that it cannot read', () => {
		writeFileSync(path('empty.bin'), '');
		const { stdout, stderr, status } = run('measure', 'five.bin', 'lost.bin', 'empty.bin', '--no-problems');
		expect(status).toBe(1);
		expect(stderr).toMatch(/^handreel: empty\.bin: .*\(empty-file\)\n$/m);
		expect(stdout).toMatchInlineSnapshot(`
			"File      Seconds  Hz  Tracked L       R  Pinches L  R  Wrist m/s p95 L      R  Smoothness L      R  Problems
			five.bin      4.9  60     100.0%  100.0%          1  3             1.03  0.788         -1.74  -1.63         –
			lost.bin      2.8  60      58.2%    0.0%          2  0            0.972      –         -1.90      –         –
			2 files
			"
		`);
	});

	it('prints all figures as JSON', () => {
		const [five, ...others] = json('measure', 'five.bin', '--json');
		expect(others).toEqual([]);
		expect(five).toMatchObject({ file: 'five.bin', problems: {}, hands: { right: { pinches: { count: 3 } } } });
		expect(json('measure', 'five.bin', '--json', '--no-problems')[0].problems).toBeNull();
	});

	it('prints all figures as CSV, with a row per file', () => {
		const { stdout } = run('measure', 'many', '--csv');
		const [names = '', camera = '', five = '', end] = stdout.split('\n');
		expect(end).toBe('');
		const column = names.split(',').indexOf('hands.right.pinches.count');
		expect(five).toMatch(/^"many\/five, again\.bin",4\.93/);
		// The quoted name has a comma.
		expect(five.split(',')[column + 1]).toBe('3');
		expect(camera.split(',')[column]).toBe('');
		expect(camera.split(',')).toHaveLength(names.split(',').length);
	});

	it('counts problems by code', () => {
		expect(run('measure', 'old.bin').stdout).toMatch(/^ {2}Problems {2}rotation-w-lost \d+$/m);
		expect(json('measure', 'old.bin', '--json')[0].problems['rotation-w-lost']).toBeGreaterThan(0);
	});

	it.each([
		['--sample-rate', '120', 'hands.left.motion.wrist.jerk.p95'],
		['--cutoff', '4', 'hands.left.motion.wrist.speed.p95'],
		['--still-speed', '0.5', 'hands.left.motion.wrist.stillShare'],
		['--min-reach', '0.5', 'hands.left.reaches.count'],
		['--fixation-degrees', '3', 'gaze.fixationShare'],
		['--fixation-seconds', '0.2', 'gaze.fixations.count'],
	])('measures with %s %s', (flag, value, figure) => {
		const read = (...args: string[]): unknown => {
			const [measures] = json('measure', 'five.bin', '--json', '--no-problems', ...args);
			return figure.split('.').reduce((node, name) => node[name], measures);
		};
		expect(read(flag, value)).not.toBe(read());
		expect(read(flag, value)).toBeTypeOf('number');
	});

	it.each([
		[['--cutoff', '30'], '--cutoff must be below half of --sample-rate, 30 Hz, got 30'],
		[['--sample-rate', '15'], '--cutoff must be below half of --sample-rate, 7.5 Hz, got 10'],
		[['--cutoff', '0'], "option '--cutoff <hz>' argument '0' is invalid. Must be greater than 0."],
		[['--min-reach', '-1'], "argument '-1' is invalid. Must be 0 or greater."],
	])('refuses %j', (args, message) => {
		const { status, stderr, stdout } = run('measure', 'five.bin', ...args);
		expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
		expect(stderr).toContain(message);
	});

	it('refuses two output formats', () => {
		const { status, stderr } = run('measure', 'five.bin', '--json', '--csv');
		expect(status).toBe(2);
		expect(stderr).toContain('--json and --csv exclude each other');
	});
});
