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

			  Duration    4.933 s
			  Frames      208 key times, 60 Hz, jitter 0.21 ms, 30.1% without keys

			  Motion           Path m  Still  Speed m/s    p95   Peak  m/s² p95  m/s³ p95
			  head              0.411   0.0%     0.0798  0.147  0.158    0.0968     0.149
			  left wrist         2.45   0.0%       0.43   1.04   1.16       5.6      89.3
			  left thumb tip     2.69   0.0%      0.469   1.18   1.26      5.21      82.4
			  left index tip      2.5   0.0%      0.298   1.14   1.16      4.39        74
			  right wrist        2.05   0.0%       0.39  0.789  0.864      5.65       185
			  right thumb tip    2.18   0.0%      0.416  0.871   1.06      5.71       268
			  right index tip    2.12   0.0%      0.336  0.906   1.03      4.77      69.5

			  Head        turned 211°, up to 115°/s, 1.63 m high

			  Left hand   tracked 100.0% of the time, no losses
			              1 pinch of 0.767 s (median), closing at 0.403 m/s
			              aperture 9 mm to 90 mm, median 73 mm
			              4 reaches of 0.212 m (median), peak / mean speed 1.83, smoothness -1.67
			              moves within 1.06 × 0.67 × 0.21 m
			              0.51 m from the head (up to 0.56), 0.11 m below it
			              164 mm long, bones vary by 9.5%

			  Right hand  tracked 100.0% of the time, no losses
			              3 pinches of 0.5 s (median), closing at 0.754 m/s
			              aperture 5 mm to 90 mm, median 72 mm
			              5 reaches of 0.125 m (median), peak / mean speed 1.85, smoothness -1.71
			              moves within 0.86 × 0.55 × 0.14 m
			              0.50 m from the head (up to 0.56), 0.17 m below it
			              165 mm long, bones vary by 7.1%

			  Gaze        7 fixations of 0.133 s (median), 22.6% of the time
			              6 saccades of 4.06° (median)

			  Problems    none
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
			five.bin      4.9  60     100.0%  100.0%          1  3             1.04  0.789         -1.67  -1.71         –
			lost.bin      2.8  60      58.2%    0.0%          2  0            0.974      –         -1.90      –         –
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
		expect(run('measure', 'old.bin').stdout).toMatch(/^ {2}Problems {4}rotation-w-lost \d+$/m);
		expect(json('measure', 'old.bin', '--json')[0].problems['rotation-w-lost']).toBeGreaterThan(0);
	});

	it('refuses two output formats', () => {
		const { status, stderr } = run('measure', 'five.bin', '--json', '--csv');
		expect(status).toBe(2);
		expect(stderr).toContain('--json and --csv exclude each other');
	});
});
