import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'marked.bin': 'mrtk-2.8.3-markers', 'five.bin': 'mrtk-2.8.3-full-5s' });
afterAll(() => scratch.remove());
const { run, json } = scratch;

describe('handreel anonymize', () => {
	it.each(['bin', 'reel', 'csv', 'handsbin'])('reports the body that the %s file has', (format) => {
		const file = `shared.${format}`;
		const [entry] = json('anonymize', 'marked.bin', file, '--json');
		const [{ head, hands }] = json('measure', file, '--json', '--no-problems');
		expect(entry.after.height).toBeCloseTo(head.height.median, 9);
		// The left hand has no joints.
		expect(entry.after.hand).toBeCloseTo(hands.right.size.length, 9);
	});

	it('says what was removed, and that markers were kept only where they were', () => {
		expect(run('anonymize', 'marked.bin', 'kept.reel', '--remove-gaze').stdout).toMatch(
			/removed: gaze\nmarker names were kept/,
		);
		const { stdout } = run('anonymize', 'marked.bin', 'without.handsbin');
		expect(stdout).toContain('removed: gaze');
		expect(stdout).not.toContain('marker names');
		expect(run('anonymize', 'five.bin', 'five.reel').stdout).toContain('head at 1.590 m instead of 1.627 m');
	});
});
