import { readFileSync } from 'node:fs';
import { type Recording, readRecording } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, path } = scratch;

function read(name: string): Recording {
	return readRecording(readFileSync(path(name)));
}

function _edit(...args: string[]): Recording {
	const { stderr, status } = run(...args);
	expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
	return read(args.filter((arg) => arg.endsWith('.bin'))[1] ?? '');
}

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
