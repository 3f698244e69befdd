import { readFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { openFile } from '../../src/worker/open-file.ts';
import { isRefused } from '../../src/worker/protocol.ts';
import { repairFile } from '../../src/worker/repair-file.ts';
import { fixturePath } from '../support/fixture-path.ts';

const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-n100.bin')));
const { bytes } = await encodeRecording(recording, 'handsbin');

describe('repairFile', () => {
	test('keeps the complete frames of a capture that is cut', async () => {
		const cut = new Blob([bytes.slice(0, bytes.length / 2)]);
		const refused = await openFile({ name: 'cut.handsbin', blob: cut }, () => {});
		if (!isRefused(refused)) throw new Error('a cut capture was opened');
		expect(refused.salvage?.keys).toBeGreaterThan(100);
		expect(refused.salvage?.duration).toBeLessThan(recording.duration);
		const { copy, repaired } = await repairFile({ name: 'cut.handsbin', source: { file: cut } }, () => {});
		expect(copy).toMatchObject({ name: 'cut-repaired.handsbin', format: 'handsbin' });
		expect(copy!.summary.duration).toBeCloseTo(refused.salvage!.duration, 5);
		expect(repaired[0]).toMatchObject({ code: 'truncated', how: 'skipped the damaged bytes' });
	});

	test('explains why nothing of a capture could be kept', async () => {
		const cut = new Blob([bytes.slice(0, 40)]);
		const { copy, remaining } = await repairFile({ name: 'cut.handsbin', source: { file: cut } }, () => {});
		expect(copy).toBeNull();
		expect(remaining).toHaveLength(1);
		expect(remaining[0]).toMatchObject({ severity: 'error', reason: 'nothing of the file is intact' });
	});
});
