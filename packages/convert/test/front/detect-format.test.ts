import { detectFormat, encodeRecording, type FormatName } from '@handreel/convert';
import { createRecording } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader } from '../support/byte-reader.ts';
import { createJournal, encodeAll, isReadable } from '../support/encode-all.ts';
import { findFixture } from '../support/fixture-recordings.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);
const cases = (list: readonly (readonly [string, FormatName | null])[]): [string, FormatName | null][] =>
	list.map(([text, format]) => [text, format]);

describe('detectFormat', () => {
	it('finds a recording without content in every format', async () => {
		for (const [format, file] of await encodeAll(createRecording({}))) {
			expect(await detectFormat(file)).toBe(isReadable(format) ? format : null);
		}
	});

	it('finds journals', async () => {
		expect(await detectFormat(createJournal())).toBe('journal');
	});

	it.each(
		cases([
			['\ufeff  \n{"format": "handreel-recording"', 'json'],
			['{"$schema": "a", "format":"handreel-recording"}', 'json'],
			[`{"head": {"asset": 1, "x": [${'[0, 1], '.repeat(4000)}`, 'json'],
			['{"format": "geojson"}', null],
			['{"format": 5}', null],
			['{"a": "asset", "b": {"asset": 1}, "c": ["asset", ":"]}', null],
			['{"a\\"": "\\\\", "asset": {"version": "2.0"}}', 'gltf'],
			[`{"accessors": [${'{},'.repeat(10_000)}`, 'gltf'],
			['{}', null],
			['{', null],
			['[{"asset": 1}]', null],
			['"asset": {', null],
			['time_s', 'csv'],
			['\ufeff\r\n"note";"Time_S"\r\n', 'csv'],
			['head_px_m\ttime_s\n', 'csv'],
			['head_px_m,"a,time_s,b"\n', null],
			['time\n0\n', null],
			['a\ntime_s\n', null],
			['time_s,\0', null],
			['', null],
			['  \n ', null],
			['glT', null],
		]),
	)('%j: %s', async (text, format) => {
		expect(await detectFormat(utf8(text))).toBe(format);
	});

	it('finds the time column behind all other columns', async () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const csv = Buffer.from((await encodeRecording(recording, 'csv', { times: [0] })).bytes).toString();
		const [heading = ''] = csv.split('\n');
		expect(await detectFormat(utf8(`${heading.split(',').reverse().join(',')}\n`))).toBe('csv');
	});

	it('knows no UTF-16', async () => {
		for (const text of ['{"format":"handreel-recording"}', 'time_s,head_px_m\n', '\ufefftime_s\n']) {
			expect(await detectFormat(utf16(text))).toBeNull();
		}
	});

	it('reads the head of a large file only', async () => {
		const { bytes } = findFixture('mrtk-2.8.3-full-5s.bin');
		const reader = createReader(bytes);
		expect(await detectFormat(reader)).toBe('bin');
		expect(reader.bytesRead).toBeLessThanOrEqual(16_384);
		expect(bytes.length).toBeGreaterThan(16_384);
	});

	it('takes shared memory, blobs and any view', async () => {
		const { bytes } = findFixture('mrtk-1.1.bin');
		const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
		shared.set(bytes);
		expect(await detectFormat(shared)).toBe('bin');
		expect(await detectFormat(shared.buffer)).toBe('bin');
		expect(await detectFormat(new Blob([new Uint8Array(bytes)]))).toBe('bin');
		expect(await detectFormat(new DataView(bytes.buffer, bytes.byteOffset))).toBe('bin');
	});

	it('never throws on bytes', async () => {
		const starts = ['', '{', '{"', 'glTF', 'time_s', '\ufeff', '{"asset"', '{"format":"handreel-recording"'];
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
				await detectFormat(new Uint8Array([...utf8(start), ...rest]));
			}),
			{ numRuns: 2000, seed: 1 },
		);
	});
});
