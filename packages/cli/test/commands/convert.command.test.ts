import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateCurve, writeRecording } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, type Outcome, recorded } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch({
	'small.bin': 'mrtk-2.8.3-n033',
	'weighted.bin': 'mrtk-2.5.4-tangents',
});
writeFileSync(scratch.path('full.bin'), readStart('mrtk-2.8.3-full-5s', 1));
afterAll(() => scratch.remove());
const { run, runWith, path, json, read } = scratch;

// What the command reports about a conversion of full.bin, which several tests look at.
const entries = new Map<string, { written: { keys: number; issues: { code: string }[] }[] }>();
function convertFull(output: string): { written: { keys: number; issues: { code: string }[] }[] } {
	const entry = entries.get(output) ?? json('convert', 'full.bin', output, '--json')[0];
	entries.set(output, entry);
	return entry;
}

describe('handreel convert', () => {
	it('to a reel and back restores the bytes of recorded files', () => {
		const names = ['mrtk-2.8.3-n033', 'mrtk-2.5.4-tangents', 'mrtk-2.8.3-lost'];
		expect(run('convert', ...names.map(recorded), 'reels/', '--to', 'reel', '--quiet').status).toBe(0);
		expect(run('convert', 'reels', 'from-reels', '--quiet').status).toBe(0);
		for (const name of names) {
			expect(readFileSync(path('from-reels', `${name}.bin`)).equals(readFileSync(recorded(name))), name).toBe(true);
		}
	});

	it('makes reels smaller within a tolerance', () => {
		expect(run('convert', 'small.bin', 'lossless.reel').status).toBe(0);
		expect(run('convert', 'small.bin', 'bounded.reel', '--mm', '1').status).toBe(0);
		expect(readFileSync(path('bounded.reel')).length).toBeLessThan(readFileSync(path('lossless.reel')).length / 2);
		const refused = run('convert', 'small.bin', 'small.json', '--mm', '1');
		expect(refused.status).toBe(2);
		expect(refused.stderr).toContain('--mm works with reel');
		expect(run('convert', 'small.bin', 'same.reel', '--tolerance', '1mm').status).toBe(0);
		expect(readFileSync(path('same.reel')).equals(readFileSync(path('bounded.reel')))).toBe(true);
		const other = run('convert', 'small.bin', 'small.json', '--tolerance', '1mm,0.2deg');
		expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('--tolerance works with reel')]);
	});

	it('to JSON and back restores the bytes of recorded files', () => {
		// A file per layout, and files without content. The tests of the format convert all files.
		const names = [
			...['mrtk-2.5.4-tangents', 'mrtk-2.5.4-empty', 'mrtk-2.8.3-n020', 'mrtk-2.8.3-markers', 'mrtk-2.8.3-nothing'],
			...['doc-1.0-nomarkers', 'doc-1.1-28byte-camera', 'doc-1.1-8byte'],
		];
		expect(run('convert', ...names.map(recorded), 'json/', '--to', 'json', '--quiet').status).toBe(0);
		expect(run('convert', 'json', 'back', '--quiet').status).toBe(0);
		for (const name of names) {
			expect(readFileSync(path('back', `${name}.bin`)).equals(readFileSync(recorded(name))), name).toBe(true);
		}
	});

	it('writes a table and reads it', () => {
		expect(run('convert', 'full.bin', 'full.csv', '--frame-rate', '60').status).toBe(0);
		expect(run('convert', 'full.csv', 'from-csv.bin').status).toBe(0);
		const { position } = compareRecordings(read('full.bin'), read('from-csv.bin'));
		expect(position?.max).toBeLessThan(0.005);
	});

	it('writes stored components with --raw, neither normalized nor sign-aligned', () => {
		const recording = read('small.bin');
		const { head } = recording;
		if (head === null) throw new Error('the fixture has a head');
		// Every second key has the other sign, and no key has unit length.
		for (const curve of Object.values(head.rotation)) {
			for (let i = 0; i < curve.count; i++) curve.floats[curve.start + i * curve.stride + 1]! *= i % 2 === 0 ? 2 : -2;
		}
		writeFileSync(path('odd.bin'), writeRecording(recording));
		expect(run('convert', 'odd.bin', 'odd.csv', '--raw')).toMatchObject({ status: 0 });
		const [heading = '', ...rows] = readFileSync(path('odd.csv'), 'utf8').trim().split('\n');
		const column = heading.split(',').indexOf('head_qw');
		const table = new Map(rows.map((row) => [Math.fround(Number(row.split(',')[0])), Number(row.split(',')[column])]));
		const { w } = head.rotation;
		expect(w.count).toBeGreaterThan(1);
		for (let i = 0; i < w.count; i++) {
			const at = w.start + i * w.stride;
			expect(Math.fround(table.get(w.floats[at]!) ?? 0)).toBe(w.floats[at + 1]);
		}
		expect(run('convert', 'odd.bin', 'odd.json', '--raw')).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('--raw works with csv, parquet and npz only'),
		});
	});

	it('writes glTF in both forms, with hand meshes if asked, and reads it', () => {
		convertFull('full.glb');
		for (const args of [['full.gltf'], ['meshes.glb', '--meshes']]) {
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

	it('prints what a format or layout cannot hold: a line per kind of loss, and nothing with --quiet', () => {
		const args = ['convert', 'weighted.bin', 'simple.bin', '--layout', 'mrtk-1.1', '--force'];
		const { stderr, status } = run(...args);
		expect(status).toBe(0);
		expect(stderr).toMatch(/simple\.bin: not kept: .*tangents.*\(tangents-lost\)/);
		const [entry] = json('convert', 'weighted.bin', 'weighted.csv', '--json');
		expect(entry.written[0].issues.length).toBeGreaterThan(0);
		// A line per kind of loss, with a count and one example, and nothing with --quiet.
		expect(stderr.trim().split('\n')).toHaveLength(1);
		expect(stderr).toMatch(/simple\.bin: not kept: .*; [\d,]+ places in all \(tangents-lost\)/);
		expect(run(...args, '--quiet').stderr).toBe('');
		const tables = run('convert', 'small.bin', 'full.bin', 'tables/', '--to', 'csv').stderr;
		expect(tables).toContain(`handreel: ${join('tables', 'small.csv')} and 1 more file: not kept: `);
	});

	it('does not report rotations that are normalized within rounding', () => {
		for (const output of ['full-2.csv', 'full.glb']) {
			const codes = convertFull(output).written[0]?.issues.map(({ code }) => code);
			expect(codes).not.toContain('values-lost');
		}
	});

	it('mentions known faults once, with the command that repairs them, as info and sample do', () => {
		const old = 'old.bin';
		writeFileSync(path(old), readStart('mrtk-2.6.0-full-5s', 1));
		const mention = /W of rotations is missing.*'handreel repair' restores it \(rotation-w-lost\)/g;
		expect(run('convert', old, 'old.json').stderr.match(mention)).toHaveLength(1);
		expect(run('convert', 'old.json', 'old.glb').stderr.match(mention)).toHaveLength(1);
		expect(run('sample', old, '--time', '1').stderr.match(mention)).toHaveLength(1);
		expect(run('info', old).stdout.match(mention)).toHaveLength(1);
		expect(run('convert', 'small.bin', 'fine.json').stderr).not.toMatch(mention);
	});

	it('reports the keys of the recording that it wrote', () => {
		const outputs = ['full-2.csv', 'full.glb', 'full.json'];
		const counts = outputs.map((output) => convertFull(output).written[0]?.keys);
		const [{ keys }] = json('info', 'full.bin', '--json');
		expect(counts).toEqual([keys, keys, keys]);
	});

	it('writes files that info, check, repair and sample read as well, also from standard input', () => {
		const [bin] = json('info', 'small.bin', '--json');
		for (const [i, format] of ['json', 'csv', 'glb', 'gltf'].entries()) {
			const { bytes } = run('convert', 'small.bin', '-', '--to', format);
			const pipe = (...args: string[]): Outcome => runWith({ input: bytes }, ...args);
			const [entry] = JSON.parse(pipe('info', '-', '--json').stdout);
			// Tables have no place for the layout of an MRTK file.
			const layout = format === 'csv' ? null : 'mrtk-1.1';
			expect(entry).toMatchObject({ format, fileSize: bytes.length, duration: bin.duration, layout });
			// All commands read all formats with the same function, so each of the others gets two of the formats.
			if (i % 2 === 0) {
				expect(pipe('info', '-').stdout).toContain(`Format      ${format}\n`);
				expect(pipe('repair', '-', `repaired-${format}.bin`).stdout).toContain('no problems found');
			} else {
				expect(pipe('check', '-', '--strict'), format).toMatchObject({ status: 0 });
				expect(JSON.parse(pipe('sample', '-', '--time', '1').stdout)).toHaveLength(1);
			}
		}
	});

	it('upgrades captures of Unity XR Hands, and keeps their bytes', () => {
		expect(run('convert', 'full.bin', 'one.handsbin', '--layout', 'handsbin-1')).toMatchObject({ status: 0 });
		expect(run('convert', 'one.handsbin', 'two.handsbin', '--layout', 'handsbin-2')).toMatchObject({
			status: 0,
			stderr: '',
		});
		expect(run('convert', 'two.handsbin', 'same.handsbin')).toMatchObject({ status: 0, stderr: '' });
		expect([...readFileSync(path('one.handsbin')).subarray(0, 4)]).toEqual([1, 0, 0, 0]);
		expect(readFileSync(path('two.handsbin')).equals(readFileSync(path('same.handsbin')))).toBe(true);
		expect(run('check', 'two.handsbin').stdout).toContain('(late-stamps)');
		const wrong = run('convert', 'full.bin', 'wrong.handsbin', '--layout', 'mrtk-1.1');
		expect(wrong).toMatchObject({ status: 2 });
		expect(wrong.stderr).toContain('mrtk-1.1 is not a layout of handsbin; use one of handsbin-1, handsbin-2');
	});

	it('writes captures for IWER, skeletons and clips', () => {
		expect(run('convert', 'small.bin', 'small.iwer.json')).toMatchObject({ status: 0 });
		expect(run('info', 'small.iwer.json').stdout).toContain('Format      iwer\n');
		const bvh = run('convert', 'small.bin', 'small.bvh', '--frame-rate', '30');
		expect(bvh).toMatchObject({ status: 0 });
		expect(bvh.stderr).toMatch(/joints deviate by up to [\d.]+ mm/);
		expect(run('convert', 'small.bin', 'exact.bvh', '--exact', 'three').stderr).not.toContain('deviate');
		const clip = run('convert', 'small.bin', 'small.anim');
		expect(clip).toMatchObject({ status: 0 });
		const [{ keys, duration }] = json('info', 'small.bin', '--json');
		const [npz] = json('convert', 'small.bin', 'small.npz', '--json');
		expect(npz.written[0]).toMatchObject({ seconds: duration, keys });
		expect(readFileSync(path('small.anim'), 'utf8')).toMatch(/^%YAML 1.1\n/);
		expect(run('info', 'small.anim').stderr).toContain('Unity clip, which is written but not read');
		expect(run('convert', 'small.bin', 'captures/', '--to', 'iwer')).toMatchObject({ status: 0 });
		expect(run('convert', 'captures', 'from-captures/').status).toBe(0);
		expect(readdirSync(path('from-captures'))).toEqual(['small.bin']);
	});

	it('takes maps and paths from JSON files', () => {
		writeFileSync(path('map.json'), '{"joints":{"left_wrist":"right_wrist"}}');
		expect(run('convert', 'small.bin', 'source.bvh')).toMatchObject({ status: 0 });
		expect(run('convert', 'source.bvh', 'mapped.bin', '--map', 'map.json')).toMatchObject({ status: 0 });
		expect(read('mapped.bin').hands?.right.joints.wrist.position.x.count).toBeGreaterThan(10);
		writeFileSync(path('paths.json'), '{"head":"Main Camera"}');
		expect(run('convert', 'small.bin', 'paths.anim', '--paths', 'paths.json')).toMatchObject({ status: 0 });
		expect(readFileSync(path('paths.anim'), 'utf8')).toContain('path: Main Camera\n');
		writeFileSync(path('list.json'), '[]');
		expect(run('convert', 'source.bvh', 'no.bin', '--map', 'list.json')).toMatchObject({ status: 2 });
		expect(run('convert', 'source.bvh', 'no.bin', '--map', 'missing.json').stderr).toContain('Cannot read it');
	});

	it('reports what is wrong with a file that is none of its formats', () => {
		const { stderr, status } = run('convert', join(root, 'package.json'), 'no.bin');
		expect(status).toBe(1);
		expect(stderr).toMatch(/package\.json: /);
	});

	it('reads the table of another program with a map, which the error suggests', () => {
		writeFileSync(path('logger.csv'), 'ms,wrist_x,wrist_y,wrist_z\n0,100,1500,300\n11,101,1500,302\n');
		const { status, stderr } = run('convert', 'logger.csv', 'logger.reel');
		expect(status).toBe(1);
		const map = JSON.parse(stderr.slice(stderr.indexOf('{'), stderr.lastIndexOf('}') + 1));
		expect(map.columns.wrist_x).toBe('right_wrist.x');
		writeFileSync(
			path('map.json'),
			JSON.stringify({ columns: map.columns, time: { column: 'ms', unit: 'ms' }, unit: 'mm' }),
		);
		expect(run('convert', 'logger.csv', 'logger.bin', '--map', 'map.json').status).toBe(0);
		const { y } = read('logger.bin').hands!.right.joints.wrist.position;
		expect([y.count, evaluateCurve(y, 0)]).toEqual([2, 1.5]);
	});
});
