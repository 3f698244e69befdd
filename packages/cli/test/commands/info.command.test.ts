import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type ByteView,
	createCurve,
	createRecording,
	readRecording,
	summarizeBytes,
	writeRecording,
} from '@handreel/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { isPosix } from '../support/run-handreel.ts';

const main = join(root, 'packages', 'cli', 'dist', 'main.cjs');
const recorded = join(root, 'fixtures', 'recorded');
const scratch = mkdtempSync(join(tmpdir(), 'handreel-cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SUMMARIZED = ['mrtk-2.5.4-tangents', 'mrtk-2.8.3-lost', 'doc-1.1-28byte', 'mrtk-2.8.3-nothing'];
const odd = join(scratch, 'two words ✋.bin');
const unsorted = join(root, 'fixtures', 'generated', 'unsorted.bin');
const untimed = join(scratch, 'nan.bin');
const few = join(recorded, 'doc-1.1-28byte-camera.bin');

// What a single call reports about all files that several tests look at.
let entries: Map<string, ReturnType<typeof json>[number]>;
beforeAll(() => {
	const keys = [5, 0, Number.NaN, 1, 1, 1, 3, 0, Number.NaN, 0, 0, 1];
	const tracked = createCurve(keys, { kind: 'boolean' });
	writeFileSync(untimed, writeRecording(createRecording({ hands: { left: { tracked } } })));
	writeFileSync(odd, writeRecording(createRecording({})));
	const files = [...SUMMARIZED.map((name) => join(recorded, `${name}.bin`)), odd, unsorted, untimed, few];
	entries = new Map(json('info', ...files, '--json').map((entry) => [entry.file, entry]));
	expect([...entries.keys()]).toEqual(files);
});

describe('handreel info', () => {
	it('prints layout, releases, sections, duration, rate, hands, markers and size as plain text', () => {
		const { stdout, stderr, status } = handreel('info', join(recorded, 'mrtk-2.8.3-full-5s.bin'));
		expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		expect(stdout).not.toContain('\u001b');
		expect(stdout.replaceAll(root, '')).toMatchInlineSnapshot(`
			"/fixtures/recorded/mrtk-2.8.3-full-5s.bin

			  Format      input animation 1.1, layout mrtk-1.1 (8-byte keys, marker list)
			  Layout of   MRTK 2.6.0 – 2.8.3
			  Size        361,475 bytes (361 kB)
			  Duration    4.933 s
			  Frame rate  about 60 Hz (estimated from key times)

			  Section     Curves  With keys    Keys    Bytes   Share
			  head             7          7     434    3,556    1.0%
			  left hand      191        184  21,947  177,868   49.2%
			  right hand     191        184  21,944  177,844   49.2%
			  eye gaze         6          6     264    2,184    0.6%
			  all            395             44,589  361,475  100.0%

			  Left hand   26 joints with keys
			              tracked  4.933 s in 1 span: 0.00–4.93
			              pinching 0.767 s in 1 span: 0.82–1.58
			  Right hand  26 joints with keys
			              tracked  4.933 s in 1 span: 0.00–4.93
			              pinching 1.600 s in 3 spans: 2.00–3.00, 3.58–3.68, 4.00–4.50

			  Markers     none
			"
		`);
	});

	it('counts joint `none` if it has keys', () => {
		const { stdout } = handreel('info', join(recorded, 'mrtk-2.8.3-none-joint.bin'));
		expect(stdout).toContain('Left hand   27 joints with keys');
	});

	it('shows marker names without letting them control the terminal', () => {
		const { stdout } = handreel('info', join(recorded, 'mrtk-2.8.3-markers.bin'));
		expect(stdout).toContain('Größe – 手 ✋ 👋🏽');
		expect(stdout).toContain('line 1\\nline 2\\ttab "quote" \\ \\u0000 after NUL');
		expect(stdout).toContain('… (6,000 characters)');
	});

	it('agrees with what reading the whole file reports', () => {
		for (const name of SUMMARIZED) {
			const path = join(recorded, `${name}.bin`);
			const recording = readRecording(readFileSync(path));
			const entry = entries.get(path);
			expect(entry).toMatchObject({ file: path, duration: recording.duration, size: readFileSync(path).length });
			expect(entry.head === null).toBe(recording.head === null);
			expect(entry.markers).toEqual(recording.markers);
		}
	});

	it('finds the longest time even when keys are out of order', () => {
		expect(entries.get(unsorted)).toMatchObject({ duration: 3 });
	});

	it('ignores states at times that are not numbers', () => {
		expect(entries.get(untimed).hands.left.tracked).toEqual([{ start: 0, end: 3 }]);
	});

	it('does not guess a frame rate from too few keys', () => {
		expect(entries.get(few).frameRate).toBeNull();
	});

	it('reports when hands were tracked and pinching', () => {
		const entry = entries.get(join(recorded, 'mrtk-2.8.3-lost.bin'));
		expect(entry.hands.left.tracked).toHaveLength(4);
		const [, second] = entry.hands.left.tracked;
		expect(second.end - second.start).toBeCloseTo(0.05, 2);
		expect(entry.hands.right).toMatchObject({ tracked: [], pinching: [], joints: 0 });
	});

	it('lists what every byte is, without gaps', () => {
		const path = join(recorded, 'mrtk-2.8.3-markers.bin');
		const [entry] = json('info', path, '--json', '--bytes');
		let end = 0;
		for (const span of entry.spans) {
			expect(span.byteOffset).toBe(end);
			end += span.byteLength;
		}
		expect(end).toBe(entry.size);
		const { stdout } = handreel('info', path, '--bytes');
		expect(stdout).toMatch(/ 19 +31 +12 +curve header +head\.position\.x +wrap modes 8, 8/);
	});

	it('continues after a file that it cannot read and ends with 1', () => {
		const good = join(recorded, 'mrtk-2.8.3-nothing.bin');
		const empty = mkdtempSync(join(scratch, 'empty-'));
		const { stdout, stderr, status } = handreel(
			'info',
			join(recorded, 'mrtk-2.8.3-0bytes.bin'),
			'no-such.bin',
			empty,
			good,
		);
		expect(status).toBe(1);
		expect(stdout).toContain('23 bytes');
		expect(stderr).toContain('the file is empty: 0 bytes (empty-file)');
		expect(stderr).toContain('no-such.bin: no such file or folder');
		expect(stderr).toContain('this folder contains no recordings');
	});

	it('reports errors as JSON too', () => {
		const entries = json('info', join(root, 'fixtures', 'broken', 'truncated.bin'), 'no-such.bin', '--json');
		expect(entries[0].error).toMatchObject({ code: 'truncated', path: 'head.position.x', byteOffset: 31 });
		expect(entries[1].error).toMatchObject({ code: 'ENOENT' });
	});

	it('looks into a large file', () => {
		// Half a gigabyte of zeros that takes no space: a sparse file whose last curve claims them all.
		const path = join(scratch, 'large.bin');
		const small = writeRecording(
			createRecording({ layout: 'documented-1.1', head: { position: { x: createCurve([0, 1, 2, 3]) } } }),
		);
		const keys = 20_000_000;
		new DataView(small.buffer, small.length - 12).setInt32(8, keys, true);
		const fd = openSync(path, 'w');
		writeSync(fd, small);
		writeSync(fd, new Uint8Array([0]), 0, 1, small.length + keys * 28 - 1);
		closeSync(fd);
		const [entry] = json('info', path, '--json');
		expect(entry).toMatchObject({
			size: small.length + keys * 28,
			keys: keys + 2,
			durationFrom: 'first and last keys',
		});
		expect(entry.duration).toBe(2);
	});

	it('does not read what it does not need', () => {
		const bytes = readFileSync(join(recorded, 'mrtk-2.8.3-full-5s.bin'));
		const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const touched = new Set<number>();
		const watch = <T>(byteOffset: number, value: T): T => {
			touched.add(byteOffset);
			return value;
		};
		const view: ByteView = {
			byteLength: data.byteLength,
			getUint8: (at) => watch(at, data.getUint8(at)),
			getInt32: (at) => watch(at, data.getInt32(at, true)),
			getFloat32: (at) => watch(at, data.getFloat32(at, true)),
		};
		const { keys } = summarizeBytes(view);
		expect(keys).toBe(44_589);
		// Three words of each of the 395 headers, both ends of each curve, some key times for the frame rate.
		expect(touched.size).toBeLessThan(395 * 5 + 12 * 2 * 256);
		expect(touched.size).toBeLessThan(keys / 8);
	});

	it.each([
		[['info'], /missing required argument 'file'/],
		[['info', 'x', '--nope'], /unknown option '--nope'/],
	])('ends with 2 for usage errors: %j', (args, message) => {
		const { stderr, status } = handreel(...args);
		expect(status).toBe(2);
		expect(stderr).toMatch(message);
	});

	it('prints its version, also through the file that npm links', () => {
		const { version } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
		const { stdout } = handreel('--version');
		expect(stdout.trim()).toBe(version);
		const linked = join(root, 'packages', 'cli', 'bin', 'handreel.cjs');
		expect(spawnSync(process.execPath, [linked, '--version'], { encoding: 'utf8' }).stdout).toBe(stdout);
	});

	it.runIf(isPosix)('ends quietly when its reader goes away', () => {
		const file = join(recorded, 'mrtk-2.8.3-full-5s.bin');
		const script = `"${process.execPath}" "${main}" info "${file}" "${file}" --bytes --json | head -n 1`;
		const { stderr, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
		expect({ stderr, stdout }).toEqual({ stderr: '', stdout: '[\n' });
	});

	it('reads a file whose name looks odd', () => {
		expect(entries.get(odd)).toMatchObject({ file: odd, layout: 'mrtk-1.1' });
	});
});

function handreel(...args: string[]): { stdout: string; stderr: string; status: number | null } {
	const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
	return { stdout, stderr, status };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
function json(...args: string[]): any[] {
	return JSON.parse(handreel(...args).stdout);
}
