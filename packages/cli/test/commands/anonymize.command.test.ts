import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'marked.bin': 'mrtk-2.8.3-markers', 'five.bin': 'mrtk-2.8.3-full-5s' });
afterAll(() => scratch.remove());
const { run, json } = scratch;

describe('handreel anonymize', () => {
	it('reports the body that the written file has', () => {
		const files = ['bin', 'reel', 'csv', 'handsbin'].map((format) => `shared.${format}`);
		const entries = files.map((file) => json('anonymize', 'marked.bin', file, '--json')[0]);
		const measured = json('measure', ...files, '--json', '--no-problems');
		for (const [i, file] of files.entries()) {
			const { head, hands } = measured[i];
			expect(entries[i].after.height, file).toBeCloseTo(head.height.median, 9);
			// The left hand has no joints.
			expect(entries[i].after.hand, file).toBeCloseTo(hands.right.size.length, 9);
		}
	});

	it('reports what was removed, and that markers were kept only where they were', () => {
		expect(run('anonymize', 'marked.bin', 'kept.reel', '--remove-gaze').stdout).toMatch(
			/removed: gaze\nmarker names were kept/,
		);
		const { stdout } = run('anonymize', 'marked.bin', 'without.handsbin');
		expect(stdout).toContain('removed: gaze');
		expect(stdout).not.toContain('marker names');
		expect(run('anonymize', 'five.bin', 'five.reel').stdout).toContain('head at 1.590 m instead of 1.627 m');
	});
});
