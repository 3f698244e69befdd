import { encodeRecording, encodeRecordingChunks } from '@handreel/convert';
import { encodeCsv } from '@handreel/convert/csv';
import { encodeGlb, encodeGltf } from '@handreel/convert/gltf';
import { encodeJson } from '@handreel/convert/json';
import { readOutline, writeRecording } from '@handreel/core';
import { loadHandMeshes } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { asText } from '../support/as-text.ts';
import { WRITABLE } from '../support/encode-all.ts';
import { findFixture } from '../support/fixture-recordings.ts';

const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const tangents = findFixture('mrtk-2.5.4-tangents.bin').recording;
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('encodeRecording', () => {
	it('writes what the formats write', async () => {
		const meshes = await loadHandMeshes();
		expect(isSame((await encodeRecording(recording, 'bin')).bytes, writeRecording(recording))).toBe(true);
		expect(textOf((await encodeRecording(recording, 'json')).bytes)).toBe(asText(encodeJson(recording)).text);
		expect(textOf((await encodeRecording(recording, 'csv')).bytes)).toBe(asText(encodeCsv(recording)).text);
		const { bytes } = await encodeRecording(recording, 'glb', { meshes });
		expect(isSame(bytes, encodeGlb(recording, { meshes }).bytes)).toBe(true);
		expect(textOf((await encodeRecording(recording, 'gltf')).bytes)).toBe(asText(encodeGltf(recording)).text);
	});

	it('writes tables at a frame rate or at given times, in the wanted space', async () => {
		const table = async (options: object): Promise<string[][]> =>
			textOf((await encodeRecording(recording, 'csv', options)).bytes)
				.trimEnd()
				.split('\n')
				.map((row) => row.split(','));
		const even = await table({ frameRate: 10, space: 'webxr' });
		expect(even.length).toBe(Math.floor(recording.duration * 10) + 2);
		expect(even[1]?.[1]).toBe('webxr');
		expect((await table({ times: [0.5, 1] })).slice(1).map(([time]) => time)).toEqual(['0.5', '1']);
		expect(await table({ raw: true })).not.toEqual(await table({}));
	});

	it('writes the wanted layout, and reports what it cannot hold', async () => {
		const { bytes, issues } = await encodeRecording(tangents, 'bin', { layout: 'mrtk-1.1' });
		expect(readOutline(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)).layout.keys).toBe('simple');
		expect(issues.map(({ code }) => code)).toContain('tangents-lost');
		for (const format of ['csv', 'glb', 'gltf'] as const) {
			expect((await encodeRecording(tangents, format)).issues.length).toBeGreaterThan(0);
		}
	});

	it.each(WRITABLE)('yields %s in chunks that make up the same bytes, again and again', async (format) => {
		const { bytes, issues } = await encodeRecording(recording, format);
		const result = await encodeRecordingChunks(recording, format);
		expect(result.issues).toEqual(issues);
		for (let turn = 0; turn < 2; turn++) {
			const chunks = [...result.chunks];
			expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
			if (format === 'json' || format === 'csv') expect(chunks.length).toBeGreaterThan(5);
		}
	});

	it('refuses formats that it cannot write', async () => {
		for (const format of ['journal', 'fbx', 'toString']) {
			await expect(encodeRecording(recording, format as 'bin')).rejects.toThrow(
				`format: '${format}' is not one of ${WRITABLE.join(', ')}`,
			);
		}
	});

	it('rejects options out of range', async () => {
		await expect(encodeRecording(recording, 'csv', { frameRate: 0 })).rejects.toThrow(RangeError);
		await expect(encodeRecording(recording, 'glb', { positionTolerance: 0 })).rejects.toThrow(RangeError);
	});
});
