import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Fills in a file after the magic number and version 1.1, and returns where it ends. Its source goes to a child process,
 * so it must not use anything from out here.
 */
type Fill = (bytes: Uint8Array, view: DataView, prefixOf: typeof longPrefix) => number;

const MIB = 2 ** 20;
const SIZE = 32 * MIB;

/** The length of a string in four groups of seven bits. */
const longPrefix = (length: number): number[] => [
	(length & 127) | 128,
	((length >> 7) & 127) | 128,
	((length >> 14) & 127) | 128,
	length >> 21,
];

const FILES: readonly [what: string, verdict: string, fill: Fill][] = [
	[
		'simple keys',
		'read',
		(bytes, view) => {
			bytes.set([0, 0, 1], 16);
			const count = 4_000_000;
			view.setInt32(27, count, true);
			for (let i = 0; i < count; i++) view.setFloat32(31 + i * 8, i, true);
			return 31 + count * 8 + 5 * 12 + 4;
		},
	],
	[
		'full keys',
		'read',
		(bytes, view) => {
			bytes.set([0, 0, 1], 16);
			const count = 1_000_000;
			view.setInt32(27, count, true);
			for (let i = 0; i < count; i++) {
				view.setFloat32(31 + i * 28, i, true);
				view.setInt32(31 + i * 28 + 24, 3, true);
			}
			return 31 + count * 28 + 5 * 12;
		},
	],
	[
		'nothing but zeros after the flags',
		'trailing-bytes',
		(bytes) => {
			bytes.set([1, 1, 1], 16);
			return bytes.length;
		},
	],
	[
		'a huge number in every word',
		'bad-count',
		(bytes, view) => {
			bytes.set([1, 1, 1], 16);
			for (let i = 19; i + 4 <= bytes.length; i += 4) view.setInt32(i, 0x7fff_ffff, true);
			return bytes.length;
		},
	],
	[
		'one key more than there is room for',
		'truncated',
		(bytes, view) => {
			bytes.set([1, 1, 1], 16);
			view.setInt32(27, Math.floor((bytes.length - 31) / 8) + 1, true);
			return bytes.length;
		},
	],
	[
		'keys that go back in time and a count that is too large',
		'bad-count',
		(bytes, view) => {
			bytes.set([1, 1, 1], 16);
			view.setInt32(27, Math.floor((bytes.length - 31) / 8) + 1, true);
			for (let i = 31; i + 8 <= bytes.length; i += 8) view.setFloat32(i, -i, true);
			return bytes.length;
		},
	],
	[
		'one giant marker name',
		'read',
		(bytes, view, prefixOf) => {
			bytes.fill(0x61, 27);
			view.setInt32(19, 1, true);
			bytes.set(prefixOf(bytes.length - 31), 27);
			return bytes.length;
		},
	],
	[
		'one giant marker name with a character beyond Latin-1',
		'read',
		(bytes, view, prefixOf) => {
			bytes.fill(0x61, 27);
			view.setInt32(19, 1, true);
			bytes.set(prefixOf(bytes.length - 31), 27);
			bytes.set([0xe2, 0x82, 0xac], 31);
			return bytes.length;
		},
	],
	[
		'one giant marker name that is not UTF-8',
		'bad-string',
		(bytes, view, prefixOf) => {
			bytes.fill(0xff, 27);
			view.setInt32(19, 1, true);
			bytes.set(prefixOf(bytes.length - 31), 27);
			return bytes.length;
		},
	],
	[
		'as many tiny markers as are allowed',
		'read',
		(bytes, view) => {
			bytes.set([0, 0, 1], 16);
			const count = 3_900_000;
			view.setInt32(27, count, true);
			const markers = 31 + count * 8 + 5 * 12;
			view.setInt32(markers, 0x1_0000, true);
			for (let i = 0; i < 0x1_0000; i++) view.setFloat32(markers + 4 + i * 5, i / 7, true);
			return markers + 4 + 0x1_0000 * 5;
		},
	],
	[
		'as many markers as are allowed, with names that fill the file',
		'read',
		(bytes, view) => {
			bytes.fill(0x61, 23);
			view.setInt32(19, 0x1_0000, true);
			for (let i = 0; i < 0x1_0000; i++) {
				view.setFloat32(23 + i * 510, i / 7, true);
				bytes.set([0xf8, 0x03], 27 + i * 510);
			}
			return 23 + 0x1_0000 * 510;
		},
	],
	[
		'names that fill the file, the last of which is not UTF-8',
		'bad-string',
		(bytes, view) => {
			bytes.fill(0x61, 23);
			view.setInt32(19, 0x1_0000, true);
			for (let i = 0; i < 0x1_0000; i++) {
				view.setFloat32(23 + i * 510, i / 7, true);
				bytes.set([0xf8, 0x03], 27 + i * 510);
			}
			bytes[22 + 0x1_0000 * 510] = 0xff;
			return 23 + 0x1_0000 * 510;
		},
	],
	[
		'more markers than are allowed',
		'bad-count',
		(bytes, view) => {
			view.setInt32(19, 0x1_0001, true);
			return bytes.length;
		},
	],
];

const folder = mkdtempSync(join(tmpdir(), 'handreel-memory-'));
const bundle = join(folder, 'core.mjs');

/** Reads a file in a separate process: how it went, its size, and by how many bytes memory grew at most. */
function measure(fill: Fill): { verdict: string; size: number; growth: number } {
	const code = `
		const { readRecording } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
		const memory = new Uint8Array(${SIZE}).fill(0);
		memory.set([0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a, 1, 0, 0, 0, 1, 0, 0, 0]);
		readRecording(memory.subarray(0, 19));
		const end = (${String(fill)})(memory, new DataView(memory.buffer), ${String(longPrefix)});
		const bytes = memory.subarray(0, end);
		const before = process.memoryUsage.rss();
		let verdict = 'read';
		let recording;
		try {
			recording = readRecording(bytes);
		} catch (error) {
			verdict = error.issue?.code ?? String(error);
		}
		const growth = process.resourceUsage().maxRSS * 1024 - before;
		console.log(JSON.stringify({ verdict, size: bytes.length, growth, kept: recording?.layout }));`;
	// Linux counts the memory of the process that starts a program into that program's maximum, and this one is large:
	// a small process has to stand in between.
	const launcher = `require('node:child_process').spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`;
	const output = execFileSync(process.execPath, ['-e', launcher, '--', '--input-type=module', '-e', code]);
	return JSON.parse(output.toString());
}

beforeAll(async () => {
	const build = await rolldown({ input: fileURLToPath(new URL('../../src/index.ts', import.meta.url)) });
	await build.write({ file: bundle, format: 'esm' });
	await build.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('reading a file of about 32 MiB takes less than four times as much memory', () => {
	it.each(FILES)('with %s', (_, verdict, fill) => {
		const found = measure(fill);
		expect(found.verdict).toBe(verdict);
		expect(found.size).toBeGreaterThan(0.8 * SIZE);
		expect(found.growth).toBeLessThan(4 * found.size + 16 * MIB);
	});
});

it('reading a small file that is all markers takes less than 16 MiB more than four times its size', () => {
	const found = measure((_, view) => {
		view.setInt32(19, 0x1_0000, true);
		for (let i = 0; i < 0x1_0000; i++) view.setFloat32(23 + i * 5, i / 7, true);
		return 23 + 0x1_0000 * 5;
	});
	expect(found.verdict).toBe('read');
	expect(found.growth).toBeLessThan(4 * found.size + 16 * MIB);
});
