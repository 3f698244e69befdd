import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { createFrameSample, createSampler, LAYOUTS, readRecording, writeRecording } from '@handreel/core';
import { compareRecordings, editCurves, setTangents, trimRecording } from '@handreel/core/edit';
import { Recorder, recoverJournal } from '@handreel/core/record';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const NAME = 'part.bin';
const PATH = 'hands.right.joints.indexTip.position.x';
const scratch = mkdtempSync(join(tmpdir(), 'handreel-formats-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
/** Half a second has all channels, and text formats of it are small. */
const source = trimRecording(readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'))), {
	start: 2,
	end: 2.5,
});
writeFileSync(join(scratch, NAME), writeRecording(source));
const part = readRecording(readFileSync(join(scratch, NAME)));

const OPTIONS = { viewport: { width: 1440, height: 900 } };
const studio = useStudio([join(scratch, NAME)]);

async function openPart(): Promise<Page> {
	const page = await studio.sharePage(OPTIONS, `open=recordings/0/${NAME}&channels=${PATH}&hands=bones`);
	await waitForRecording(page, NAME);
	return page;
}

const pick = (page: Page, name: string, bytes: Uint8Array): Promise<void> =>
	page.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: Buffer.from(bytes) }]);

// Remarks are on screen while no other panel was chosen, so this is the first test.
test('opens a table and lists the columns that it could not read, and opens the frames of a journal', async () => {
	const page = await studio.sharePage(OPTIONS);
	await pick(page, 'odd.csv', Buffer.from('time_s,head_px_m,mood\n0,1,7\n1,2,7\n'));
	await waitForRecording(page, 'odd.csv');
	await page.getByText(/mood: /).waitFor();
	const chunks: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (chunk) => void chunks.push(chunk.slice()) } });
	const sampler = createSampler(part);
	recorder.start();
	for (let i = 0; i < 30; i++) recorder.capture(sampler.sampleFrame(i / 60, createFrameSample()));
	const journal = Buffer.concat(chunks);
	await pick(page, 'crashed.hrj', journal);
	await waitForRecording(page, 'crashed.hrj');
	const { bytes } = await saveAs(page, 'mrtk-1.1');
	const { recording } = recoverJournal(journal);
	expect(bytes.equals(writeRecording(recording!, { layout: 'mrtk-1.1' }))).toBe(true);
});

test('saves every layout and format as core and convert write them', async () => {
	const page = await openPart();
	for (const { name } of LAYOUTS) {
		const saved = await saveAs(page, name);
		expect(saved.bytes.equals((await encodeRecording(part, 'bin', { layout: name })).bytes), name).toBe(true);
	}
	for (const format of ['json', 'csv', 'reel'] as const) {
		const { bytes } = await saveAs(page, format);
		expect(bytes.equals((await encodeRecording(part, format)).bytes), format).toBe(true);
	}
	for (const format of ['glb', 'gltf'] as const) {
		const saved = await saveAs(page, format);
		expect(saved.name).toBe(`part.${format}`);
		const decoded = await decodeRecording(saved.bytes);
		expect(decoded.format).toBe(format);
		expect(decoded.recording.duration).toBeCloseTo(part.duration, 5);
		// Skinned hands make the file larger.
		expect(saved.bytes.length).toBeGreaterThan((await encodeRecording(part, format)).bytes.length + 100_000);
	}
});

test('offers the layout of MRTK first, reports what it loses, and offers to lose nothing', async () => {
	const page = await openPart();
	await page.locator(`li[data-path="${PATH}"]`).waitFor();
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
	const tangents = setTangents(part.hands!.right.joints.indexTip.position.x);
	const edited = editCurves(part, PATH, () => tangents);
	const saved = await saveAs(page, 'reel');
	expect(compareRecordings((await decodeRecording(saved.bytes)).recording, edited).position?.max).toBe(0);
});

test('recognizes formats by their content', async () => {
	const page = await studio.sharePage(OPTIONS);
	for (const format of ['json', 'csv', 'glb', 'gltf'] as const) {
		const { bytes } = await encodeRecording(part, format);
		await pick(page, `${format}-file.bin`, bytes);
		await waitForRecording(page, `${format}-file.bin`);
		const saved = await saveAs(page, 'mrtk-1.1');
		const { recording } = await decodeRecording(bytes);
		expect(saved.bytes.equals(writeRecording(recording, { layout: 'mrtk-1.1' })), format).toBe(true);
	}
});
