import { readFileSync } from 'node:fs';
import { recordingToCsv } from '@handreel/convert/csv';
import { recordingFromGlb, recordingFromGltf } from '@handreel/convert/gltf';
import { recordingToJson } from '@handreel/convert/json';
import { createFrameSample, createSampler, LAYOUTS, readRecording, writeRecording } from '@handreel/core';
import { Recorder, recoverJournal } from '@handreel/core/record';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fixturePath, saveAs, waitForRecording } from './studio-page.ts';
import { useStudio } from './use-studio.ts';

const FULL = 'recorded/mrtk-2.8.3-full-5s.bin';
const full = readRecording(readFileSync(fixturePath(FULL)));

describe('the studio reads and writes', () => {
	const studio = useStudio([fixturePath(FULL)]);
	let page: Page;

	test('every layout and every other format as the core and the converters write them', async () => {
		page = await studio.openPage('open=recordings/0/mrtk-2.8.3-full-5s.bin');
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		for (const { name, layout } of LAYOUTS) {
			const { bytes } = await saveAs(page, name);
			expect(bytes.equals(writeRecording(full, { layout, onIssue: () => {} })), name).toBe(true);
		}
		expect((await saveAs(page, 'JSON')).bytes.toString()).toBe(recordingToJson(full).json);
		expect((await saveAs(page, 'CSV')).bytes.toString()).toBe(recordingToCsv(full).csv);
		const glb = await saveAs(page, 'glTF binary');
		expect(recordingFromGlb(glb.bytes).recording.duration).toBeCloseTo(full.duration, 5);
		const gltf = await saveAs(page, 'glTF text');
		expect(gltf.name).toBe('mrtk-2.8.3-full-5s.gltf');
		expect(recordingFromGltf(gltf.bytes.toString()).recording.duration).toBeCloseTo(full.duration, 5);
	});

	test('what it saved in another format', async () => {
		page = await studio.openPage();
		const json = { name: 'copy.json', mimeType: 'application/json', buffer: Buffer.from(recordingToJson(full).json) };
		await page.locator('input[type=file]').setInputFiles([json]);
		await waitForRecording(page, 'copy.json');
		const { bytes } = await saveAs(page, 'mrtk-1.1');
		expect(bytes.equals(readFileSync(fixturePath(FULL)))).toBe(true);
	});

	test('a table, and tells what it could not read of it', async () => {
		page = await studio.openPage();
		const csv = 'time_s,head_px_m,colour\n0,1,7\n1,2,7\n';
		await page
			.locator('input[type=file]')
			.setInputFiles([{ name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }]);
		await waitForRecording(page, 'odd.csv');
		await page.getByText('colour: the column is not known').waitFor();
	});

	test('what is left of a journal', async () => {
		const chunks: Uint8Array[] = [];
		const recorder = new Recorder({ journal: { write: (chunk) => void chunks.push(chunk.slice()) } });
		const sampler = createSampler(full);
		recorder.start();
		for (let i = 0; i < 90; i++) recorder.capture(sampler.sampleFrame(i / 60, createFrameSample()));
		page = await studio.openPage();
		await page
			.locator('input[type=file]')
			.setInputFiles([{ name: 'crashed.hrj', mimeType: 'application/octet-stream', buffer: Buffer.concat(chunks) }]);
		await waitForRecording(page, 'crashed.hrj');
		const { bytes } = await saveAs(page, 'mrtk-1.1');
		expect(bytes.equals(writeRecording(recoverJournal(Buffer.concat(chunks)).recording!, { layout: 'mrtk-1.1' }))).toBe(
			true,
		);
	});
});
