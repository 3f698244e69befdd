import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { CATALOG_COLUMNS, describeFile } from '@handreel/corpus';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createFolder } from '../support/folders.ts';

const recording = readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-n100.bin')));

async function describeBytes(name: string, bytes: Uint8Array): Promise<Record<string, unknown>> {
	const folder = createFolder();
	writeFileSync(join(folder, name), bytes);
	const { file } = await describeFile({ root: folder, path: name });
	return Object.fromEntries(CATALOG_COLUMNS.map((column, i) => [column.name, file?.row[i]]));
}

describe('describeFile', () => {
	it('measures the complete frames of a capture that is cut', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const row = await describeBytes('cut.handsbin', bytes.subarray(0, bytes.length / 2));
		expect(row).toMatchObject({ status: 'damaged', format: 'handsbin', errors: 1, has_hands: true });
		expect(row['problems']).toContain('truncated');
		expect(row['error']).toMatch(/the file ends/);
		expect(row['duration']).toBeGreaterThan(0);
		expect(row['duration']).toBeLessThan(recording.duration);
	});

	it('measures the intact blocks of a reel that is cut', async () => {
		const reel = encodeReel(recording, { blockSeconds: 0.2 });
		const row = await describeBytes('cut.reel', reel.subarray(0, reel.length * 0.8));
		expect(row).toMatchObject({ status: 'damaged', format: 'reel' });
		expect(row['keys']).toBeGreaterThan(0);
	});

	it('has no figures of a capture without complete frames', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const row = await describeBytes('cut.handsbin', bytes.subarray(0, 40));
		expect(row).toMatchObject({ status: 'unreadable', format: 'handsbin', duration: null, errors: 1 });
	});
});
