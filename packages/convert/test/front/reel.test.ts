import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { createCurve, createRecording, writeRecording } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../support/fixture-recordings.ts';

const { recording, bytes: bin } = findFixture('mrtk-2.8.3-full-5s.bin');

describe('reels', () => {
	it('lose nothing by default', async () => {
		const { bytes, issues } = await encodeRecording(recording, 'reel');
		expect(issues).toEqual([]);
		expect(bytes.length).toBeLessThan(bin.length / 3);
		const back = await decodeRecording(bytes);
		expect([back.format, back.issues]).toEqual(['reel', []]);
		expect(Buffer.compare(writeRecording(back.recording), bin)).toBe(0);
	});

	it('stay within tolerances', async () => {
		const tolerances = { jointPosition: 0.002 };
		const { recording: short } = findFixture('mrtk-2.8.3-n100.bin');
		const lossless = await encodeRecording(short, 'reel');
		const { bytes } = await encodeRecording(short, 'reel', { tolerances });
		expect(bytes.length).toBeLessThan(lossless.bytes.length / 2);
		expect(listExcesses(compareRecordings(short, decodeReel(bytes)), tolerances)).toEqual([]);
	});

	it('report what they cannot hold', async () => {
		const odd = createRecording({ info: { device: 'Quest 3', size: 1n } });
		const { bytes, issues } = await encodeRecording(odd, 'reel');
		expect(issues).toMatchObject([{ code: 'values-lost', path: 'info.size' }]);
		expect((await decodeRecording(bytes)).recording.info).toEqual({ device: 'Quest 3' });
	});

	it('become .bin files with a report of what these cannot hold', async () => {
		const head = { position: { x: createCurve([0, 1]) } };
		const reel = encodeReel(createRecording({ head, info: { device: 'Quest 3' } }));
		const { bytes, issues } = await encodeRecording(decodeReel(reel), 'bin');
		expect(issues.map(({ path }) => path)).toEqual(['info.device']);
		expect(Buffer.compare(bytes, writeRecording(createRecording({ head })))).toBe(0);
	});

	it('report unknown parts that another format cannot hold, and keep them in MCAP files', async () => {
		const room = readFileSync(new URL('../../../../fixtures/reels/vectors/later-chunks.reel', import.meta.url));
		const { recording: later } = await decodeRecording(room);
		const { issues } = await encodeRecording(later, 'json');
		expect(issues.map(({ code, path }) => [code, path])).toEqual([['section-lost', 'section anchors']]);
		const mcap = await encodeRecording(later, 'mcap');
		expect((await decodeRecording(mcap.bytes)).recording.unknown?.map(({ name }) => name)).toEqual([
			'section anchors',
			'metadata anchors',
			'chunk mAPS',
			'chunk icon',
		]);
	});

	it('say where they are damaged', async () => {
		const reel = encodeReel(recording);
		reel[reel.length >> 1]! ^= 1;
		await expect(decodeRecording(reel)).rejects.toMatchObject({ issue: { code: 'reel-damaged' } });
		await expect(decodeRecording(reel.subarray(0, 5000))).rejects.toMatchObject({ issue: { code: 'reel-cut' } });
	});
});
