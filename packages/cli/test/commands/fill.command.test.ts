import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { listGaps } from '@handreel/core/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'lost.bin': 'mrtk-2.8.3-lost' });
afterAll(() => scratch.remove());
const { run, path, json } = scratch;

describe('handreel fill', () => {
	const gaps = listGaps(readRecording(readFileSync(path('lost.bin'))));
	const lengths = gaps.map(({ start, end }) => end - start).sort((a, b) => a - b);

	it('fills every gap if all may be filled', () => {
		expect(gaps.length).toBeGreaterThan(1);
		const { stdout, status } = run('fill', 'lost.bin', 'all.bin', '--max-gap', String(Math.ceil(lengths.at(-1)!)));
		expect(status).toBe(0);
		expect(stdout).toContain(`${gaps.length} of ${gaps.length} gaps filled`);
		expect(listGaps(readRecording(readFileSync(path('all.bin'))))).toEqual([]);
	});

	it('leaves longer gaps', () => {
		const max = (lengths[0]! + lengths[1]!) / 2;
		const filled = lengths.filter((length) => length <= max).length;
		expect(filled).toBeGreaterThan(0);
		expect(filled).toBeLessThan(gaps.length);
		const [entry] = json('fill', 'lost.bin', 'short.bin', '--max-gap', String(max), '--json');
		expect(entry).toMatchObject({ gaps: gaps.length, filled });
		expect(listGaps(readRecording(readFileSync(path('short.bin'))))).toHaveLength(gaps.length - filled);
		expect(entry.list.filter(({ isFilled }: { isFilled: boolean }) => isFilled)).toHaveLength(filled);
		const { stdout } = run('fill', 'lost.bin', 'short.bin', '--max-gap', String(max), '--force');
		expect(stdout.match(/^ {2}(left|right) hand, [\d.]+ to [\d.]+ s \([\d.]+ s\): filled$/gm)).toHaveLength(filled);
		expect(stdout.match(/: not filled, too long$/gm)).toHaveLength(gaps.length - filled);
	});
});
