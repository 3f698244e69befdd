import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecording, detectFormat } from '@handreel/convert';
import { isRecordingError, RecordingError, writeRecording } from '@handreel/core';
import { createFileBuffer } from '@handreel/core/internal';
import { Recorder } from '@handreel/core/record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createReader } from '../support/byte-reader.ts';
import { createJournal, encodeAll, isReadable } from '../support/encode-all.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);
// `toEqual` takes seconds for large arrays.
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('decodeRecording', () => {
	it.each(listFixtures())('reads $name in every format', async ({ name, bytes, recording }) => {
		const files = await encodeAll(recording);
		for (const [format, file] of files) {
			expect(await detectFormat(file)).toBe(isReadable(format) ? format : null);
			if (!isReadable(format)) continue;
			const result = await decodeRecording(file);
			expect(result.format).toBe(format);
			if (format === 'bin' || format === 'json' || format === 'reel') expect(result.issues).toEqual([]);
			// JSON cannot hold NaN payloads.
			const isExact = format === 'bin' || format === 'reel' || (format === 'json' && name !== 'odd-bits.bin');
			if (isExact) expect(isSame(writeRecording(result.recording), bytes)).toBe(true);
		}
	});

	it.each(readdirSync(join(root, 'fixtures/broken')))('reads broken/%s, or explains what is wrong', async (name) => {
		const bytes = readFileSync(join(root, 'fixtures/broken', name));
		const [code = ''] = name.replace('.bin', '').split('--');
		try {
			const { format, issues } = await decodeRecording(bytes);
			expect(format).toBe('bin');
			expect(issues.every(({ severity }) => severity === 'warning')).toBe(true);
		} catch (error) {
			if (!(error instanceof RecordingError)) throw error;
			// It is text, and a table for all that one can see.
			expect(error.issue.code).toBe(name === 'bad-magic--text.bin' ? 'bad-csv' : code);
		}
	});

	it('recovers journals, and reports that they were cut', async () => {
		const journal = createJournal();
		const whole = await decodeRecording(journal);
		expect(whole.format).toBe('journal');
		expect(whole.issues).toEqual([]);
		expect(whole.recording.duration).toBeCloseTo(0.2);
		const cut = await decodeRecording(journal.subarray(0, -10));
		expect(cut.issues.map(({ code }) => code)).toEqual(['journal-cut']);
	});

	it('refuses journals without frames', async () => {
		const pieces: Uint8Array[] = [];
		const recorder = new Recorder({ journal: { write: (piece: Uint8Array) => void pieces.push(piece.slice()) } });
		recorder.start();
		recorder.stop();
		await expect(decodeRecording(new Uint8Array(Buffer.concat(pieces)))).rejects.toThrow('holds no frames');
	});

	it('reads from a reader, with progress', async () => {
		const { bytes } = findFixture('mrtk-2.8.3-full-5s.bin');
		const progress: number[] = [];
		const { recording } = await decodeRecording(createReader(bytes), { onProgress: (count) => progress.push(count) });
		expect(isSame(writeRecording(recording), bytes)).toBe(true);
		expect(progress.at(-1)).toBe(bytes.length);
	});

	it('reads blobs and responses', async () => {
		const bytes = new Uint8Array(findFixture('mrtk-2.8.3-full-5s.bin').bytes);
		for (const source of [new Blob([bytes]), new Response(bytes)]) {
			expect(isSame(writeRecording((await decodeRecording(source)).recording), bytes)).toBe(true);
		}
	});

	it('reads a file that became shorter than it said', async () => {
		const { bytes } = findFixture('mrtk-2.8.3-full-5s.bin');
		const reader = { ...createReader(bytes), byteLength: bytes.length + 100 };
		expect(isSame(writeRecording((await decodeRecording(reader)).recording), bytes)).toBe(true);
	});

	it('stops when aborted', async () => {
		const { bytes } = findFixture('mrtk-2.8.3-full-5s.bin');
		const reason = new Error('enough');
		await expect(decodeRecording(createReader(bytes), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	});

	it('borrows bytes only when allowed to', async () => {
		const { bytes } = findFixture('mrtk-2.8.3-full-5s.bin');
		const file = createFileBuffer(bytes.length, bytes);
		file.set(bytes);
		const buffers = [];
		for (const keep of [false, true]) {
			const { recording } = await decodeRecording(file, { keep });
			buffers.push(recording.head?.position.x.floats.buffer === file.buffer);
		}
		expect(buffers).toEqual([false, true]);
	});

	it('takes the space of a table without one', async () => {
		const table = utf8('time_s,head_pz_m\n0,1\n');
		const zOf = async (space?: 'webxr'): Promise<number | undefined> => {
			const { recording } = await decodeRecording(table, space === undefined ? {} : { space });
			return recording.head?.position.z.floats[1];
		};
		expect([await zOf(), await zOf('webxr')]).toEqual([1, -1]);
	});

	it.each([
		['', 'empty-file', /empty/],
		['hello\nworld', 'bad-magic', /unknown format: the text starts with "hello\\nworld"/],
		['PK\u0003\u0004', 'bad-magic', /ZIP archive/],
		[`PK\u0003\u0004${'\0'.repeat(26)}time.npy`, 'bad-magic', /NPZ \(NumPy\), which is written but not read/],
		['\u0001\u0002', 'bad-magic', /starts with the bytes 01 02$/],
		['{}', 'bad-json', /has no fields/],
		['{"name": 1, "b": 2}', 'bad-json', /has the fields "name","b"; a recording has "format", glTF has "asset"/],
		['{"format": "geojson"}', 'bad-json', /"format" is "geojson"/],
		['{"format": 5}', 'bad-json', /"format" is not a string/],
		['[]', 'bad-json', /array/],
		['time,x\n0,1\n', 'bad-csv', /time_s is missing/],
		['{"format": "handreel-recording", "formatVersion": 1, "layout": "mrtk-9"}', 'bad-json', /line 1, column/],
		['{"asset": {"version": "2.0"}}', 'bad-gltf', /./],
		['glTF', 'bad-gltf', /./],
		['time_s\nx\n', 'bad-csv', /line 2/],
	])('explains %j', async (text, code, message) => {
		const error = await decodeRecording(utf8(text)).catch((caught: unknown) => caught);
		if (!isRecordingError(error)) throw error;
		expect(error.issue.code).toBe(code);
		expect(error.issue.severity).toBe('error');
		expect(error.message).toMatch(message);
	});

	it('explains UTF-16', async () => {
		for (const text of ['{"format": "handreel-recording"}', '\ufefftime_s\n0\n']) {
			await expect(decodeRecording(utf16(text))).rejects.toThrow('the text is encoded as UTF-16; save it as UTF-8');
		}
	});

	it('refuses texts that are not UTF-8, with the place', async () => {
		const { recording } = findFixture('mrtk-2.8.3-n001.bin');
		const marked = { ...recording, markers: [{ name: 'x', time: 0 }] };
		const files = await encodeAll(marked);
		for (const [format, code] of [
			['json', 'bad-json'],
			['csv', 'bad-csv'],
			['gltf', 'bad-gltf'],
			['iwer', 'bad-iwer'],
			['bvh', 'bad-bvh'],
		] as const) {
			const file = files.get(format)!;
			expect((await decodeRecording(Uint8Array.from([0xef, 0xbb, 0xbf, ...file]))).format).toBe(format);
			// An é in Latin-1.
			const damaged = Uint8Array.from([...file.subarray(0, -1), 0xe9, ...file.subarray(-1)]);
			const error = await decodeRecording(damaged).catch((caught: unknown) => caught);
			if (!isRecordingError(error, code)) throw error;
			expect(error.message).toMatch(/^line \d+: byte \d+ \(0xe9\) is not UTF-8; save the text as UTF-8$/);
			expect(error.issue.byteOffset).toBe(file.length - 1);
		}
	});

	it('throws TypeError for a source of another type', async () => {
		await expect(decodeRecording('text' as unknown as Uint8Array)).rejects.toThrow(TypeError);
		await expect(decodeRecording(null as unknown as Uint8Array)).rejects.toThrow(TypeError);
	});

	it('throws RecordingError for any damaged bytes', async () => {
		const { recording } = findFixture('mrtk-2.8.3-n001.bin');
		const files = [...(await encodeAll(recording)).values(), createJournal()];
		const change = fc.record({
			at: fc.double({ min: 0, max: 1, noNaN: true }),
			byte: fc.integer({ min: 0, max: 255 }),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...files),
				fc.array(change, { maxLength: 4 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				async (file, changes, length) => {
					const bytes = file.slice(0, length > 0.7 ? file.length : Math.floor(file.length * length));
					// Most changes hit the start, where the structure is.
					for (const { at, byte } of changes) bytes[Math.floor(at ** 4 * bytes.length)] = byte;
					try {
						await decodeRecording(bytes);
					} catch (error) {
						if (!isRecordingError(error)) throw error;
					}
				},
			),
			{ numRuns: 600, seed: 3 },
		);
	});

	it('throws RecordingError for any bytes', async () => {
		const starts = ['', '{', '{"format":"handreel-recording",', 'glTF\u0002\0\0\0', 'time_s,', '{"asset":', '\ufeff'];
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 100 }), async (start, rest) => {
				try {
					await decodeRecording(new Uint8Array([...utf8(start), ...rest]));
				} catch (error) {
					if (!isRecordingError(error)) throw error;
				}
			}),
			{ numRuns: 2000, seed: 4 },
		);
	});
});
