import { readFileSync, writeFileSync } from 'node:fs';
import { decodeRecording } from '@handreel/convert';
import { iterateCurves, type Recording } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'curved.bin': 'mrtk-2.5.4-tangents',
});
writeFileSync(scratch.path('old.bin'), readStart('doc-1.0-nomarkers', 1));
afterAll(() => scratch.remove());
const { run, path, json, read } = scratch;

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

	it.each([
		['curved.bin', 'curved-simple.bin', ['--layout', 'mrtk-1.1']],
		['old.bin', 'old-simple.bin', ['--layout', 'mrtk-1.1']],
		['old.bin', 'old.csv', []],
		['old.bin', 'old.parquet', []],
		['full.bin', 'full.glb', []],
	])('measures what it writes: %s to %s', async (input, output, options) => {
		const [entry] = json('optimize', input, output, ...options, '--json');
		const bytes = readFileSync(path(output));
		const { recording } = await decodeRecording(bytes);
		const comparison = compareRecordings(read(input), recording);
		const { position, rotation } = comparison;
		expect(entry.largestMillimeters).toBeCloseTo(position!.max * 1000, 6);
		expect(entry.beyondTolerance).toEqual(listExcesses(comparison).map(({ path }) => path));
		// The weights of the curved file are extreme, so that straight lines cannot follow it.
		if (input !== 'curved.bin') expect(entry.beyondTolerance).toEqual([]);
		expect(entry.largestDegrees).toBeCloseTo(rotation!.max, 6);
		expect(entry.after).toEqual({ keys: countKeys(recording), bytes: bytes.length });
		expect(entry.before.bytes).toBe(readFileSync(path(input)).length);
		expect(entry.written[0]).toMatchObject({ keys: entry.after.keys, bytes: bytes.length });
	});

	it('writes reels within the tolerance, without removing keys', () => {
		const [entry] = json('optimize', 'old.bin', 'small.reel', '--json');
		expect(entry.beyondTolerance).toEqual([]);
		expect(entry.after.keys).toBe(entry.before.keys);
		expect(entry.after.bytes).toBeLessThan(entry.before.bytes / 2);
		const { status, stderr } = run('optimize', 'old.bin', 'no.reel', '--keys', 'simple');
		expect(status).toBe(2);
		expect(stderr).toContain('--keys works with bin, json, csv, glb, gltf, ');
	});

	it('refuses keys that the layout cannot hold', () => {
		const { status, stderr } = run('optimize', 'old.bin', 'no.bin', '--keys', 'full', '--layout', 'mrtk-1.1');
		expect(status).toBe(2);
		expect(stderr).toContain('--keys full does not fit --layout mrtk-1.1');
	});

	it('reports no deviation of a format that cannot be read', () => {
		const { stdout, status } = run('optimize', 'old.bin', 'old.npz');
		expect(status).toBe(0);
		expect(stdout).toContain(`→ ${readFileSync(path('old.npz')).length.toLocaleString('en-US')} bytes`);
		expect(stdout).toContain('this format cannot be read, so the deviation of the file is unknown');
		expect(stdout).not.toMatch(/largest deviation|→ [\d,]+ keys/);
	});
});

function countKeys(recording: Recording): number {
	return [...iterateCurves(recording)].reduce((sum, [, { count }]) => sum + count, 0);
}
