import { writeFileSync } from 'node:fs';
import { createCurve, createRecording, evaluateCurve, type Recording, writeRecording } from '@handreel/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, edit, read } = scratch;

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

	it('refuses a start before the recording, which would make it longer', () => {
		const { status, stderr } = run('trim', 'full.bin', 'longer.bin', '--start', '-5');
		expect(stderr).toBe('handreel: full.bin: --start: -5 s is before the start of the recording at 0 s\n');
		expect(status).toBe(1);
	});

	it('finds the start where keys are out of order', () => {
		const x = createCurve([0, 1, -0.5, 2, 1, 3]);
		writeFileSync(scratch.path('unsorted.bin'), writeRecording(createRecording({ head: { position: { x } } })));
		expect(edit('trim', 'unsorted.bin', 'sorted.bin', '--start', '-0.2').duration).toBeCloseTo(1.2, 5);
	});

	it('refuses a span that makes no sense, with exit code 2', () => {
		for (const args of [[], ['--start', '3', '--end', '2'], ['--start', 'soon']]) {
			const { status, stderr } = run('trim', 'full.bin', 'no.bin', ...args);
			expect(status, stderr).toBe(2);
		}
	});
});
