import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { compareRecordings, trimRecording } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openExport } from './support/export-dialog.ts';
import { fixturePath } from './support/fixture-path.ts';
import { isInSight } from './support/is-in-sight.ts';
import { moveFingers } from './support/move-fingers.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const FAULTY = 'mrtk-2.6.0-full-5s.bin';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const studio = useStudio();

test('fingers select a range, adjust its ends and trim', async () => {
	const page = await studio.sharePage(PHONE, `open=samples/${FULL}&hands=bones`);
	await waitForRecording(page, FULL);
	const slider = page.getByRole('slider', { name: 'Time', exact: true });
	for (const [x, name] of [
		[60, 'Set loop start'],
		[160, 'Set loop end'],
	] as const) {
		await slider.tap({ position: { x, y: 40 } });
		await page.getByRole('button', { name }).tap();
	}
	const [start, end] = [await readRange(page, 'start'), await readRange(page, 'end')];
	expect(end - start).toBeGreaterThan(1.5);
	for (const [name, by] of [
		['Range start', 30],
		['Range end', -20],
	] as const) {
		const box = (await page.getByRole('slider', { name }).boundingBox())!;
		// Fingers need more room than a pointer.
		expect(box.width).toBeGreaterThanOrEqual(24);
		const [x, y] = [box.x + box.width / 2, box.y + 10];
		await moveFingers(page, [[x, y]], [[x + by, y]]);
	}
	const range = { start: await readRange(page, 'start'), end: await readRange(page, 'end') };
	expect(range.start).toBeGreaterThan(start + 0.4);
	expect(range.end).toBeLessThan(end - 0.2);
	// Browsers take a tap right after a fast movement for the end of it.
	const edit = page.getByRole('button', { name: 'Edit', exact: true });
	await expect
		.poll(async () => {
			if (!(await edit.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).tap();
			return edit.isVisible();
		})
		.toBe(true);
	await edit.tap();
	await page.getByRole('button', { name: 'Trim to range' }).tap();
	await page.getByRole('button', { name: 'Close Findings' }).tap();
	await expect.poll(async () => Number(await slider.getAttribute('aria-valuemax'))).toBeLessThan(2);
	const saved = readRecording((await saveAs(page, 'mrtk-1.1')).bytes);
	const full = readRecording(readFileSync(fixturePath(`recorded/${FULL}`)));
	const { position } = compareRecordings(saved, trimRecording(full, range));
	expect(position!.max).toBeLessThan(1e-6);
});

test('a problem shows what is below the panel, and the export dialog keeps size and errors in sight', async () => {
	const page = await studio.sharePage(PHONE, `open=samples/${FAULTY}&hands=bones`);
	await waitForRecording(page, FAULTY);
	// The panel would cover the recording, so it waits.
	await page.locator('.count').waitFor();
	expect(await page.getByRole('complementary').count()).toBe(0);
	await page.getByRole('button', { name: /^Problems/ }).tap();
	await page
		.getByRole('button', { name: /rotation-w-lost/ })
		.first()
		.tap();
	await page.locator('li[data-path="head.rotation.w"]').waitFor();
	expect(await isInSight(page.locator('.plot'))).toBe(true);

	const dialog = await openExport(page, 'webm');
	const status = dialog.getByRole('status');
	await expect.poll(() => status.innerText()).toMatch(/up to/);
	expect(await isInSight(status)).toBe(true);
	await dialog.getByRole('spinbutton', { name: 'Width' }).fill('0');
	await expect.poll(() => isInSight(dialog.getByText('Width must be'))).toBe(true);
});

async function readRange(page: Page, end: 'start' | 'end'): Promise<number> {
	return Number(await page.getByRole('slider', { name: `Range ${end}` }).getAttribute('aria-valuenow'));
}
