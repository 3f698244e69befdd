import { readFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import { readOutline, readRecording, summarizeRecording } from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { openFile } from '../../src/worker/open-file.ts';
import { isRefused, type OpenedRecording, type Progress } from '../../src/worker/protocol.ts';
import { loadStored } from '../../src/worker/stored-recording.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createRichRecording } from '../support/rich-recording.ts';

const bytes = readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'));

async function open(name: string, content: Uint8Array): ReturnType<typeof openFile> {
	return openFile({ name, blob: new Blob([new Uint8Array(content)]) }, () => {});
}

async function openWell(name: string, content: Uint8Array): Promise<OpenedRecording> {
	const result = await open(name, content);
	if (isRefused(result)) throw new Error(result.issue.message);
	return result;
}

describe('openFile', () => {
	test('describes a .bin file and keeps its bytes', async () => {
		const { summary, stored, bin, fileSize, readIssues } = await openWell('take.bin', bytes);
		expect(summary).toEqual(summarizeRecording(readRecording(bytes)));
		expect(stored.curves.map(({ path }) => path)).toEqual(readOutline(bytes).curves.map(({ path }) => path));
		expect(Buffer.from(await bin!.arrayBuffer()).equals(bytes)).toBe(true);
		expect(fileSize).toBe(bytes.length);
		expect(readIssues).toEqual([]);
	});

	test.each(['json', 'csv', 'glb', 'gltf'] as const)('converts %s regardless of its name', async (format) => {
		const encoded = await encodeRecording(readRecording(bytes), format);
		const { summary, stored, format: found } = await openWell('take.bin', encoded.bytes);
		expect(found).toBe(format);
		expect(summary.duration).toBeCloseTo(readRecording(bytes).duration, 5);
		expect(stored.skeleton.hands).not.toBeNull();
	});

	test('opens a reel without loss, with controllers, tracks and information', async () => {
		const { bytes: reel } = await encodeRecording(createRichRecording(), 'reel');
		const { stored, readIssues, summary, table, bin } = await openWell('take.reel', reel);
		expect(readIssues).toEqual([]);
		expect(bin).toBeNull();
		const { recording } = await loadStored(stored);
		expect((await encodeRecording(recording, 'reel')).bytes).toEqual(reel);
		expect(summary.info).toEqual({ device: 'Quest 3', study: 7 });
		expect(summary.controllers?.left?.buttons.map(({ pressed }) => pressed.length)).toEqual([1, 0]);
		expect(summary.tracks?.map(({ name }) => name)).toEqual(['ball', 'log']);
		// The controller is recorded longer than the hands.
		expect(summary.duration).toBe(7);
		expect(table.controllers?.left?.grip[0]).toBeCloseTo(0.25, 6);
	});

	test('offers the intact blocks of a damaged reel', async () => {
		const reel = readFileSync(fixturePath('reels/mrtk-2.8.3-n100.reel'));
		const result = await open('cut.reel', reel.subarray(0, reel.length - 40));
		if (isRefused(result)) expect(result.salvage?.keys).toBeGreaterThan(1000);
		else expect(result.stored.curves.some(({ count }) => count > 0)).toBe(true);
	});

	test('counts what a repair of a damaged file would keep', async () => {
		const result = await open('cut.bin', bytes.subarray(0, 200_000));
		if (!isRefused(result)) throw new Error('a cut file was opened');
		expect(result.issue.code).toBe('truncated');
		expect(result.salvage?.keys).toBeGreaterThan(20_000);
		expect(result.salvage?.curves).toBeGreaterThan(100);
	});

	test('refuses unknown content without salvage', async () => {
		const result = await open('notes.json', Buffer.from('no recording'));
		if (!isRefused(result)) throw new Error('a text was opened');
		expect(result.issue.code).toBe('bad-magic');
		expect(result.salvage).toBeNull();
	});

	test('reports progress in order', async () => {
		const seen: Progress['phase'][] = [];
		await openFile({ name: 'take.bin', blob: new Blob([bytes]) }, ({ phase }) => seen.push(phase));
		expect([...new Set(seen)]).toEqual(['reading', 'decoding', 'baking']);
	});
});
