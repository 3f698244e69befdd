import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertToBin, encodeRecording } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';

const file = new Uint8Array(readFileSync(join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-n020.bin')));

describe('convertToBin', () => {
	it('returns the bytes of a .bin file as they are, even if they are damaged', async () => {
		for (const bytes of [file, file.subarray(0, 5000)]) {
			const result = await convertToBin(bytes);
			expect(result).toEqual({ bytes, format: 'bin', issues: [] });
			expect(result.bytes).toBe(bytes);
		}
	});

	it('converts other formats', async () => {
		const { bytes: json } = await encodeRecording(readRecording(file), 'json');
		const { bytes, format } = await convertToBin(json);
		expect(format).toBe('json');
		expect(Buffer.from(bytes).equals(file)).toBe(true);
	});

	it('reports once what the format cannot store, and returns the recording with it', async () => {
		const { bytes: json } = await encodeRecording(createFullRecording(), 'json');
		const { bytes, issues, recording } = await convertToBin(json);
		expect(issues.map(({ code, message }) => `${code} ${message}`)).toEqual([
			"section-lost hands.left.aim: MRTK's files cannot store the pointing ray of a hand (and 14 more)",
		]);
		expect(readRecording(bytes).hands?.left.aim).toBeNull();
		expect(recording?.hands?.left.aim).not.toBeNull();
	});

	it('passes on what is questionable, and rejects unknown content', async () => {
		const table = new TextEncoder().encode('time_s,head_px_m,unknown\n0,1,2\n');
		expect((await convertToBin(table)).issues.map(({ path }) => path)).toContain('unknown');
		await expect(convertToBin(new TextEncoder().encode('hello'))).rejects.toMatchObject({ name: 'RecordingError' });
	});
});
