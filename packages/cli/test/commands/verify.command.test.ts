import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createCurve, createRecording, readRecording, summarizeRecording, writeRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratch, MAIN, recorded } from '../support/run-handreel.ts';

const scratch = createScratch();
const reel = scratch.path('take.reel');
const bin = recorded('mrtk-2.8.3-n100');

const ALIGNED_HEAD = 16;

// Counts the bytes that are read of one file.
const COUNT_READS = `
const fs = require('node:fs');
const { openSync, readSync, readFileSync } = fs;
const path = process.env.COUNTED;
const open = new Set();
let bytes = 0;
fs.openSync = (name, ...rest) => {
	const fd = openSync(name, ...rest);
	if (name === path) open.add(fd);
	else open.delete(fd);
	return fd;
};
fs.readSync = (fd, ...rest) => {
	const count = readSync(fd, ...rest);
	if (open.has(fd)) bytes += count;
	return count;
};
fs.readFileSync = (name, ...rest) => {
	const content = readFileSync(name, ...rest);
	if (name === path || open.has(name)) bytes += content.length;
	return content;
};
process.on('exit', () => process.stderr.write('read ' + bytes));
`;

afterAll(() => scratch.remove());
beforeAll(() => writeFileSync(reel, encodeReel(readRecording(readFileSync(bin)))));

describe('handreel info of a reel', () => {
	it('reads the file once', () => {
		const preload = scratch.path('count-reads.cjs');
		writeFileSync(preload, COUNT_READS);
		const { stderr, status } = spawnSync(process.execPath, ['--require', preload, MAIN, 'info', reel], {
			encoding: 'utf8',
			env: { ...process.env, COUNTED: reel },
		});
		expect(status).toBe(0);
		// The first bytes of a file, which are read twice, tell where to place it so that keys are aligned.
		expect(Number(stderr.replace('read ', '')) - statSync(reel).size).toBe(ALIGNED_HEAD);
	});

	it('describes the recording, not a .bin file', () => {
		const { stdout, status } = scratch.run('info', reel, '--json');
		expect(status).toBe(0);
		const [entry] = JSON.parse(stdout);
		const summary = JSON.parse(JSON.stringify(summarizeRecording(readRecording(readFileSync(bin)))));
		expect(entry).toMatchObject({ file: reel, format: 'reel', fileSize: statSync(reel).size, ...summary });
		expect(entry).not.toHaveProperty('size');
		expect(scratch.run('info', reel).stdout).toMatch(/^ {2}Format +reel$/m);
	});

	it('counts the keys of controllers', () => {
		const path = scratch.path('controllers.reel');
		const tracked = createCurve([0, 1, 2, 1], { kind: 'boolean' });
		writeFileSync(path, encodeReel(createRecording({ controllers: { left: { tracked } } })));
		const { stdout } = scratch.run('info', path);
		expect(stdout).toMatch(/^ {2}controllers and tracks +2 +100\.0%$/m);
		expect(stdout).toMatch(/^ {2}all +\d+ +2 +100\.0%$/m);
	});
});

describe('--verify', () => {
	it('reads files back and finds them equal', () => {
		for (const name of ['same.bin', 'same.reel', 'same.json', 'same.glb']) {
			const { stdout, stderr, status } = scratch.run('convert', bin, scratch.path(name), '--verify');
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
			expect(stdout).toContain(', verified');
		}
	});

	it('stays within the tolerances of a reel', () => {
		const { stdout, status } = scratch.run('convert', bin, scratch.path('small.reel'), '--mm', '2', '--verify');
		expect(status).toBe(0);
		expect(stdout).toContain(', verified');
	});

	it('ends with 1 and reports what differs', () => {
		const pinched = scratch.path('pinched.bin');
		const original = createRecording({
			head: { position: { x: createCurve([0, 0, 0.35, 1, 1, 0]) } },
			markers: [{ time: 0.5, name: 'half' }],
		});
		writeFileSync(pinched, writeRecording(original));
		const args = ['convert', pinched, scratch.path('few.csv'), '--frame-rate', '2', '--verify', '--quiet'];
		const { stderr, status } = scratch.run(...args);
		expect(status).toBe(1);
		expect(stderr).toMatch(/few\.csv: differs from what was written: .*such as head\.position by/);
		const [entry] = JSON.parse(scratch.run(...args.slice(0, -1), '--force', '--json').stdout);
		expect(entry.written[0].differences.length).toBeGreaterThan(0);
	});

	it('is the only reason to decode what was written', () => {
		const [entry] = scratch.json('convert', bin, scratch.path('plain.reel'), '--json');
		const { duration, keys } = summarizeRecording(readRecording(readFileSync(bin)));
		expect(entry.written[0]).toMatchObject({ seconds: duration, keys });
		expect(entry.written[0]).not.toHaveProperty('differences');
	});
});
