import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording, recoverRecording } from '@handreel/convert';
import { createFrameSample, createRecording, createSampler, iterateCurves, readRecording } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { JSON_FORMAT } from '../../src/json/structure.ts';

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
		expect(cut.issues.map(({ code }) => code)).toContain('reel-cut');
		expect(cut.issues.map(({ severity }) => severity)).toEqual(cut.issues.map(() => 'error'));
		expect(cut.gaps.at(-1)?.end).toBe(Number.POSITIVE_INFINITY);
		expect(await recoverRecording(reel.subarray(0, 60))).toMatchObject({ format: 'reel', recording: null });
	});

	it('keeps the complete frames of a journal, and reports damage as warnings', async () => {
		const journal = writeJournal(30);
		const whole = await recoverRecording(journal);
		expect(whole).toMatchObject({ format: 'journal', isComplete: true, issues: [], gaps: [] });
		expect(whole.pieces).toEqual({ kind: 'frame', count: 30 });

		const cut = await recoverRecording(journal.subarray(0, journal.length / 2));
		expect(cut).toMatchObject({ isComplete: false, issues: [{ code: 'journal-cut', severity: 'warning' }] });
		expect(cut.pieces!.count).toBeLessThan(30);
		expect(cut.gaps).toEqual([{ start: cut.recording!.duration, end: Number.POSITIVE_INFINITY }]);

		const middle = Math.floor(journal.length / 2);
		const damaged = await recoverRecording(journal.fill(0, middle, middle + 8));
		expect(damaged).toMatchObject({ isComplete: false, issues: [{ code: 'journal-damaged', severity: 'warning' }] });
		expect(damaged.pieces!.count).toBeLessThan(30);
		expect(damaged.gaps).toHaveLength(1);
		expect(damaged.gaps[0]!.end).toBeLessThan(whole.recording!.duration);
	});

	it('explains why a journal without frames cannot be read', async () => {
		const result = await recoverRecording(writeJournal(0));
		expect(result).toMatchObject({ ...NOTHING, format: 'journal', issues: [{ severity: 'error' }] });
	});

	it('does not copy what it has loaded itself', async () => {
		const loaded = await recoverRecording(new Blob([bin]));
		expect(loaded.recording!.head!.position.x.floats.buffer.byteLength).toBeGreaterThanOrEqual(bin.length);
		const borrowed = await recoverRecording(bin);
		expect(borrowed.recording!.head!.position.x.floats.buffer).not.toBe(bin.buffer);
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

function writeJournal(frames: number): Buffer {
	const chunks: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (chunk) => void chunks.push(chunk.slice()) } });
	const sampler = createSampler(recording);
	const frame = createFrameSample();
	recorder.start();
	for (let i = 0; i < frames; i++) recorder.capture(sampler.sampleFrame(i / 60, frame));
	recorder.stop();
	return Buffer.concat(chunks);
}
