import type { QueueStatus } from '@handreel/queue';
import { describe, expect, it } from 'vitest';
import { applyLook, PLAIN_LOOK } from '../../src/print/style.ts';
import { printStatus } from '../../src/queue/print-status.ts';

const style = applyLook(PLAIN_LOOK);
const empty: QueueStatus = {
	workers: 0,
	jobs: { waiting: 0, active: 0, done: 0, failed: 0 },
	batches: [],
	filesPerSecond: null,
	secondsLeft: 0,
	failures: [],
};
const batch = {
	command: 'check recordings/',
	version: '1',
	isFinished: false,
	files: 2000,
	done: 500,
	failed: 0,
	lost: [],
};

describe('printStatus', () => {
	it('reports that there is no work', () => {
		expect(printStatus('redis://host', empty, style)).toEqual([
			'redis://host  0 workers, 0 jobs waiting, 0 active',
			'no work',
		]);
	});

	it('shows progress, rate and time left', () => {
		const jobs = { waiting: 28, active: 2, done: 10, failed: 0 };
		const status = { ...empty, workers: 2, jobs, batches: [batch], filesPerSecond: 411.7, secondsLeft: 3.6 };
		expect(printStatus('redis://host', status, style)).toEqual([
			'redis://host  2 workers, 28 jobs waiting, 2 active',
			'check recordings/  500 of 2,000 files, 25.0%',
			'412 files/s, about 4 s left',
		]);
		expect(printStatus('', { ...status, filesPerSecond: 0.5, secondsLeft: 3000 }, style).at(-1)).toBe(
			'0.5 files/s, about 50 min left',
		);
		expect(printStatus('', { ...status, filesPerSecond: 1, secondsLeft: 9000 }, style).at(-1)).toMatch(/2\.5 h left$/);
		expect(printStatus('', { ...status, filesPerSecond: null, secondsLeft: null }, style)).toHaveLength(2);
	});

	it('names files that were set aside and jobs that failed, without control characters', () => {
		const lost = Array.from({ length: 22 }, (_, i) => `evil\u001b[2J-${i}.bin`);
		const failures = [{ job: 'abc-1', message: 'no space left', files: ['a.bin', 'b.bin'] }];
		const status = {
			...empty,
			jobs: { ...empty.jobs, failed: 1 },
			batches: [{ ...batch, isFinished: true, done: 2000, failed: 24, lost }],
			failures,
		};
		const lines = printStatus('redis://host', status, style);
		expect(lines.slice(0, 3)).toEqual([
			'redis://host  0 workers, 0 jobs waiting, 0 active, 1 failed',
			'check recordings/  2,000 files, finished, 24 failed',
			'  set aside: evil\\u001b[2J-0.bin',
		]);
		expect(lines.at(-2)).toBe('  and 2 more files set aside');
		expect(lines.at(-1)).toBe('job abc-1 failed (2 files, from a.bin): no space left');
	});
});
