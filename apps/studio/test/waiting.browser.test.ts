import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording, writeRecording } from '@handreel/core';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FAULTY = 'mrtk-2.6.0-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position.x';
const scratch = mkdtempSync(join(tmpdir(), 'handreel-waiting-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const studio = useStudio();

// Makes jobs of a kind, or jobs for a file name, run forever, and those of the call before end again.
async function makeEndless(page: Page, what: string): Promise<void> {
	await page.evaluate((kind) => {
		const kept = globalThis as { post?: typeof Worker.prototype.postMessage };
		kept.post ??= Worker.prototype.postMessage;
		const { post } = kept;
		Worker.prototype.postMessage = function (this: Worker, message: { name: string; request: { name?: string } }) {
			if (message.name !== kind && message.request.name !== kind) post.call(this, message);
		};
	}, what);
}

async function open(page: Page, ...files: readonly string[]): Promise<void> {
	await page.locator('input[type=file]').setInputFiles([...files]);
}

// Shows a panel unless it is open: the key would close it.
async function showPanel(page: Page, key: string, name: string): Promise<void> {
	const tab = page.getByRole('tab', { name, selected: true });
	if ((await tab.count()) === 0) await page.keyboard.press(key);
	await tab.waitFor();
}

test('repairs, compares and saves while another file is being read, and cancels reading', async () => {
	const page = await studio.sharePage({}, `open=samples/${FAULTY}&hands=bones`);
	await page.getByRole('button', { name: 'Repair and compare' }).waitFor();
	await makeEndless(page, 'endless.bin');
	const endless = join(scratch, 'endless.bin');
	copyFileSync(fixturePath('recorded/mrtk-2.8.3-n001.bin'), endless);
	await open(page, endless, fixturePath('recorded/mrtk-2.8.3-n020.bin'));
	const cancel = page.getByRole('button', { name: 'Cancel opening endless.bin' });
	await cancel.waitFor();
	await page.getByRole('button', { name: 'Repair and compare' }).click();
	await page.getByText('No problems found').waitFor();
	await page.getByText('rotation deviation').waitFor();
	const { bytes } = await saveAs(page, 'mrtk-1.1');
	expect(readRecording(bytes).duration).toBeGreaterThan(4);
	expect(await page.locator('.file').count()).toBe(2);
	// The next file in the queue opens.
	await cancel.click();
	await waitForRecording(page, 'mrtk-2.8.3-n020.bin');
	expect(await page.locator('.file').count()).toBe(3);
	await expect.poll(() => cancel.count()).toBe(0);
});

test('a comparison or a repair can be canceled', async () => {
	const page = await studio.sharePage(
		{},
		'open=samples/mrtk-2.8.3-full-5s.bin&open=samples/mrtk-2.8.3-lost.bin&hands=bones',
	);
	await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
	await showPanel(page, 'p', 'Problems');
	await page.getByText('No problems found').waitFor();
	await makeEndless(page, 'compare');
	await showPanel(page, 'd', 'Compare');
	const overlay = page.getByRole('combobox', { name: 'Overlay' });
	// More often than there are workers.
	for (let i = 0; i < 4; i++) {
		await overlay.selectOption({ label: 'mrtk-2.8.3-lost.bin' });
		await page.getByText('Comparing').waitFor();
		await overlay.selectOption('None');
		await page.getByText('Comparing').waitFor({ state: 'detached' });
	}
	await makeEndless(page, 'repair');
	await page.keyboard.press('r');
	await page.getByRole('button', { name: 'Cancel repairing mrtk-2.8.3-full-5s.bin' }).click();
	expect(await page.locator('progress').count()).toBe(0);
	const { bytes } = await saveAs(page, 'mrtk-1.1');
	expect(bytes.equals(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')))).toBe(true);
});

test('keeps the content of a file that changes on disk after opening', async () => {
	const path = join(scratch, 'take.bin');
	const bytes = readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'));
	writeFileSync(path, bytes);
	const page = await studio.sharePage();
	await open(page, path);
	await waitForRecording(page, 'take.bin');
	writeFileSync(path, 'something else');
	await showPanel(page, 'p', 'Problems');
	await page.getByText('No problems found').waitFor();
	await page.evaluate((path) => {
		location.hash = `channels=${path}`;
	}, TIP);
	await page.locator(`li[data-path="${TIP}"]`).waitFor();
	const saved = await saveAs(page, 'mrtk-1.1');
	expect(saved.bytes.equals(Buffer.from(writeRecording(readRecording(bytes), { layout: 'mrtk-1.1' })))).toBe(true);
});

// Inspections that do not end stay in the page, so this is the last test.
test('nothing waits for the inspection', async () => {
	const page = await studio.sharePage();
	await makeEndless(page, 'inspect');
	const files = ['n001', 'n020', 'n033', 'n100'].map((name) => `mrtk-2.8.3-${name}.bin`);
	await open(page, ...files.map((name) => fixturePath(`recorded/${name}`)));
	await waitForRecording(page, 'mrtk-2.8.3-n100.bin');
	await showPanel(page, 'p', 'Problems');
	await page.getByText('Looking for problems').waitFor();
	await showPanel(page, 'd', 'Compare');
	await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: 'mrtk-2.8.3-n033.bin' });
	await page.getByRole('heading', { name: 'Deviation', exact: true }).waitFor();
	await page.keyboard.press('r');
	await waitForRecording(page, 'mrtk-2.8.3-n100-repaired.bin');
});
