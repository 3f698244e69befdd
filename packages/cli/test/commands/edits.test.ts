import { readdirSync, readFileSync } from 'node:fs';
import { evaluateCurve, type Recording, readRecording } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, path, json } = scratch;

function read(name: string): Recording {
	return readRecording(readFileSync(path(name)));
}

function edit(...args: string[]): Recording {
	const { stderr, status } = run(...args);
	expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
	return read(args.filter((arg) => arg.endsWith('.bin'))[1] ?? '');
}

describe('handreel trim', () => {
	it('keeps what is played in the span, from 0 on', () => {
		const whole = read('full.bin');
		const part = edit('trim', 'full.bin', 'part.bin', '--start', '1.5', '--end', '3');
		expect(part.duration).toBeCloseTo(1.5, 5);
		const x = (recording: Recording, time: number): number =>
			evaluateCurve(recording.hands!.left.joints.indexTip.position.x, time);
		for (const time of [0, 0.4, 1.1, 1.5]) expect(x(part, time)).toBeCloseTo(x(whole, time + 1.5), 5);
	});

	it('takes minutes and seconds, and an open end', () => {
		expect(edit('trim', 'full.bin', 'open.bin', '--start', '0:02').duration).toBeCloseTo(2.9333, 3);
	});

	it('refuses a span that makes no sense, with exit code 2', () => {
		for (const args of [[], ['--start', '3', '--end', '2'], ['--start', 'soon']]) {
			const { status, stderr } = run('trim', 'full.bin', 'no.bin', ...args);
			expect(status, stderr).toBe(2);
		}
	});
});

describe('handreel split and concat', () => {
	it('cuts into numbered files that make up the whole again', () => {
		const { status } = run('split', 'full.bin', 'piece.bin', '--at', '1,2.5');
		expect(status).toBe(0);
		expect(
			readdirSync(scratch.folder)
				.filter((name) => name.startsWith('piece'))
				.sort(),
		).toEqual(['piece-1.bin', 'piece-2.bin', 'piece-3.bin']);
		expect(run('concat', 'piece-1.bin', 'piece-2.bin', 'piece-3.bin', 'whole.bin').status).toBe(0);
		const { position, rotation } = compareRecordings(read('full.bin'), read('whole.bin'));
		expect(position?.max).toBeLessThan(1e-5);
		expect(rotation?.max).toBeLessThan(1e-2);
	});

	it('cuts at markers', () => {
		const [entry] = json('split', 'markers.bin', 'take.bin', '--markers', '--json');
		expect(entry.pieces.length).toBe(entry.written.length);
		expect(entry.pieces.length).toBeGreaterThan(1);
	});

	it('does not overwrite a piece that is there already', () => {
		const { status, stderr } = run('split', 'full.bin', 'piece.bin', '--at', '1');
		expect(status).toBe(1);
		expect(stderr).toMatch(/full\.bin: .*exists already; --force replaces it/);
	});
});

describe('edits of time and space', () => {
	it('shift, stretch and turn round', () => {
		const { duration } = read('full.bin');
		expect(edit('shift', 'full.bin', 'later.bin', '--by', '2').duration).toBeCloseTo(duration + 2, 4);
		expect(edit('stretch', 'full.bin', 'slow.bin', '--factor', '2').duration).toBeCloseTo(duration * 2, 4);
		const backwards = edit('stretch', 'full.bin', 'backwards.bin', '--backwards');
		const y = (recording: Recording, time: number): number => evaluateCurve(recording.head!.position.y, time);
		expect(y(backwards, 1)).toBeCloseTo(y(read('full.bin'), duration - 1), 4);
	});

	it('mirror twice gives the bytes back', () => {
		run('mirror', 'full.bin', 'mirrored.bin');
		run('mirror', 'mirrored.bin', 'twice.bin');
		expect(readFileSync(path('twice.bin')).equals(readFileSync(path('full.bin')))).toBe(true);
		expect(readFileSync(path('mirrored.bin')).equals(readFileSync(path('full.bin')))).toBe(false);
	});

	it('move, turn and anchor', () => {
		const moved = edit('move', 'full.bin', 'moved.bin', '--by', '0,1,0');
		const { head } = read('full.bin');
		expect(evaluateCurve(moved.head!.position.y, 1)).toBeCloseTo(evaluateCurve(head!.position.y, 1) + 1, 5);
		const anchored = edit('move', 'full.bin', 'anchored.bin', '--anchor');
		for (const axis of ['x', 'y', 'z'] as const)
			expect(evaluateCurve(anchored.head!.position[axis], 0)).toBeCloseTo(0, 5);
		expect(run('move', 'full.bin', 'no.bin').status).toBe(2);
	});

	it('a turn to the right brings what was ahead to the right', () => {
		const { head } = read('full.bin');
		const turned = edit('move', 'full.bin', 'turned.bin', '--turn', '90');
		expect(evaluateCurve(turned.head!.position.x, 1)).toBeCloseTo(evaluateCurve(head!.position.z, 1), 5);
	});

	it('resample puts keys at regular times', () => {
		const even = edit('resample', 'full.bin', 'even.bin', '--rate', '10');
		expect(even.head!.position.x.count).toBe(51);
	});

	it('smooth changes poses but not their times', () => {
		const smooth = edit('smooth', 'full.bin', 'smooth.bin', '--parts', 'left');
		expect(smooth.hands!.left.joints.palm.position.x.count).toBe(
			read('full.bin').hands!.left.joints.palm.position.x.count,
		);
		expect(smooth.head!.position.x.count).toBe(read('full.bin').head!.position.x.count);
	});

	it('fill says how many gaps it filled', () => {
		const { stdout, status } = run('fill', 'lost.bin', 'filled.bin', '--max', '0.3');
		expect(status).toBe(0);
		expect(stdout).toMatch(/\d+ gaps? of \d+ filled/);
	});

	it('strip takes parts out', () => {
		const stripped = edit('strip', 'full.bin', 'stripped.bin', '--parts', 'head,gaze,left');
		expect(stripped.head).toBeNull();
		expect(stripped.gaze).toBeNull();
		expect(stripped.hands!.left.joints.palm.position.x.count).toBe(0);
		expect(stripped.hands!.right.joints.palm.position.x.count).toBeGreaterThan(0);
		expect(run('strip', 'full.bin', 'no.bin', '--parts', 'feet').status).toBe(2);
	});
});

describe('handreel optimize', () => {
	it('prints keys, bytes and the measured error, which lies within the tolerance', () => {
		const { stdout, status } = run('optimize', 'full.bin', 'small.bin', '--mm', '2', '--degrees', '1');
		expect(status).toBe(0);
		expect(stdout).toMatch(
			/44,589 keys in 361,475 bytes → [\d,]+ keys in [\d,]+ bytes \(\d+\.\d%\), largest deviation [\d.]+ mm and [\d.]+°/,
		);
		const { position, rotation } = compareRecordings(read('full.bin'), read('small.bin'));
		expect(position!.max).toBeLessThanOrEqual(0.002);
		expect(rotation!.max).toBeLessThanOrEqual(1);
		expect(readFileSync(path('small.bin')).length).toBeLessThan(361_475);
	});
});

describe('handreel markers', () => {
	it('lists, adds, renames, moves and removes', () => {
		edit('markers', 'add', 'full.bin', 'marked.bin', '--time', '2', '--name', 'grab');
		edit('markers', 'add', 'marked.bin', 'marked2.bin', '--time', '1', '--name', 'start');
		expect(run('markers', 'list', 'marked2.bin').stdout).toBe('   #1      1.000 s  start\n   #2      2.000 s  grab\n');
		expect(edit('markers', 'rename', 'marked2.bin', 'a.bin', '--marker', '#2', '--name', 'hold').markers[1]?.name).toBe(
			'hold',
		);
		expect(edit('markers', 'move', 'marked2.bin', 'b.bin', '--marker', 'start', '--time', '3').markers).toEqual([
			{ time: 2, name: 'grab' },
			{ time: 3, name: 'start' },
		]);
		expect(edit('markers', 'remove', 'marked2.bin', 'c.bin', '--marker', 'grab').markers).toHaveLength(1);
		const { status, stderr } = run('markers', 'remove', 'marked2.bin', 'd.bin', '--marker', 'nope');
		expect({ status, stderr }).toEqual({ status: 1, stderr: 'handreel: marked2.bin: no marker nope; there are 2\n' });
	});
});
