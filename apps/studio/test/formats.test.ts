import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { createFrameSample, createSampler, LAYOUTS, readRecording, writeRecording } from '@handreel/core';
import { compareRecordings, editCurves, setTangents } from '@handreel/core/edit';
import { Recorder, recoverJournal } from '@handreel/core/record';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'recorded/mrtk-2.8.3-full-5s.bin';
const full = readRecording(readFileSync(fixturePath(FULL)));

describe('formats', () => {
	const studio = useStudio([fixturePath(FULL)]);
	let page: Page;

	const pick = (name: string, bytes: Uint8Array): Promise<void> =>
		page.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: Buffer.from(bytes) }]);

	test('saves every layout and format as core and convert write them', async () => {
		page = await studio.openPage('open=recordings/0/mrtk-2.8.3-full-5s.bin');
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		for (const { name, layout } of LAYOUTS) {
			const saved = await saveAs(page, name);
			expect(saved.bytes.equals((await encodeRecording(full, 'bin', { layout })).bytes), name).toBe(true);
		}
		for (const format of ['json', 'csv', 'reel'] as const) {
			const { bytes } = await saveAs(page, format);
			expect(bytes.equals((await encodeRecording(full, format)).bytes), format).toBe(true);
		}
		for (const format of ['glb', 'gltf'] as const) {
			const saved = await saveAs(page, format);
			expect(saved.name).toBe(`mrtk-2.8.3-full-5s.${format}`);
			const decoded = await decodeRecording(saved.bytes);
			expect(decoded.format).toBe(format);
			expect(decoded.recording.duration).toBeCloseTo(full.duration, 5);
			// Skinned hands make the file larger.
			expect(saved.bytes.length).toBeGreaterThan((await encodeRecording(full, format)).bytes.length + 100_000);
		}
	});

	test('offers the layout of MRTK first, tells what it loses, and offers to lose nothing', async () => {
		const path = 'hands.right.joints.indexTip.position.x';
		page = await studio.openPage(`open=recordings/0/mrtk-2.8.3-full-5s.bin&channels=${path}`, {
			viewport: { width: 1440, height: 900 },
		});
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		await page.locator(`li[data-path="${path}"]`).waitFor();
		await page.keyboard.press('q');
		const keys = page.getByRole('group', { name: 'Keys' });
		await keys.getByRole('button', { name: 'Select keys' }).click();
		await keys.getByRole('combobox', { name: 'Tangents' }).selectOption('auto');
		await page.getByRole('button', { name: 'Undo: Set tangents' }).waitFor();
		await page.keyboard.press('s');
		const dialog = page.getByRole('dialog');
		const result = dialog.getByRole('region', { name: 'Size and losses' });
		await result.getByText('simple keys cannot store the tangents').waitFor();
		expect(await dialog.getByRole('radio', { name: /MRTK 2.6/ }).isChecked()).toBe(true);
		await result.getByRole('button', { name: 'extended-1.1' }).click();
		await result.getByText('Nothing is lost').waitFor();
		// The description of the layout is not covered by the result.
		const choice = dialog.getByRole('radio', { name: /extended-1.1/ });
		expect(await choice.isChecked()).toBe(true);
		const label = (await choice.locator('xpath=ancestor::label').boundingBox())!;
		expect(label.y + label.height).toBeLessThanOrEqual((await result.boundingBox())!.y);
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		const tangents = setTangents(full.hands!.right.joints.indexTip.position.x);
		const edited = editCurves(full, path, () => tangents);
		const saved = await saveAs(page, 'reel');
		expect(compareRecordings((await decodeRecording(saved.bytes)).recording, edited).position?.max).toBe(0);
	});

	test('recognizes formats by their content', async () => {
		page = await studio.openPage();
		for (const format of ['json', 'csv', 'glb', 'gltf'] as const) {
			const { bytes } = await encodeRecording(full, format);
			await pick(`${format}-file.bin`, bytes);
			await waitForRecording(page, `${format}-file.bin`);
			const saved = await saveAs(page, 'mrtk-1.1');
			const { recording } = await decodeRecording(bytes);
			expect(saved.bytes.equals(writeRecording(recording, { layout: 'mrtk-1.1' })), format).toBe(true);
		}
	});

	test('opens a table and lists the columns that it could not read, and opens the frames of a journal', async () => {
		page = await studio.openPage();
		await pick('odd.csv', Buffer.from('time_s,head_px_m,mood\n0,1,7\n1,2,7\n'));
		await waitForRecording(page, 'odd.csv');
		await page.getByText(/mood: /).waitFor();
		const chunks: Uint8Array[] = [];
		const recorder = new Recorder({ journal: { write: (chunk) => void chunks.push(chunk.slice()) } });
		const sampler = createSampler(full);
		recorder.start();
		for (let i = 0; i < 90; i++) recorder.capture(sampler.sampleFrame(i / 60, createFrameSample()));
		const journal = Buffer.concat(chunks);
		await pick('crashed.hrj', journal);
		await waitForRecording(page, 'crashed.hrj');
		const { bytes } = await saveAs(page, 'mrtk-1.1');
		const { recording } = recoverJournal(journal);
		expect(bytes.equals(writeRecording(recording!, { layout: 'mrtk-1.1' }))).toBe(true);
	});
});
