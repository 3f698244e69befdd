import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({ 'new.bin': 'mrtk-2.8.3-full-5s', 'old.bin': 'mrtk-2.6.0-full-5s' });
afterAll(() => scratch.remove());
const { run, path } = scratch;

describe('what could not be read of a file', () => {
	it.each([
		['sample', ['odd.csv', '--time', '0']],
		['diff', ['odd.csv', 'odd.csv']],
		['concat', ['odd.csv', 'odd.csv', 'joined.bin']],
		['markers', ['list', 'odd.csv']],
	])('is told by %s, too', (command, args) => {
		writeFileSync(path('odd.csv'), 'time_s,head_px_m,shade\n0,1,7\n1,2,7\n');
		const { status, stderr } = run(command, ...args);
		expect({ status, stderr }).toEqual({
			status: 0,
			stderr: expect.stringContaining('handreel: odd.csv: shade: unknown column, not read (unknown-column)\n'),
		});
	});
});
