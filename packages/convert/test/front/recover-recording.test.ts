import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording, recoverRecording } from '@handreel/convert';
import { createRecording, iterateCurves, readRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { JSON_FORMAT } from '../../src/common/signatures.ts';

const bin = readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-n100.bin'));
const recording = readRecording(bin);
const NOTHING = { recording: null, isComplete: false, pieces: null, gaps: [] };

describe('recoverRecording', () => {
	it('keeps the complete keys of a .bin file', async () => {
		const cut = await recoverRecording(bin.subarray(0, bin.length / 2));
		expect(cut).toMatchObject({ format: 'bin', isComplete: false, pieces: null, gaps: [] });
		expect(cut.issues.map(({ code }) => code)).toContain('truncated');
		expect([...iterateCurves(cut.recording!)].some(([, { count }]) => count > 0)).toBe(true);
	});

	it('keeps the complete frames of a capture', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const cut = await recoverRecording(bytes.subarray(0, bytes.length / 2));
		expect(cut).toMatchObject({ format: 'handsbin', isComplete: false, pieces: { kind: 'frame' } });
		expect(cut.issues[0]).toMatchObject({ code: 'truncated', severity: 'error' });
		expect(cut.pieces!.count).toBeGreaterThan(10);
		const { duration } = cut.recording!;
		expect(duration).toBeLessThan(recording.duration);
		expect(cut.gaps).toEqual([{ start: duration, end: Number.POSITIVE_INFINITY }]);
	});

	it('keeps the intact blocks of a reel, and reports damage as errors', async () => {
		const reel = encodeReel(recording, { blockSeconds: 0.2 });
		const cut = await recoverRecording(reel.subarray(0, reel.length * 0.8));
		expect(cut).toMatchObject({ format: 'reel', isComplete: false, pieces: { kind: 'block' } });
		expect(cut.pieces!.count).toBeGreaterThan(0);
		expect(cut.issues.map(({ severity }) => severity)).toEqual(cut.issues.map(() => 'error'));
		expect(cut.gaps.at(-1)?.end).toBe(Number.POSITIVE_INFINITY);
		expect(await recoverRecording(reel.subarray(0, 60))).toMatchObject({ format: 'reel', recording: null });
	});

	it.each(['bin', 'reel', 'handsbin', 'json', 'parquet'] as const)('reads a complete %s file', async (format) => {
		const { bytes } = await encodeRecording(recording, format);
		const whole = await recoverRecording(new Blob([bytes]));
		expect(whole).toMatchObject({ format, isComplete: true, gaps: [] });
		expect(whole.recording!.duration).toBeCloseTo(recording.duration, 5);
		expect(whole.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
	});

	it('returns an empty recording of a reel without keys', async () => {
		const empty = await recoverRecording(encodeReel(createRecording({})));
		expect(empty.isComplete).toBe(true);
		expect(empty.recording).not.toBeNull();
	});

	it.each([
		['bin', 'empty-file', new Uint8Array(0)],
		['json', 'bad-json', new TextEncoder().encode(JSON.stringify({ format: JSON_FORMAT }))],
		[null, 'bad-magic', new TextEncoder().encode('no recording')],
	])('does not reject because of the content: %s', async (format, code, bytes) => {
		expect(await recoverRecording(bytes)).toMatchObject({ ...NOTHING, format, issues: [{ code, severity: 'error' }] });
	});

	it('does not reject because of the header of a capture', async () => {
		const { bytes } = await encodeRecording(recording, 'handsbin');
		const result = await recoverRecording(bytes.subarray(0, 40));
		expect(result).toMatchObject({ format: 'handsbin', recording: null, isComplete: false });
		expect(result.issues).toHaveLength(1);
	});
});
