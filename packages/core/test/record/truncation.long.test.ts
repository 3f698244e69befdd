import { recoverJournal } from '@handreel/core/record';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import type { FrameGaps } from '../support/made-frames.ts';
import { SPARSE, sometimesSparse, writeFrames } from '../support/made-journals.ts';
import { createRandom } from '../support/random.ts';

const withoutLeft = (i: number): FrameGaps => (i % 2 === 0 ? SPARSE : { untracked: ['left'] });

describe('a truncated journal', () => {
	it('keeps every whole frame wherever it is cut', () => {
		const { bytes, ends } = writeFrames(6, withoutLeft);
		const wholes = Array.from({ length: 7 }, (_, count) => {
			const { recorder } = writeFrames(count, withoutLeft);
			return count === 0 ? null : describeModel(recorder.toRecording({ keepAllKeys: true }));
		});
		const wrong: string[] = [];
		for (let cut = 0; cut <= bytes.length; cut++) {
			const { recording, frameCount, isComplete, gaps, issues } = recoverJournal(bytes.subarray(0, cut));
			const count = ends.filter((end) => end <= cut).length;
			const codes = issues.map(({ code }) => code).join();
			if (frameCount !== count || isComplete || gaps.length > 0 || codes !== 'journal-cut')
				wrong.push(`${cut}: ${frameCount} of ${count} frames, ${gaps.length} gaps, ${codes}`);
			// Describing a recording is slow, and nothing changes between two frames.
			if (cut % 50 === 0 || ends.includes(cut)) expect(recording && describeModel(recording)).toEqual(wholes[count]);
		}
		expect(wrong).toEqual([]);
	});

	it('keeps every whole frame of many if it is cut at 2,000 places', () => {
		const { bytes, ends } = writeFrames(100, sometimesSparse);
		expect(bytes.length).toBeGreaterThan(90_000);
		const random = createRandom(11);
		const wrong: string[] = [];
		for (let i = 0; i < 2000; i++) {
			const cut = random.below(bytes.length);
			const { recording, frameCount, issues } = recoverJournal(bytes.subarray(0, cut));
			const count = ends.filter((end) => end <= cut).length;
			const duration = recording?.duration ?? 0;
			if (frameCount !== count || issues.length !== 1 || duration !== Math.max(0, count - 1) / 64)
				wrong.push(`${cut}: ${frameCount} of ${count} frames, ${duration} s, ${issues.length} issues`);
		}
		expect(wrong).toEqual([]);
	});
});
