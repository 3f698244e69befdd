import { readFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import { createRecording, readOutline, readRecording, summarizeBytes } from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { openFile } from '../../src/worker/open-file.ts';
import { isRefused, type OpenedRecording, type Progress } from '../../src/worker/protocol.ts';
import { fixturePath } from '../support/fixture-path.ts';

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
		const { summary, curves, file, readIssues } = await openWell('take.bin', bytes);
		expect(summary).toEqual(summarizeBytes(bytes));
		expect(curves).toEqual(readOutline(bytes).curves);
		expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
		expect(readIssues).toEqual([]);
	});

	test.each(['json', 'csv', 'glb', 'gltf'] as const)('converts %s regardless of its name', async (format) => {
		const encoded = await encodeRecording(readRecording(bytes), format);
		const { summary, file } = await openWell('take.bin', encoded.bytes);
		expect(summary.duration).toBeCloseTo(readRecording(bytes).duration, 5);
		expect(readRecording(await file.arrayBuffer()).hands).not.toBeNull();
	});

	test('opens a recording with a controller, and reports that the controller is lost', async () => {
		const recording = createRecording({ ...readRecording(bytes), controllers: { left: {} } });
		const { readIssues } = await openWell('take.json', (await encodeRecording(recording, 'json')).bytes);
		expect(readIssues.map(({ code, path }) => `${code} ${path}`)).toEqual(['section-lost controllers.left']);
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
