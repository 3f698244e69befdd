import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, type Outcome, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'small.bin': 'mrtk-2.8.3-n100',
	'weighted.bin': 'mrtk-2.5.4-tangents',
});
afterAll(() => scratch.remove());
const { run, runWith, path, json } = scratch;

describe('handreel convert', () => {
	it('to JSON and back gives the bytes of every recorded file', () => {
		const names = readdirSync(join(root, 'fixtures', 'recorded')).filter(
			(name) => name.endsWith('.bin') && !name.includes('0bytes'),
		);
		expect(
			run('convert', ...names.map((name) => recorded(name.slice(0, -4))), 'json/', '--to', 'json', '--quiet').status,
		).toBe(0);
		expect(run('convert', 'json', 'back', '--quiet').status).toBe(0);
		for (const name of names) {
			expect(readFileSync(path('back', name)).equals(readFileSync(recorded(name.slice(0, -4)))), name).toBe(true);
		}
	});

	it('writes a table and reads it', () => {
		expect(run('convert', 'full.bin', 'full.csv', '--frame-rate', '60').status).toBe(0);
		expect(run('convert', 'full.csv', 'from-csv.bin').status).toBe(0);
		const { position } = compareRecordings(read('full.bin'), read('from-csv.bin'));
		expect(position?.max).toBeLessThan(0.005);
	});

	it('writes glTF in both forms, with hand meshes if asked, and reads it', () => {
		for (const args of [['full.glb'], ['full.gltf'], ['meshes.glb', '--meshes']]) {
			expect(run('convert', 'full.bin', ...args), args[0]).toMatchObject({ status: 0 });
		}
		expect(readFileSync(path('full.glb')).subarray(0, 4).toString()).toBe('glTF');
		expect(readFileSync(path('meshes.glb')).length).toBeGreaterThan(readFileSync(path('full.glb')).length + 100_000);
		for (const name of ['full.glb', 'full.gltf', 'meshes.glb']) {
			expect(run('convert', name, `${name}.bin`), name).toMatchObject({ status: 0 });
			const { position } = compareRecordings(read('full.bin'), read(`${name}.bin`));
			expect(position?.max, name).toBeLessThan(1e-5);
		}
	});

	it('prints what a format or layout cannot hold', () => {
		const { stderr, status } = run('convert', 'weighted.bin', 'simple.bin', '--layout', 'mrtk-1.1');
		expect(status).toBe(0);
		expect(stderr).toMatch(/simple\.bin: not kept: .*tangents.*\(tangents-lost\)/);
		const [entry] = json('convert', 'weighted.bin', 'weighted.csv', '--json');
		expect(entry.written[0].issues.length).toBeGreaterThan(0);
	});

	it('prints a line per kind of loss, with a count and one example, and nothing with --quiet', () => {
		const args = ['convert', 'weighted.bin', 'simple.bin', '--layout', 'mrtk-1.1', '--force'];
		const { stderr } = run(...args);
		expect(stderr.trim().split('\n')).toHaveLength(1);
		expect(stderr).toMatch(/simple\.bin: not kept: .*; [\d,]+ places in all \(tangents-lost\)/);
		expect(run(...args, '--quiet').stderr).toBe('');
		const tables = run('convert', 'small.bin', 'full.bin', 'tables/', '--to', 'csv').stderr;
		expect(tables).toContain('handreel: tables/small.csv and 1 more file: not kept: ');
	});

	it('does not report rotations that are normalized within rounding', () => {
		for (const output of ['rounded.csv', 'rounded.glb']) {
			const [entry] = json('convert', 'full.bin', output, '--json');
			const codes = entry.written[0].issues.map(({ code }: { code: string }) => code);
			expect(codes).not.toContain('values-lost');
		}
	});

	it('mentions known faults once, with the command that repairs them, as info and sample do', () => {
		const old = recorded('mrtk-2.6.0-full-5s');
		const mention = /W of rotations is missing.*'handreel repair' restores it \(rotation-w-lost\)/g;
		expect(run('convert', old, 'old.json').stderr.match(mention)).toHaveLength(1);
		expect(run('convert', 'old.json', 'old.glb').stderr.match(mention)).toHaveLength(1);
		expect(run('sample', old, '--time', '1').stderr.match(mention)).toHaveLength(1);
		expect(run('info', old).stdout.match(mention)).toHaveLength(1);
		expect(run('convert', 'small.bin', 'fine.json').stderr).not.toMatch(mention);
	});

	it('reports the keys of the result', () => {
		for (const output of ['counted.csv', 'counted.glb', 'counted.json']) {
			const [entry] = json('convert', 'full.bin', output, '--json');
			const [info] = json('info', output, '--json');
			expect(entry.written[0].keys, output).toBe(info.keys);
		}
	});

	it('writes files that info, check, repair and sample read as well, also from standard input', () => {
		const [bin] = json('info', 'small.bin', '--json');
		for (const format of ['json', 'csv', 'glb', 'gltf']) {
			const { bytes } = run('convert', 'small.bin', '-', '--to', format);
			const pipe = (...args: string[]): Outcome => runWith({ input: bytes }, ...args);
			const [entry] = JSON.parse(pipe('info', '-', '--json').stdout);
			expect(entry).toMatchObject({ format, fileSize: bytes.length, duration: bin.duration, layout: 'mrtk-1.1' });
			expect(pipe('info', '-').stdout).toContain(`Read from   ${format}, `);
			expect(pipe('check', '-', '--strict'), format).toMatchObject({ status: 0 });
			expect(pipe('repair', '-', `repaired-${format}.bin`).stdout).toContain('no problems found');
			expect(JSON.parse(pipe('sample', '-', '--time', '1').stdout)).toHaveLength(1);
		}
	});

	it('tells what is wrong with a file that is none of its formats', () => {
		const { stderr, status } = run('convert', join(root, 'package.json'), 'no.bin');
		expect(status).toBe(1);
		expect(stderr).toMatch(/package\.json: /);
	});
});

function read(name: string): ReturnType<typeof readRecording> {
	return readRecording(readFileSync(path(name)));
}
