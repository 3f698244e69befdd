import { readFileSync } from 'node:fs';
import { evaluateCurve, type Recording } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
	'old.bin': 'mrtk-2.5.4-markers',
});
afterAll(() => scratch.remove());
const { run, path, edit, read } = scratch;

describe('edits of time and space', () => {
	it('shift, stretch and turn round', () => {
		const { duration } = read('full.bin');
		expect(edit('shift', 'full.bin', 'later.bin', '--by', '2').duration).toBeCloseTo(duration + 2, 4);
		expect(edit('stretch', 'full.bin', 'slow.bin', '--factor', '2').duration).toBeCloseTo(duration * 2, 4);
		const backwards = edit('stretch', 'full.bin', 'backwards.bin', '--backwards');
		const y = (recording: Recording, time: number): number => evaluateCurve(recording.head!.position.y, time);
		expect(y(backwards, 1)).toBeCloseTo(y(read('full.bin'), duration - 1), 4);
	});

	it('mirror twice restores the bytes', () => {
		run('mirror', 'full.bin', 'mirrored.bin');
		run('mirror', 'mirrored.bin', 'twice.bin');
		expect(readFileSync(path('twice.bin')).equals(readFileSync(path('full.bin')))).toBe(true);
		expect(readFileSync(path('mirrored.bin')).equals(readFileSync(path('full.bin')))).toBe(false);
	});

	it('move, turn and anchor', () => {
		const moved = edit('move', 'full.bin', 'moved.bin', '--by', '0,1,0');
		const { head } = read('full.bin');
		expect(evaluateCurve(moved.head!.position.y, 1)).toBeCloseTo(evaluateCurve(head!.position.y, 1) + 1, 5);
		const anchored = edit('anchor', 'full.bin', 'anchored.bin');
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
		const even = edit('resample', 'full.bin', 'even.bin', '--frame-rate', '10');
		expect(even.head!.position.x.count).toBe(51);
	});

	it('strip takes parts out', () => {
		const stripped = edit('strip', 'full.bin', 'stripped.bin', '--parts', 'head,gaze,left');
		expect(stripped.head).toBeNull();
		expect(stripped.gaze).toBeNull();
		expect(stripped.hands!.left.joints.palm.position.x.count).toBe(0);
		expect(stripped.hands!.right.joints.palm.position.x.count).toBeGreaterThan(0);
		expect(run('strip', 'full.bin', 'no.bin', '--parts', 'feet').status).toBe(2);
	});

	it('strip of a 1.0 file writes a layout that MRTK reads if nothing is lost', () => {
		const { stdout, stderr } = run('strip', 'old.bin', 'hands.bin', '--parts', 'head');
		expect(stderr).toBe('');
		expect(stdout).not.toContain('MRTK cannot read');
		expect(read('hands.bin').layout).toEqual({ version: '1.1', keys: 'simple', markers: true });
	});
});
